/** Timing: works one after the other, alternating, or with many clients at once. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** @returns milliseconds that `work` took */
export async function timed(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/**
 * For work that computes and never waits. It leaves out the time that other processes use, which affects long works far more
 * than short ones. It includes the engine's own work, such as garbage collection and compiling.
 * @returns milliseconds of processor time that `work` took
 */
export async function cpuTimed(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Runs the works in turn, `rounds` times, so that other load on the machine affects all of them equally.
 * @param {Readonly<Record<string, () => Promise<void>>>} works
 * @returns {Promise<Record<string, number[]>>} milliseconds of each
 */
export async function alternately(works, rounds, clock = timed) {
  const samples = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) samples[name].push(await clock(work));
  }
  return samples;
}

/** @returns works per second; `clients` works run at any time, `count` in total */
export async function throughput(work, clients, count) {
  let left = count;
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        while (left > 0) {
          left -= 1;
          await work();
        }
      }),
    ),
  );
  return (count / ms) * 1_000;
}

/** The sample at this share of the sorted samples: 0.5 is the median. */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
