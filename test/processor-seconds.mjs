/**
 * Jest's own runner of a test file, which also counts the processor seconds of the file: those of this process, and those
 * of the processes that it started and that have ended (Linux only). `slowest-files.mjs` prints them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { default: runFile } = createRequire(import.meta.url)('jest-circus/runner');

export default async function countProcessorSeconds(...args) {
  const before = processorSeconds();
  const result = await runFile(...args);
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
