/** Which of DGII's hosts may be asked within a workflow task, and how many workflow tasks each may hold. */
import {
  createDgiiSpeed,
  type DgiiHost,
  type Slot,
} from '../../../../src/activities/issue/quick/dgii-speed.js';

const full: DgiiHost = 'production/ecf';
const summaries: DgiiHost = 'production/fc';
const trial: DgiiHost = 'pre-certification/fc';

function quick(...hosts: readonly DgiiHost[]) {
  const speed = createDgiiSpeed();
  for (const host of hosts) speed.observe(host, 200, true);
  const take = (host: DgiiHost, count: number) => Array.from({ length: count }, () => speed.takeSlot(host));
  return { ...speed, take };
}

const taken = (slots: readonly (Slot | string)[]) => slots.filter((slot) => typeof slot !== 'string').length;

test.each([
  { name: 'nothing is known of it', observe: [] },
  { name: 'it answered slowly', observe: [[1_500, true]] },
  { name: 'it did not answer', observe: [[100, false]] },
] as const)('a host is not asked within a workflow task while $name', ({ observe }) => {
  const speed = createDgiiSpeed();
  for (const [tookMs, answered] of observe) speed.observe(full, tookMs, answered);
  expect(speed.takeSlot(full)).toBe('dgii-slow');
});

test('a slow host loses its quick steps, and another host keeps them', () => {
  const speed = quick(full, summaries);
  speed.observe(summaries, 3_000, false);
  expect([taken(speed.take(full, 1)), taken(speed.take(summaries, 1))]).toEqual([1, 0]);
});

test('one host gets at most 16 of the 24 slots, so that another host always gets 8', () => {
  const speed = quick(full, summaries);
  expect(taken(speed.take(summaries, 30))).toBe(16);
  expect(speed.takeSlot(summaries)).toBe('no-free-slot');
  expect(taken(speed.take(full, 30))).toBe(8);
});

test('all hosts together get 24 slots', () => {
  const speed = quick(full, summaries, trial);
  expect([full, summaries, trial].map((host) => taken(speed.take(host, 30)))).toEqual([16, 8, 0]);
});

test('a slot is free again once it is released, and only once', () => {
  const speed = quick(full);
  const [slot] = speed.take(full, 16) as Slot[];
  slot!.release();
  slot!.release();
  expect(taken(speed.take(full, 5))).toBe(1);
});
