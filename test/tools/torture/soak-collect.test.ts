/** The soak measures what remains of a heap after a collection, so the collector must be loaded, collect, and report. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectedBytes } from '../../../tools/soak/memory.mjs';
import { startNode } from '../../harness/processes/node-process.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';

const mb = 1024 * 1024;
/** Fills its heap and releases it on a message. Nothing else in it allocates memory. */
const program = `
  let held = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
  process.on('message', () => (held = undefined));
  setInterval(() => held?.length, 1_000);`;

test('a process with the collector loaded reports how much of its heap remains after a collection', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-collect-'));
  own('the folder', () => rmSync(dir, { recursive: true, force: true }));
  const collector = pathToFileURL('tools/soak/collect.mjs');
  collector.searchParams.set('everyMs', '100');
  collector.searchParams.set('dir', dir);
  const { child, pid, kill } = startNode(['--eval', program], { imports: [collector] });
  const told = (what: string, met: (bytes: number) => boolean) =>
    until(what, async () => {
      const bytes = collectedBytes(dir, pid);
      return bytes !== undefined && met(bytes) && bytes;
    });
  const full = await told('what it holds', (bytes) => bytes > 16 * mb);
  child.send('let go');
  expect(await told('that it let go', (bytes) => bytes < full - 12 * mb)).toBeGreaterThan(0);
  await kill();
});
