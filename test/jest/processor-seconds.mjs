/**
 * Jest's own runner of a test file, which also counts the processor seconds of the file: those of this process, and those
 * of the processes that it started and that have ended (Linux only). `slowest-files.mjs` prints them.
 *
 * Plain JavaScript, because Jest does not transform its own runner.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @typedef {(...args: readonly unknown[]) => Promise<object>} RunFile */

const circus = /** @type {{ default: RunFile }} */ (createRequire(import.meta.url)('jest-circus/runner'));

/** @type {RunFile} */
export default async function countProcessorSeconds(...args) {
  const before = processorSeconds();
  const result = await circus.default(...args);
  return { ...result, processorSeconds: processorSeconds() - before };
}

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfEnded();
}

/** Fields 16 and 17 of proc(5): times of ended children, in ticks of 10 ms. */
function secondsOfEnded() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) / 100;
}
