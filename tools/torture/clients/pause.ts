/** The pauses of the imitated clients between two requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../../bench/dice.js';

export const pauseMinMs = 100;
export const pauseMaxMs = 1_500;

/** A client that has asked often asks less often. */
const longerMax = 8;

export function pause(dice: Dice, tries = 0): Promise<void> {
  const longer = Math.min(longerMax, 2 ** Math.floor(tries / 4));
  return sleep(dice.between(pauseMinMs, pauseMaxMs) * longer);
}
