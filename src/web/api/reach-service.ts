/** Whether the service answers at all, before the browser loads the application anew. */
import { networkError } from './api-error.js';

const limitMs = 10_000;

/** @throws ApiError without a connection. The browser would then show its own error page in place of the application. */
export async function reachService(): Promise<void> {
  try {
    await fetch('/app/', { cache: 'no-store', signal: AbortSignal.timeout(limitMs) });
  } catch {
    throw networkError();
  }
}
