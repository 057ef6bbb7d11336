/** Records when each part was down, to tell an expected failure of a request from an unexpected one. */
import { performance } from 'node:perf_hooks';

/** A failure is noticed late, on a busy machine by seconds: for example by pooled connections, or a request that was being read. */
const graceMs = 5_000;

/** Names the span in which a company may be reported as suspended. */
export const issuingOf = (companyId) => `issuing of ${companyId}`;

export function createDowntimes(now = () => performance.now()) {
  const spans = [];
  return {
    /** @returns a function that ends the span */
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
