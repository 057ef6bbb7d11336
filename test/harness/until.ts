/** Waits for a condition, never only for a time. */

/** Calls `look` every `everyMs` until it gives a value; throws after `withinMs`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  { withinMs = 20_000, everyMs = 25 } = {},
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
