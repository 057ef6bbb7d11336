/**
 * Divides something limited (bytes in memory, slots to wait in) among companies. No company can take all of it, and a company may use what
 * the others do not.
 */

export interface FairShare<Key> {
  /** Takes `amount` for this key. False if it was refused; then nothing was taken. */
  take(key: Key, amount: number): boolean;
  giveBack(key: Key, amount: number): void;
  /** Whether the key holds at least the average of all keys. If such a key is refused, it has too much itself. */
  holdsItsPart(key: Key): boolean;
  readonly held: number;
}

/**
 * A key may hold up to this many times what is still free. So a single key gets three quarters of the whole, two get three sevenths each,
 * and something always remains for the next one. The rule needs no list of keys. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998.)
 */
const timesFree = 3;

/** @param free what is left once the key holds `own` */
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
