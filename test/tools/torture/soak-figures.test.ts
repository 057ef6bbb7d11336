/** The soak notices growth and ignores fluctuation. */
import { compareThirds, intervalFigures, quantile } from '../../../tools/soak/figures.mjs';

const mb = 1024 * 1024;
const span = { fromMs: 0, toMs: 3_000 };
const times = Array.from({ length: 90 }, (_, n) => n * 33);

const memory = (member: 'rss' | 'held', bytes: (n: number) => number) =>
  times.map((atMs, n) => ({ atMs, role: 'worker', [member]: bytes(n) }));
const requests = (ms: (n: number) => number) =>
  times.map((atMs, n) => ({ atMs, operation: 'send', ms: ms(n) }));

test.each([
  { name: 'memory that stays constant', memory: memory('rss', () => 300 * mb), grown: 0 },
  { name: 'memory that fluctuates', memory: memory('rss', (n) => (300 + (n % 7) * 10) * mb), grown: 0 },
  { name: 'memory that grows all the time', memory: memory('rss', (n) => (300 + n * 4) * mb), grown: 1 },
  { name: 'a heap that is collected', memory: memory('held', (n) => (50 + (n % 10) * 20) * mb), grown: 0 },
  {
    name: 'a heap whose floor rises',
    memory: memory('held', (n) => (50 + n + (n % 10) * 20) * mb),
    grown: 1,
  },
])('$name', ({ memory: samples, grown }) => {
  expect(compareThirds([], samples, span).grown).toHaveLength(grown);
});

test.each([
  { name: 'latency that stays constant', ms: (n: number) => 80 + (n % 9), grown: 0 },
  { name: 'one slow answer', ms: (n: number) => (n === 80 ? 9_000 : 80), grown: 0 },
  { name: 'latency that grows with the stored data', ms: (n: number) => 80 + n * 5, grown: 1 },
])('$name', ({ ms, grown }) => {
  expect(compareThirds(requests(ms), [], span).grown).toHaveLength(grown);
});

test('too few samples are not compared', () => {
  const few = requests((n) => n * 1_000).filter((_, n) => n % 10 === 0);
  expect(compareThirds(few, [], span).lines).toEqual([]);
});

test('the figures of an interval', () => {
  const samples = [1, 2, 3, 4].map((ms) => ({ operation: 'send', ms }));
  expect(intervalFigures(samples, 2)).toEqual({
    perSecond: 2,
    operations: { send: { count: 4, p50: 3, p95: 4 } },
  });
  expect(quantile([5, 1, 3], 0.5)).toBe(3);
});
