/** Waits for a condition, never only for a time. */

/** The longer it has waited, the more seldom it looks: looking costs processor time that the awaited needs. */
const pauseShare = 0.05;
const pauseMaxMs = 250;

/** Calls `look` until it gives a value, with pauses of `everyMs` at first; throws after `withinMs`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  { withinMs = 20_000, everyMs = 25 } = {},
): Promise<T> {
  const began = Date.now();
  for (;;) {
    // Measured before the look: after a pause of the machine there is one more look.
    const waitedMs = Date.now() - began;
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (waitedMs > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
    const pauseMs = Math.max(everyMs, Math.min(waitedMs * pauseShare, pauseMaxMs));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
