/**
 * Divides something limited (bytes in memory, places to wait) among companies. Nobody can take all of it, and what nobody
 * else uses is free to take.
 */

export interface FairShare<Key> {
  /** Takes `amount` for this key. False: refused, and nothing was taken. */
  take(key: Key, amount: number): boolean;
  /** Gives back what `take` took. */
  giveBack(key: Key, amount: number): void;
  /** Whether the key holds at least as much as the others do on average. If it is refused then, it has too much itself. */
  holdsItsPart(key: Key): boolean;
  /** What all keys hold together. */
  readonly held: number;
}

/**
 * A key may hold up to this many times what is still free. So one alone gets three quarters of the whole, two get three
 * sevenths each, and something is always left for the next one, without a list of who exists. (Dynamic thresholds: Choudhury
 * and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998.)
 */
const timesFree = 3;

/** @param free what is left after the key holds `own` */
export function mayHold(own: number, free: number): boolean {
  return free >= 0 && own <= timesFree * free;
}

export function createFairShare<Key>(capacity: number): FairShare<Key> {
  const heldBy = new Map<Key, number>();
  let held = 0;
  const add = (key: Key, amount: number) => {
    held += amount;
    const own = (heldBy.get(key) ?? 0) + amount;
    if (own === 0) heldBy.delete(key);
    else heldBy.set(key, own);
  };
  return {
    take: (key, amount) => {
      const own = (heldBy.get(key) ?? 0) + amount;
      if (!mayHold(own, capacity - held - amount)) return false;
      add(key, amount);
      return true;
    },
    giveBack: (key, amount) => add(key, -amount),
    holdsItsPart: (key) => {
      const own = heldBy.get(key) ?? 0;
      return own > 0 && own * heldBy.size >= held;
    },
    get held() {
      return held;
    },
  };
}
