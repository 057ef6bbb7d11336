/** Lengths of time in milliseconds, and the hour in which a counter counts. */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The hour of an instant, counted from 1970-01-01 UTC, and the instant at which it ends. */
export function hourOf(instantMs: number): { readonly hour: number; readonly endMs: number } {
  const hour = Math.floor(instantMs / hourMs);
  return { hour, endMs: (hour + 1) * hourMs };
}
