/** What the soak measures of a heap is what is left after a collection: the collector must be there, and collect. */
import { pathToFileURL } from 'node:url';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const limitMs = 20_000;

/** Fills its heap, lets go of it, and ends when that is collected; nothing else in it asks for memory then. */
const program = `
  let held = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
  const full = process.memoryUsage().heapUsed;
  held = undefined;
  setInterval(() => {
    if (process.memoryUsage().heapUsed < full / 2) process.exit(0);
  }, 20);`;

test('a process that the collector is loaded into collects its heap without need', async () => {
  const collector = pathToFileURL('soak/collect.mjs');
  collector.searchParams.set('everyMs', '100');
  const run = promisify(execFile)(process.execPath, [`--import=${collector.href}`, '--eval', program], {
    timeout: limitMs,
  });
  await expect(run).resolves.toEqual({ stdout: '', stderr: '' });
});
