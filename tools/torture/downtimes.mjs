/** When which part was down, so that an answer that failed can be told from one that should not have. */
import { performance } from 'node:perf_hooks';

/** What broke a moment ago is noticed a moment later, on a busy machine a few: connections of a pool, a request that was being read. */
const graceMs = 5_000;

/** The span in which a company may be told that it is suspended. */
export const issuingOf = (companyId) => `issuing of ${companyId}`;

export function createDowntimes(now = () => performance.now()) {
  const spans = [];
  return {
    /** @returns ends it */
    begin(part) {
      const span = { part, from: now(), to: Infinity };
      spans.push(span);
      return () => (span.to = now());
    },
    overlaps: (part, startedAt, endedAt) =>
      spans.some(
        (span) => span.part === part && span.from - graceMs <= endedAt && startedAt <= span.to + graceMs,
      ),
    /** Milliseconds and number of times, for the report. */
    of(part) {
      const own = spans.filter((span) => span.part === part);
      const ms = own.reduce((sum, { from, to }) => sum + Math.min(to, now()) - from, 0);
      return { times: own.length, ms: Math.round(ms) };
    },
  };
}
