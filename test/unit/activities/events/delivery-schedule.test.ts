/** When an event is tried again, and what an answer of a receiver means. */
import {
  meaningOf,
  pauseAfter,
  probePause,
  restAfter,
  retryPausesMs,
} from '../../../../src/activities/events/delivery-schedule.js';
import { hourMs } from '../../../../src/ecf/durations.js';

const now = new Date('2026-07-01T12:00:00Z');
const middle = () => 0.5;

test('the schedule has ten tries in 75.6 hours', () => {
  const pauses = Array.from({ length: 10 }, (_, tries) => pauseAfter(tries + 1, middle));
  expect(pauses).toEqual([...retryPausesMs, undefined]);
  const total = retryPausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0);
  expect(total / hourMs).toBeCloseTo(75.585, 2);
});

test('the jitter is a tenth in both directions', () => {
  expect([pauseAfter(1, () => 0), pauseAfter(1, () => 1)]).toEqual([4_500, 5_500]);
});

test('a probe follows the schedule, and then comes once a day', () => {
  expect([1, 4, 9, 10, 40].map((failures) => probePause(failures, middle) / hourMs)).toEqual([
    5 / 3_600,
    2,
    24,
    24,
    24,
  ]);
});

test.each([
  { status: 200, means: 'delivered' },
  { status: 299, means: 'delivered' },
  { status: 301, means: 'failed' },
  { status: 308, means: 'failed' },
  { status: 404, means: 'failed' },
  { status: 410, means: 'gone' },
  { status: 503, means: 'failed' },
])('$status means $means', ({ status, means }) => {
  expect(meaningOf(status)).toBe(means);
});

test.each([
  { name: 'no pause after a plain failure', status: 500, retryAfter: '', restMs: undefined },
  { name: 'a minute after 429 without a time', status: 429, retryAfter: '', restMs: 60_000 },
  { name: 'a minute after 502', status: 502, retryAfter: '', restMs: 60_000 },
  { name: 'a minute after 504', status: 504, retryAfter: '', restMs: 60_000 },
  { name: 'the seconds that 503 names', status: 503, retryAfter: '90', restMs: 90_000 },
  { name: 'a date', status: 503, retryAfter: 'Wed, 01 Jul 2026 12:02:00 GMT', restMs: 120_000 },
  { name: 'no time before now', status: 503, retryAfter: 'Wed, 01 Jul 2026 11:00:00 GMT', restMs: 0 },
  { name: 'a day at most', status: 429, retryAfter: '999999999', restMs: 24 * hourMs },
  { name: 'no year: a number is seconds', status: 429, retryAfter: '2026', restMs: 2_026_000 },
  { name: 'a minute after nonsense', status: 429, retryAfter: '-5', restMs: 60_000 },
])('an endpoint rests for $name', ({ status, retryAfter, restMs }) => {
  expect(restAfter(status, retryAfter, now)).toBe(restMs);
});
