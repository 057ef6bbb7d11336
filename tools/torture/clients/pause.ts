/** The pauses of the imitated clients between two requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../../bench/dice.js';

export const pauseMinMs = 100;
export const pauseMaxMs = 1_500;

export function pause(dice: Dice): Promise<void> {
  return sleep(dice.between(pauseMinMs, pauseMaxMs));
}
