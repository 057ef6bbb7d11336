/** Time limits for a step, combined with the caller's own abort signal. */
import { DeadlinePassedError } from './http.js';

/** Runs `step` with a signal that aborts after `ms` or when `outer` aborts. The step must obey the signal. */
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
