/** Which of DGII's hosts may be asked within a workflow task, and how many workflow tasks each may hold. */
import { createDgiiSpeed, type DgiiHost, type Slot } from '../../../../src/activities/vouchers/dgii-speed.js';

const full: DgiiHost = 'production/ecf';
const summaries: DgiiHost = 'production/fc';
const trial: DgiiHost = 'pre-certification/fc';

function quick(...hosts: readonly DgiiHost[]) {
  const speed = createDgiiSpeed();
  for (const host of hosts) speed.observe(host, 200, true);
  /** One slot for each of `count` companies. */
  const take = (host: DgiiHost, count: number) =>
    Array.from({ length: count }, (_, companyId) => speed.takeSlot(host, companyId));
  const takeOfOne = (host: DgiiHost, count: number) =>
    Array.from({ length: count }, () => speed.takeSlot(host, 1));
  return { ...speed, take, takeOfOne };
}

const taken = (slots: readonly (Slot | string)[]) => slots.filter((slot) => typeof slot !== 'string').length;

test.each([
  { name: 'nothing is known of it', observe: [] },
  { name: 'it answered slowly', observe: [[1_500, true]] },
  { name: 'it did not answer', observe: [[100, false]] },
] as const)('a host is not asked within a workflow task while $name', ({ observe }) => {
  const speed = createDgiiSpeed();
  for (const [tookMs, answered] of observe) speed.observe(full, tookMs, answered);
  expect(speed.takeSlot(full, 1)).toBe('dgii-slow');
});

test('a slow host loses its quick steps, and another host keeps them', () => {
  const speed = quick(full, summaries);
  speed.observe(summaries, 3_000, false);
  expect([taken(speed.take(full, 1)), taken(speed.take(summaries, 1))]).toEqual([1, 0]);
});

test('one host gets at most 19 of the 28 slots, so that another host always gets 9', () => {
  const speed = quick(full, summaries);
  expect(taken(speed.take(summaries, 40))).toBe(19);
  expect(speed.takeSlot(summaries, 99)).toBe('no-free-slot');
  expect(taken(speed.take(full, 40))).toBe(9);
});

test('all hosts together get 28 slots', () => {
  const speed = quick(full, summaries, trial);
  expect([full, summaries, trial].map((host) => taken(speed.take(host, 40)))).toEqual([19, 9, 0]);
});

test('a company that takes all it can get leaves slots of the host to others', () => {
  const speed = quick(full);
  expect(taken(speed.takeOfOne(full, 40))).toBe(15);
  expect(taken([speed.takeSlot(full, 2), speed.takeSlot(full, 3)])).toBe(2);
});

test('a slot is free again once it is released, and only once', () => {
  const speed = quick(full);
  const [slot] = speed.takeOfOne(full, 15) as Slot[];
  slot!.release();
  slot!.release();
  expect(taken(speed.takeOfOne(full, 5))).toBe(1);
});
