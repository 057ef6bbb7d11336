/**
 * How long the next code of the second factor has to wait after wrong ones. Who guesses codes knows the password already, so the limits of
 * the login (login-limit.ts), which start again each quarter of an hour, are not enough: here the guesses of all time count.
 */
import { dayMs } from '../../ecf/durations.js';
import type { WrongCode } from '../../ledger/people/person.js';

/** People mistype a few codes, or use an old telephone, without a wait. */
const freeTries = 10;
const firstWaitMs = 60_000;
const longestWaitMs = dayMs;
/**
 * NIST SP 800-63B, "Rate Limiting (Throttling)": no more than 100 wrong tries in a row. A code is one of a million, and three are valid at a
 * time (second-factors.ts), so all tries together succeed at most once in 3,333 accounts.
 */
export const wrongCodesMax = 100;

/** When the next code may be tried, in milliseconds. 0: at once. Infinity: never with this authenticator. */
export function nextTryAtMs(wrong: readonly WrongCode[]): number {
  const last = wrong.at(-1);
  if (last === undefined || wrong.length < freeTries) return 0;
  if (wrong.length >= wrongCodesMax) return Infinity;
  const waitMs = Math.min(firstWaitMs * 2 ** (wrong.length - freeTries), longestWaitMs);
  return last.at.getTime() + waitMs;
}
