/** Waits for a condition, never only for a time. */

/** The longer it has waited, the longer it pauses between two checks: a check takes processor time from the work that it waits for. */
const pauseShare = 0.05;
const pauseMaxMs = 250;

/** Calls `check` until it returns a value, at first every `everyMs` milliseconds. @throws Error after `withinMs` milliseconds */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  { withinMs = 20_000, everyMs = 25 } = {},
): Promise<T> {
  const began = Date.now();
  for (;;) {
    // Measured before the check: after a pause of the machine there is one more check.
    const waitedMs = Date.now() - began;
    const seen = await check();
    if (seen !== undefined && seen !== false) return seen;
    if (waitedMs > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
    const pauseMs = Math.max(everyMs, Math.min(waitedMs * pauseShare, pauseMaxMs));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
