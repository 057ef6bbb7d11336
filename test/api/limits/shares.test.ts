/** When requests start, so that the event loop stays free for others: for connections that arrive, for timers, for /healthz. */
import { createTurns } from '../../../src/api/limits/limit-kinds.js';
import { acceptedMax, spreadOverLoopTurns } from '../../../src/api/limits/loop-turns.js';
import { createShares, turnsFor } from '../../../src/api/limits/shares.js';
import { createFairQueue, type FairQueue } from '../../../src/shared/fair-queue.js';

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

test('while connections arrive no request starts until a hundred of them were accepted', async () => {
  let accepted = 0;
  const queue = createFairQueue<number>({ runningMax: 1, waitingMax: 1, waitingOfOneMax: 1 });
  const starts = spreadOverLoopTurns(queue, { ms: 10, accepted: () => accepted });
  let startedAt: number | undefined;
  const request = starts.run(1, () => {
    startedAt = accepted;
    return Promise.resolve();
  });
  while (startedAt === undefined && accepted < 1_000) {
    accepted += 1;
    await loopTurn();
  }
  await request;
  expect(startedAt).toBeGreaterThanOrEqual(acceptedMax);
  expect(startedAt).toBeLessThan(acceptedMax + 10);
});

test('without new connections a request starts in the next turn of the event loop', async () => {
  const { starts } = createShares(() => 7);
  let started = false;
  const request = starts.run(1, () => {
    started = true;
    return Promise.resolve();
  });
  await loopTurn();
  await loopTurn();
  expect(started).toBe(true);
  await request;
});

test.each([
  ...(['companyArrivals', 'arrivals', 'starts'] as const),
  ...(['turns', 'largeTurns', 'receiverTurns'] as const),
])('a burst of requests is spread over many turns of the event loop: %s', async (name) => {
  const queue: FairQueue<never> = createShares()[name];
  let turns = 0;
  let burstIsOver = false;
  const countTurns = async () => {
    while (!burstIsOver) {
      await loopTurn();
      turns += 1;
    }
  };
  const counting = countTurns();
  const work = () => {
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    return Promise.resolve();
  };
  await Promise.all(Array.from({ length: 200 }, () => queue.run(1 as never, work)));
  burstIsOver = true;
  await counting;
  // 200 ms of work, at most about 10 ms in each turn.
  expect(turns).toBeGreaterThan(15);
});

test('large vouchers that wait for a thread leave the company the turns of its small ones', async () => {
  const shares = createShares();
  const never = new Promise<void>(() => undefined);
  for (let voucher = 0; voucher < 50; voucher += 1) void turnsFor(shares, 1_000_000).run(1, () => never);
  await expect(turnsFor(shares, 5_000).run(1, () => Promise.resolve('answered'))).resolves.toBe('answered');
});

test.each([
  { name: 'the key has too many tasks itself', waitingMax: 1, waitingOfOneMax: 0, code: 'TOO_MANY_REQUESTS' },
  { name: 'all keys together have', waitingMax: 0, waitingOfOneMax: 1, code: 'OVERLOADED' },
])('a turn is refused because $name: $code', async ({ waitingMax, waitingOfOneMax, code }) => {
  const turns = createTurns<number>('prints', { runningMax: 1, waitingMax, waitingOfOneMax }, 5);
  void turns.run(1, () => new Promise<void>(() => undefined));
  await expect(turns.run(2, () => Promise.resolve())).rejects.toMatchObject({ code });
});
