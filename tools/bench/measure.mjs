/** Timing: one after the other, alternating, or many clients at once. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** @returns milliseconds that `work` took */
export async function timed(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/**
 * For work that computes and never waits: what other processes take of the machine is left out, which meets long works far
 * more than short ones. What the engine does beside it (garbage, compiling) counts.
 * @returns milliseconds of processor time that `work` took
 */
export async function cpuTimed(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Takes the works in turn, `rounds` times, so that whatever else the machine does meets all of them alike.
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

/** @returns works per second with `clients` of them under way all the time, `count` in all */
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

/** The sample below which a share of all lies: 0.5 is the median. */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
