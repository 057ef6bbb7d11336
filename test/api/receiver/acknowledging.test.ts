/** Acknowledgements that a worker signs: strangers cause them, so networks take turns, and sends of companies go on beside them. */
import { jest } from '@jest/globals';
import { createLimits } from '../../../src/api/limits/limits.js';
import { createAcknowledging } from '../../../src/api/receiver/acknowledging.js';
import type { ReceiverDeps } from '../../../src/api/receiver/receiver-deps.js';
import { until } from '../../harness/until.js';

/** Signatures that were started, in this order, and how to end the oldest one. */
function start(waitMs?: number, storedSha256 = 'x') {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const deps = {
    acknowledgements: createLimits().acknowledgements,
    issuing: {
      acknowledge: (id: string) => {
        started.push(id);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
    },
    store: {
      findToAcknowledge: async () => ({ sha256: storedSha256, arecf: { file: 'f' } }),
      getFileBytes: async () => Buffer.from('ARECF'),
    },
  } as unknown as ReceiverDeps;
  const acknowledge = createAcknowledging(deps, waitMs);
  const ask = (network: string, id: string) => {
    const answer = acknowledge(network, { id, companyId: 1, sha256: 'x' });
    answer.catch(() => undefined);
    return answer;
  };
  return { started, endOne: () => ends.shift()?.(), ask };
}

test('a flood of one network leaves a place to the next one', async () => {
  const { started, ask } = start();
  for (let i = 0; i < 100; i += 1) void ask('flood', `flood-${i}`);
  void ask('other', 'other');
  await until('the other network is served', async () => started.includes('other'));
  expect(started).toEqual(['flood-0', 'flood-1', 'flood-2', 'other']);
});

test('beyond two hundred that wait, a network is refused', async () => {
  const { ask } = start();
  for (let i = 0; i < 203; i += 1) void ask('flood', `flood-${i}`);
  await expect(ask('flood', 'one more')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('copies from one network are one question', async () => {
  const { started, endOne, ask } = start();
  const copies = [ask('one', 'same'), ask('one', 'same')];
  await until('it is asked', async () => started.length > 0);
  endOne();
  expect((await Promise.all(copies)).map(String)).toEqual(['ARECF', 'ARECF']);
  expect(started).toEqual(['same']);
});

test('what waited too long for its turn is not started', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  try {
    const { started, endOne, ask } = start(500);
    const first = [ask('one', 'a'), ask('one', 'b'), ask('one', 'c')];
    const late = ask('one', 'late');
    await until('the first ones are asked', async () => started.length === 3);
    clock.mockReturnValue(501);
    endOne();
    await first[0];
    await expect(late).rejects.toMatchObject({ code: 'RECEPTION_NOT_SIGNED' });
    expect(started).toEqual(['a', 'b', 'c']);
  } finally {
    clock.mockRestore();
  }
});

test('another voucher has taken the number: its acknowledgement is not given to the sender of this one', async () => {
  const { started, endOne, ask } = start(undefined, 'another');
  const answer = ask('one', 'mine');
  await until('it is asked', async () => started.length > 0);
  endOne();
  await expect(answer).rejects.toMatchObject({ code: 'RECEPTION_NOT_SIGNED' });
});
