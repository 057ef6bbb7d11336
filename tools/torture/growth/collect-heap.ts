/**
 * Loaded into every role (`node --import`): collects its heap at intervals. V8 may leave garbage for half a
 * minute or more, so only the size right after a collection shows what a role holds.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// Only the main thread's heap is in the role's metrics. Temporal's threads should not pay for collections.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { searchParams } = new URL(import.meta.url);
  const file = join(searchParams.get('dir') ?? '.', String(process.pid));
  const collectAndWrite = () => {
    collect();
    writeFileSync(file, String(process.memoryUsage().heapUsed));
  };
  setInterval(collectAndWrite, Number(searchParams.get('everyMs'))).unref();
}
