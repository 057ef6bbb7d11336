/** The limits on waiting sends. */
import { createWaitingRoom } from '../../../src/api/vouchers/issue/waiting-room.js';
import { createFairSemaphore } from '../../../src/shared/fair-semaphore.js';
import { createLog } from '../../../src/shared/log.js';

const log = createLog({ role: 'api', level: 'silent' });
const stopping = new AbortController().signal;

test('when a company has its share of the places, its next send is started but does not wait; other companies wait', async () => {
  const room = createWaitingRoom({ log, stopping, slots: createFairSemaphore(8), marginMs: 1_000 });
  const releases: (() => void)[] = [];
  const waits: number[] = [];
  const hold = (waitMs: number) => {
    waits.push(waitMs);
    return new Promise<void>((resolve) => releases.push(resolve));
  };
  const held = Array.from({ length: 6 }, () => room.wait(1, 60_000, hold));
  const work = async (waitMs: number) => void waits.push(waitMs);
  await room.wait(1, 60_000, work);
  await room.wait(2, 60_000, work);
  for (const release of releases) release();
  await Promise.all(held);
  await room.wait(1, 60_000, work);
  expect(waits).toEqual([...Array<number>(6).fill(60_000), 0, 60_000, 60_000]);
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
])('work that $name is completed all the same', async ({ work }) => {
  const room = createWaitingRoom({ log, stopping, slots: createFairSemaphore(8), marginMs: 20 });
  await expect(room.wait(1, 10, work)).resolves.toBeUndefined();
});

test('when the process must stop, waiting sends are answered at once and no new one waits', async () => {
  const controller = new AbortController();
  // The margin is longer than the test may take: only the stop ends a send.
  const room = createWaitingRoom({
    log,
    stopping: controller.signal,
    slots: createFairSemaphore(2),
    marginMs: 3_600_000,
  });
  const waits: number[] = [];
  const hang = (waitMs: number) => {
    waits.push(waitMs);
    return new Promise<void>(() => undefined);
  };
  const waiting = [room.wait(1, 60_000, hang), room.wait(2, 60_000, hang)];
  controller.abort();
  await Promise.all(waiting);
  await room.wait(1, 60_000, async (waitMs) => void waits.push(waitMs));
  expect(waits).toEqual([60_000, 0, 0]);
});
