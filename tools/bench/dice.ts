/** Repeatable chance: the n-th throw of a named stream is the same in every run. */
import { createHash } from 'node:crypto';

/** @param {string} name seed and purpose: streams with different names are independent */
export function createDice(name) {
  let thrown = 0;
  /** 0 ≤ x < 1 */
  const next = () => {
    const digest = createHash('sha256').update(`${name}:${thrown}`).digest();
    thrown += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
  const between = (min, max) => min + Math.floor(next() * (max - min + 1));
  return {
    /** A whole number; both limits are included. */
    between,
    chance: (share) => next() < share,
    pick: (list) => list[between(0, list.length - 1)],
    shuffled(list) {
      const left = [...list];
      return list.map(() => left.splice(between(0, left.length - 1), 1)[0]);
    },
  };
}
