/**
 * Loaded into every role of a soaked service (`node --import`): collects its heap again and again. V8 leaves a heap that has
 * room uncollected for half a minute and more, in which it grows with the traffic; what a role holds shows after a collection
 * only, and is told in a file of the process's id, since whoever looks now and then would see what came after it, too.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// Only the main thread's heap is in the role's metrics, and Temporal's threads are not to pay for it.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const { searchParams } = new URL(import.meta.url);
  const file = join(searchParams.get('dir'), String(process.pid));
  const collectAndTell = () => {
    collect();
    writeFileSync(file, String(process.memoryUsage().heapUsed));
  };
  setInterval(collectAndTell, Number(searchParams.get('everyMs'))).unref();
}
