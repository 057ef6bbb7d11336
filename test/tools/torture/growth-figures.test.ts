/** A run with traffic alone notices growth and ignores fluctuation. */
import { compareThirds, type MemorySample } from '../../../tools/torture/growth/figures.js';

const mb = 1024 * 1024;
const span = { fromMs: 0, toMs: 3_000 };
const times = Array.from({ length: 90 }, (_, n) => n * 33);
const flat = () => 300 * mb;

interface Bytes {
  readonly rss?: (n: number) => number;
  readonly held?: (n: number) => number | undefined;
}
const memory = ({ rss = flat, held = flat }: Bytes): MemorySample[] =>
  times.map((atMs, n) => ({ atMs, role: 'worker', rss: rss(n), held: held(n) }));
const requests = (ms: (n: number) => number) =>
  times.map((atMs, n) => ({ atMs, operation: 'send', ms: ms(n) }));

test.each([
  { name: 'memory that fluctuates', bytes: { rss: (n: number) => (300 + (n % 7) * 10) * mb }, problems: 0 },
  { name: 'memory that grows all the time', bytes: { rss: (n: number) => (300 + n * 4) * mb }, problems: 1 },
  {
    name: 'a heap that is collected',
    bytes: { held: (n: number) => (50 + (n % 10) * 20) * mb },
    problems: 0,
  },
  {
    name: 'a heap whose floor rises',
    bytes: { held: (n: number) => (50 + n + (n % 10) * 20) * mb },
    problems: 1,
  },
  { name: 'a heap that was not measured', bytes: { held: () => undefined }, problems: 1 },
])('$name: $problems problems', ({ bytes, problems }) => {
  expect(compareThirds([], memory(bytes), span).problems).toHaveLength(problems);
});

test.each([
  { name: 'one slow answer', ms: (n: number) => (n === 80 ? 9_000 : 80), problems: 0 },
  { name: 'latency that grows with the stored data', ms: (n: number) => 80 + n * 5, problems: 1 },
])('$name: $problems problems', ({ ms, problems }) => {
  expect(compareThirds(requests(ms), [], span).problems).toHaveLength(problems);
});

test.each([
  { name: 'an operation that gets no answer any more', last: 0, problems: 1 },
  { name: 'an operation that became a little rarer', last: 9, problems: 0 },
])('$name: $problems problems', ({ last, problems }) => {
  const all = requests(() => 80);
  const [first, late] = [all.slice(0, 20), all.slice(-last, last === 0 ? 0 : undefined)];
  expect(compareThirds([...first, ...late], [], span).problems).toHaveLength(problems);
});
