/** What counts as a storm that the other company noticed. */
import {
  brokenBounds,
  brokenLimits,
  metNothing,
  type Measured,
  type Timing,
} from '../../../tools/storm/bounds.js';

const megabyte = 1024 ** 2;

function answers(operation: string, count: number, ms: number): Timing[] {
  return Array.from({ length: count }, () => ({ operation, ms }));
}

const memory = { api: 300 * megabyte, worker: 300 * megabyte };

function measured(changes: Partial<Measured> & { readonly sendMs?: number } = {}): Measured {
  const { sendMs = 120, ...rest } = changes;
  const timings = ['send', 'validate', 'status'].flatMap((operation) => answers(operation, 30, sendMs));
  return { timings, healthMs: 20, memory, failures: [], ...rest };
}

test('answers within two seconds keep the bounds, however fast the quiet ones were', () => {
  expect(brokenBounds('x', measured({ sendMs: 5 }), measured({ sendMs: 2_000, healthMs: 2_000 }))).toEqual(
    [],
  );
});

test('on a machine that is slow even in quiet, three times the quiet value keeps the bounds', () => {
  const quiet = measured({ sendMs: 1_000, healthMs: 1_000 });
  expect(brokenBounds('x', quiet, measured({ sendMs: 3_000, healthMs: 3_000 }))).toEqual([]);
  expect(brokenBounds('x', quiet, measured({ sendMs: 3_001, healthMs: 3_001 }))).toHaveLength(4);
});

test.each([
  [
    'a slower send',
    measured({ timings: [...measured().timings, ...answers('send', 30, 2_001)] }),
    'SLOWER: x: send took 2001 ms, quiet 120 ms (95th percentile)',
  ],
  [
    'a send that hardly ever answered',
    measured({ timings: measured().timings.slice(11) }),
    'FEW: x: fewer than 20 answers of send; use more --seconds',
  ],
  ['a slow /healthz', measured({ healthMs: 2_001 }), 'HEALTH: x: /healthz took 2001 ms'],
  ['memory', measured({ memory: { ...memory, api: 2_049 * megabyte } }), 'MEMORY: x: api took 2049 MB'],
  [
    'memory that was never known',
    measured({ memory: { api: memory.api } }),
    'MEMORY: x: the memory of worker was never known',
  ],
  ['a refusal', measured({ failures: ['next: HTTP 429'] }), 'REFUSED: x: next: HTTP 429'],
  [
    'a slow login',
    measured({ timings: [...measured().timings, { operation: 'login', ms: 5_001 }] }),
    'LOGIN: x: a login took 5001 ms',
  ],
])('%s is reported', (_, during, problem) => {
  expect(brokenBounds('x', measured(), during)).toEqual([problem]);
});

test('on a busy machine only memory and refusals are compared', () => {
  const slow = { sendMs: 60_000, healthMs: 60_000 };
  expect(brokenLimits('x', measured(slow))).toEqual([]);
  expect(brokenLimits('x', measured({ ...slow, failures: ['next: HTTP 429'] }))).toHaveLength(1);
});

test('a storm is reported if none of the answers came that it should cause', () => {
  const expected = [200, 'opened'] as const;
  expect(metNothing('x', expected, [[200, 1]])).toEqual([]);
  expect(metNothing('x', expected, [['opened', 7]])).toEqual([]);
  for (const answers of [[], [[401, 9] as const], [['broken', 9] as const]])
    expect(metNothing('x', expected, answers)).toEqual(['MET-NOTHING: x never met 200 or opened']);
});
