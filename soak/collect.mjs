/**
 * Loaded into every role of a soaked service (`node --import`): collects its heap again and again. V8 leaves a heap that has
 * room uncollected for half a minute and more, in which it grows with the traffic; what a role holds shows after a collection
 * only, and a short run would have to hope for one.
 */
import { setInterval } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// Only the main thread's heap is in the role's metrics, and Temporal's threads are not to pay for it.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setInterval(() => collect(), Number(new URL(import.meta.url).searchParams.get('everyMs'))).unref();
}
