/** The pause after a collision of processes. */

/** A random time from half of `mostMs` to all of it, so that processes that collided wake up at different moments. */
export function jitter(mostMs: number): number {
  return (0.5 + Math.random() / 2) * mostMs;
}
