/** The limits on waiting sends. */
import { createWaitingRoom } from '../../../src/api/issuing/waiting-room.js';
import { createLog } from '../../../src/shared/log.js';

const log = createLog({ role: 'api', level: 'silent' });

test('when the room is full, the next send starts its work but does not wait', async () => {
  const room = createWaitingRoom(log, new AbortController().signal, { waitersMax: 1, marginMs: 1_000 });
  let release = (): void => undefined;
  const first = room.wait(60_000, () => new Promise<void>((resolve) => (release = resolve)));
  const waits: number[] = [];
  const work = async (waitMs: number) => void waits.push(waitMs);
  await room.wait(60_000, work);
  release();
  await first;
  await room.wait(60_000, work);
  expect(waits).toEqual([0, 60_000]);
});

test.each([
  { name: 'hangs', work: () => new Promise<void>(() => undefined) },
  { name: 'rejects', work: () => Promise.reject(new Error('no')) },
  {
    name: 'throws',
    work: () => {
      throw new Error('no');
    },
  },
])('work that $name ends all the same', async ({ work }) => {
  const room = createWaitingRoom(log, new AbortController().signal, { waitersMax: 1, marginMs: 20 });
  await expect(room.wait(10, work)).resolves.toBeUndefined();
});

test('when the process must stop, waiting sends are answered at once and no new one waits', async () => {
  const stopping = new AbortController();
  const room = createWaitingRoom(log, stopping.signal);
  const waits: number[] = [];
  const waiting = room.wait(60_000, (waitMs) => {
    waits.push(waitMs);
    return new Promise(() => undefined);
  });
  stopping.abort();
  await waiting;
  await room.wait(60_000, async (waitMs) => void waits.push(waitMs));
  expect(waits).toEqual([60_000, 0]);
});
