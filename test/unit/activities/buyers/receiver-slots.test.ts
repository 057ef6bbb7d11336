/** Each receiver has few slots in a worker, so a slow one leaves the slots to the others. */
import { createReceiverSlots, type ReceiverKey } from '../../../../src/activities/buyers/receiver-slots.js';

let nowMs: number;
let take: (change?: Partial<ReceiverKey>) => Promise<{ leave?: () => Promise<unknown>; busyMs?: number }>;

beforeEach(() => {
  nowMs = 0;
  const slots = createReceiverSlots(() => nowMs);
  take = async (change) => {
    const all = { environment: 'production', host: 'proveedor.example', companyId: 1, ...change } as const;
    let end: (() => void) | undefined;
    const done = slots.within(all, () => new Promise<object>((resolve) => (end = () => resolve({}))));
    return end === undefined ? done : { leave: () => (end?.(), done) };
  };
});

const free = { leave: expect.any(Function) as unknown };
const takeMany = (count: number) => Promise.all(Array.from({ length: count }, () => take()));

test('a receiver has four slots, and a slot that was given back is free', async () => {
  const taken = await takeMany(4);
  expect(taken).toEqual([free, free, free, free]);
  expect(await take()).not.toHaveProperty('leave');
  expect(await take({ host: 'otro.example' })).toEqual(free);
  expect(await take({ environment: 'pre-certification' })).toEqual(free);
  await taken[0]?.leave?.();
  expect(await take()).toEqual(free);
  expect(await take()).not.toHaveProperty('leave');
});

test('the pauses spread the waiting deliveries of a company over the time that the receiver needs for them', async () => {
  const taken = await takeMany(4);
  nowMs = 20_000;
  for (const { leave } of taken) await leave?.();
  // From the first four the worker knows that one takes about 20 s. The mean is forgotten when the receiver is idle.
  const again = await takeMany(4);
  nowMs = 40_000;
  await again[0]?.leave?.();
  await take();
  const pauses = (await takeMany(100)).map(({ busyMs }) => busyMs ?? 0);
  const meanMs = 1_000 + (20_000 - 1_000) / 4;
  expect(pauses.slice(0, 3)).toEqual([1, 2, 3].map((nth) => Math.round((nth * meanMs) / 4)));
  expect(Math.max(...pauses)).toBe(Math.round((100 * meanMs) / 4));
  expect(await take({ companyId: 2 })).toEqual({ busyMs: Math.round(meanMs / 4) });
});

test('no pause is longer than ten minutes, or shorter than a second', async () => {
  await takeMany(4);
  expect(await take()).toEqual({ busyMs: 1_000 });
  const pauses = (await takeMany(10_000)).map(({ busyMs }) => busyMs ?? 0);
  expect(Math.max(...pauses)).toBe(600_000);
});
