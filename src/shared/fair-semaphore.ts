/**
 * Divides something limited (bytes in memory, sends that wait) among companies. No company can take all of it, and a company may use what
 * the others do not.
 */

export interface FairSemaphore<Key> {
  /** False if it was refused; then nothing was acquired. */
  tryAcquire(key: Key, amount: number): boolean;
  release(key: Key, amount: number): void;
  /** Whether the key uses at least the average of all keys. If such a key is refused, it has too much itself. */
  usesAverage(key: Key): boolean;
  readonly inUse: number;
}

/**
 * A key may use up to this many times what is still free. So a single key gets three quarters of the whole, two get three sevenths each,
 * and something always remains for the next one. The rule needs no list of keys. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998.)
 */
const timesFree = 3;

/** @param free what is left once the key uses `own` */
export function mayUse(own: number, free: number): boolean {
  return free >= 0 && own <= timesFree * free;
}

export function createFairSemaphore<Key>(capacity: number): FairSemaphore<Key> {
  const usedBy = new Map<Key, number>();
  let inUse = 0;
  const add = (key: Key, amount: number) => {
    inUse += amount;
    const own = (usedBy.get(key) ?? 0) + amount;
    if (own === 0) usedBy.delete(key);
    else usedBy.set(key, own);
  };
  return {
    tryAcquire: (key, amount) => {
      const own = (usedBy.get(key) ?? 0) + amount;
      if (!mayUse(own, capacity - inUse - amount)) return false;
      add(key, amount);
      return true;
    },
    release: (key, amount) => add(key, -amount),
    usesAverage: (key) => {
      const own = usedBy.get(key) ?? 0;
      return own > 0 && own * usedBy.size >= inUse;
    },
    get inUse() {
      return inUse;
    },
  };
}
