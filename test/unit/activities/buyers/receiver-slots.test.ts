/** Each receiver has few slots in a worker, so a slow one leaves the slots to the others. */
import { createReceiverSlots, type ReceiverKey } from '../../../../src/activities/buyers/receiver-slots.js';

let nowMs: number;
let patient: (change?: Partial<ReceiverKey>) => {
  leave: () => Promise<unknown>;
  done: Promise<object>;
  began: () => boolean;
};
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
  patient = (change) => {
    const all = { environment: 'production', host: 'proveedor.example', companyId: 1, ...change } as const;
    let end: (() => void) | undefined;
    const work = () => new Promise<object>((resolve) => (end = () => resolve({})));
    const done = slots.patient.within(all, work);
    return { leave: () => (end?.(), done), done, began: () => end !== undefined };
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

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a first try waits a moment for a slot, and takes it over, so that never more than four are taken', async () => {
  const taken = [1, 2, 3, 4].map(() => patient());
  const fifth = patient();
  const sixth = patient();
  await turn();
  expect([fifth.began(), sixth.began()]).toEqual([false, false]);
  await taken[0]?.leave();
  // Before the waiting one goes on, another one comes.
  const seventh = patient();
  await turn();
  expect([fifth.began(), sixth.began(), seventh.began()]).toEqual([true, false, false]);
  for (const one of taken.slice(1)) await one.leave();
  await turn();
  expect([sixth.began(), seventh.began()]).toEqual([true, true]);
});

test('a first try does not wait at a slow receiver', async () => {
  const taken = [1, 2, 3, 4].map(() => patient());
  nowMs = 20_000;
  await taken[0]?.leave();
  patient();
  expect(await patient().done).toEqual({ busyMs: Math.round((1_000 + 19_000 / 4) / 4) });
});

test('first tries that wait leave a slot to a run that found none', async () => {
  const taken = [1, 2, 3, 4].map(() => patient());
  const waiting = patient();
  const { busyMs } = await take();
  expect(busyMs).toBe(1_000);
  await taken[0]?.leave();
  await turn();
  expect(waiting.began()).toBe(false);
  expect(await take()).toEqual(free);
  // Some time after its turn it is expected no more.
  nowMs = 10_000;
  await taken[1]?.leave();
  await turn();
  expect(waiting.began()).toBe(true);
});
