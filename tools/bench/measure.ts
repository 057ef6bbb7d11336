/** Timing: works that take turns, or many clients at once. */
import { performance } from 'node:perf_hooks';

/** Its result does not matter; if it is a promise, its end does. */
export type Work = () => unknown;

/** @returns milliseconds that `work` took */
export async function timed(work: Work): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/**
 * For work that computes and never waits. It leaves out the time that other processes use, which affects long works far more
 * than short ones. It includes the engine's own work, such as garbage collection and compiling.
 * @returns milliseconds of processor time that `work` took
 */
export async function cpuTimed(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Runs the measurements in turn, `rounds` times, so that other load on the machine affects all of them equally. */
export async function inTurn<Name extends string>(
  measurements: Readonly<Record<Name, () => Promise<number>>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const samples = mapEach(measurements, (): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of namesOf(measurements)) samples[name].push(await measurements[name]());
  }
  return samples;
}

export function alternately<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  rounds: number,
  clock = timed,
): Promise<Record<Name, number[]>> {
  const measurements = mapEach(works, (work) => () => clock(work));
  return inTurn(measurements, rounds);
}

/** @returns works per second; `clients` works run at any time, `count` in total */
export async function throughput(work: Work, clients: number, count: number): Promise<number> {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  const ms = await timed(() => Promise.all(Array.from({ length: clients }, client)));
  return (count / ms) * 1_000;
}

/** The sample at this share of the sorted samples. @throws when there are no samples */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const sample = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (sample === undefined) throw new Error('No samples');
  return sample;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

export function mapEach<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (value: From) => To,
): Record<Name, To> {
  const entries = namesOf(record).map((name) => [name, change(record[name])] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}

export function row(name: string, unit: string, figures: readonly number[], digits = unit === 'ms' ? 2 : 0) {
  const [one = NaN, other = NaN] = figures;
  return [name, ...figures.map((figure) => `${figure.toFixed(digits)} ${unit}`), (one / other).toFixed(2)];
}
