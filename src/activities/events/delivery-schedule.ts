/** When an event is tried again, and what an answer means. The example schedule of Standard Webhooks 1.0.0 is ours. */
import { hourMs } from '../../ecf/durations.js';

const minuteMs = 60_000;

/** The pause before each try after the first: ten tries in 75.6 hours. */
export const retryPausesMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];
/** Without jitter, all events that failed together would come again together. */
const jitterShare = 0.1;

/** The longest pause that a receiver may ask for. A longer one would delay events more than its failure does. */
const retryAfterMaxMs = 24 * hourMs;
/** A receiver that is overloaded, or a gateway that does not reach it, gets at least this pause if it asks for none. */
const slowDownMs = minuteMs;
/** 429 Too Many Requests, 502 Bad Gateway and 504 Gateway Timeout: slow down (Standard Webhooks 1.0.0, "Responses"). */
const slowDownStatuses: readonly number[] = [429, 502, 504];

/** Undefined: the schedule has no further try. @param attempts how many there were */
export function pauseAfter(attempts: number, random: () => number = Math.random): number | undefined {
  const pauseMs = retryPausesMs[Math.max(0, attempts - 1)];
  return pauseMs === undefined ? undefined : jittered(pauseMs, random);
}

/** A probe never ends by itself: after the schedule there is one a day, until the endpoint is disabled. */
export function probePause(failures: number, random: () => number = Math.random): number {
  return pauseAfter(failures, random) ?? jittered(24 * hourMs, random);
}

function jittered(pauseMs: number, random: () => number): number {
  return Math.round(pauseMs * (1 - jitterShare + 2 * jitterShare * random()));
}

export type AnswerMeaning = 'delivered' | 'gone' | 'failed';

/** A redirect is a failure: the endpoint's owner writes the new address, nobody else. */
export function meaningOf(status: number): AnswerMeaning {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}

/** How long the endpoint gets nothing. Undefined: it asked for no pause. @param retryAfter the header, seconds or a date */
export function restAfter(status: number, retryAfter: string, now: Date): number | undefined {
  const askedMs = retryAfterMs(retryAfter.trim(), now);
  if (askedMs !== undefined) return Math.min(Math.max(askedMs, 0), retryAfterMaxMs);
  return slowDownStatuses.includes(status) ? slowDownMs : undefined;
}

function retryAfterMs(text: string, now: Date): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // RFC 9110 allows a date too. Only its own form begins with the name of a day.
  const at = /^[A-Z][a-z]{2,8},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at - now.getTime();
}
