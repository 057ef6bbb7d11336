/** Repeatable chance: the n-th throw of a named stream is the same in every run. */
import { createHash } from 'node:crypto';

export interface Dice {
  /** A whole number; both limits are included. */
  between(min: number, max: number): number;
  chance(share: number): boolean;
  /** @throws when the list is empty */
  pick<Item>(list: readonly Item[]): Item;
  shuffled<Item>(list: readonly Item[]): Item[];
}

/** The name is seed and purpose: streams with different names are independent. */
export function createDice(name: string): Dice {
  let thrown = 0;
  /** 0 ≤ x < 1 */
  const next = () => {
    const digest = createHash('sha256').update(`${name}:${thrown}`).digest();
    thrown += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    chance: (share) => next() < share,
    pick: (list) => {
      const [picked] = list.slice(between(0, list.length - 1));
      if (picked === undefined) throw new Error('Nothing to pick from');
      return picked;
    },
    shuffled: (list) => {
      const left = [...list];
      return list.flatMap(() => left.splice(between(0, left.length - 1), 1));
    },
  };
}
