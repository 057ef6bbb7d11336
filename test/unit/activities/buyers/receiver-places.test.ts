/** Each receiver has few places in a worker, so a slow one leaves the slots to the others. */
import {
  createReceiverPlaces,
  type ReceiverTurn,
} from '../../../../src/activities/buyers/receiver-places.js';

let nowMs: number;
let take: (turn?: Partial<ReceiverTurn>) => { leave?: () => void; pauseMs?: number };

beforeEach(() => {
  nowMs = 0;
  const places = createReceiverPlaces(() => nowMs);
  take = (turn) =>
    places.take({ environment: 'production', host: 'proveedor.example', companyId: 1, ...turn });
});

const free = { leave: expect.any(Function) as unknown };

test('a receiver has four places, and a place that was given back is free', () => {
  const taken = [1, 2, 3, 4].map(() => take());
  expect(taken).toEqual([free, free, free, free]);
  expect(take()).not.toHaveProperty('leave');
  expect(take({ host: 'otro.example' })).toEqual(free);
  expect(take({ environment: 'pre-certification' })).toEqual(free);
  taken[0]?.leave?.();
  expect(take()).toEqual(free);
  expect(take()).not.toHaveProperty('leave');
});

test('the pauses spread the waiting deliveries of a company over the time that the receiver needs for them', () => {
  const taken = [1, 2, 3, 4].map(() => take());
  nowMs = 20_000;
  for (const { leave } of taken) leave?.();
  // The first four taught that one takes about 20 s. The mean is forgotten when the receiver is idle.
  const again = [1, 2, 3, 4].map(() => take());
  nowMs = 40_000;
  again[0]?.leave?.();
  take();
  const pauses = Array.from({ length: 100 }, () => take().pauseMs ?? 0);
  const meanMs = 1_000 + (20_000 - 1_000) / 4;
  expect(pauses.slice(0, 3)).toEqual([1, 2, 3].map((turn) => Math.round((turn * meanMs) / 4)));
  expect(Math.max(...pauses)).toBe(Math.round((100 * meanMs) / 4));
  expect(take({ companyId: 2 }).pauseMs).toBe(Math.round(meanMs / 4));
});

test('no pause is longer than ten minutes, or shorter than a second', () => {
  for (let n = 0; n < 4; n += 1) take();
  expect(take().pauseMs).toBe(1_000);
  const pauses = Array.from({ length: 10_000 }, () => take().pauseMs ?? 0);
  expect(Math.max(...pauses)).toBe(600_000);
});
