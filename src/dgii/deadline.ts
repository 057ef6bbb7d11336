/** Bounds a step in time and joins that bound with the caller's own wish to stop. */
import { DeadlinePassedError } from './http.js';

/**
 * Runs `step` with a signal that aborts after `ms`, or when `outer` does. The step has to obey the signal; nothing is
 * left running or listening afterwards.
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal | undefined,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onOuter = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(new DeadlinePassedError()), ms);
  if (outer?.aborted === true) onOuter();
  outer?.addEventListener('abort', onOuter, { once: true });
  try {
    return await step(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onOuter);
  }
}

/** `promise`, or undefined as soon as the signal aborts; the promise itself goes on for whoever else waits for it. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
