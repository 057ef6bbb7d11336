/** Waits with a limit: for a time, or for a condition. */
import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  readonly everyMs: number;
  readonly limitMs: number;
}

/**
 * A rejection counts as "not yet". The last check is after the limit: a pause of the machine must not hide a success.
 */
export async function until(condition: () => Promise<boolean>, options: UntilOptions): Promise<boolean> {
  const deadline = performance.now() + options.limitMs;
  for (;;) {
    const leftMs = deadline - performance.now();
    if (await condition().catch(() => false)) return true;
    if (leftMs <= 0) return false;
    await delay(Math.min(options.everyMs, leftMs));
  }
}

export async function sayIfSlow<T>(work: Promise<T>, afterMs: number, say: () => void): Promise<T> {
  const slow = setTimeout(say, afterMs);
  try {
    return await work;
  } finally {
    clearTimeout(slow);
  }
}

/** Pause before the n-th try (counted from 0): doubles each time, up to `maxMs`. */
export function backoffMs(firstMs: number, maxMs: number, tries: number): number {
  // Beyond 2^30 the product would exceed the safe integers; the maximum is reached long before.
  return Math.min(maxMs, firstMs * 2 ** Math.min(tries, 30));
}
