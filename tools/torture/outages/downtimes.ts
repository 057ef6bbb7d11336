/** Records when each part was down, to tell an expected failure of a request from an unexpected one. */
import { performance } from 'node:perf_hooks';

/** A client may notice a failure late: on a pooled connection, or in a request that was being read. */
const graceMs = 5_000;

/** Names the span in which a company may be reported as suspended. */
export const issuingOf = (companyId: number) => `issuing of ${companyId}`;

interface Span {
  readonly part: string;
  readonly from: number;
  to: number;
}

export type Downtimes = ReturnType<typeof createDowntimes>;

export function createDowntimes() {
  const spans: Span[] = [];
  return {
    begin(part: string): () => void {
      const span: Span = { part, from: performance.now(), to: Infinity };
      spans.push(span);
      return () => {
        span.to = performance.now();
      };
    },
    overlaps: (part: string, startedAt: number, endedAt: number) =>
      spans.some(
        (span) => span.part === part && span.from - graceMs <= endedAt && startedAt <= span.to + graceMs,
      ),
    /** In milliseconds of the wall clock, with the time in which a client may still notice the failure. */
    wallClockOf: (part: string) =>
      spans
        .filter((span) => span.part === part)
        .map(({ from, to }) => ({
          fromMs: performance.timeOrigin + from - graceMs,
          toMs: performance.timeOrigin + to + graceMs,
        })),
    of(part: string) {
      const own = spans.filter((span) => span.part === part);
      const ms = own.reduce((sum, { from, to }) => sum + Math.min(to, performance.now()) - from, 0);
      return { times: own.length, ms: Math.round(ms) };
    },
  };
}
