/** What the ledger does about a time that a process wrote whose clock was ahead, for example local time read as UTC. */
import { hourMs } from '../ecf/durations.js';

/** The clocks of two processes may differ by this much. */
export const clocksDifferMaxMs = 60_000;

/** A time later than this cannot be true at `now`. If it counted, it would hold something back until the clocks reach it. */
export function latestPossible(now: Date): Date {
  return new Date(now.getTime() + clocksDifferMaxMs);
}

/** The longest pause before a round of the workers checks a record again: BUYERS_RETRY_MAX_MS may be 24 h. The rest is for the margins. */
const pauseMaxMs = 30 * hourMs;

/** A record that is due later than this at `now` has its time from a clock that was ahead. It is due now. */
export function latestDue(now: Date): Date {
  return new Date(now.getTime() + pauseMaxMs);
}

/** The time of a record that must be newer than the last one, even if that one is from a clock that was ahead. */
export function newerThan(last: Date | undefined, now: Date): Date {
  return new Date(Math.max(now.getTime(), (last?.getTime() ?? 0) + 1));
}
