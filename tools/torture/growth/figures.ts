/** Turns samples into figures, and figures into a list of what grew. */
import { quantile } from '../../bench/measure.js';

export interface RequestSample {
  readonly atMs: number;
  readonly operation: string;
  readonly ms: number;
}

export interface MemorySample {
  readonly atMs: number;
  readonly role: string;
  /** Bytes; undefined when it was not known at that moment. */
  readonly rss: number | undefined;
  readonly held: number | undefined;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The last third against the first. Each share allows for what still fills up in a warm process (code, pools, caches).
 */
const bounds = {
  /** Resident memory, median of each third. */
  rss: { share: 1.25, slack: 64 * 1024 * 1024 },
  /** Heap left after collections (collect-heap.ts), minimum of each third. */
  held: { share: 1.15, slack: 16 * 1024 * 1024 },
  /** The fastest tenth: growing data slows every request, other load on the machine only some of them. */
  latency: { share: 2, slack: 50 },
};
/** A third needs this many requests of an operation. */
const requestsMin = 10;
/** Chance alone does not make an operation this many times rarer. */
const fewerShare = 4;

export interface Comparison {
  readonly problems: string[];
  readonly lines: string[];
}

export function compareThirds(
  requests: readonly RequestSample[],
  memory: readonly MemorySample[],
  span: Span,
): Comparison {
  const found = [...compareMemory(memory, span), ...compareLatency(requests, span)];
  return {
    problems: found.flatMap(({ problem }) => problem ?? []),
    lines: found.map(({ line }) => line),
  };
}

interface Finding {
  readonly line: string;
  readonly problem?: string;
}

const measured = [
  { member: 'rss', typical: (bytes: readonly number[]) => quantile(bytes, 0.5) },
  { member: 'held', typical: (bytes: readonly number[]) => quantile(bytes, 0) },
] as const;

function compareMemory(memory: readonly MemorySample[], span: Span): Finding[] {
  const roles = [...new Set(memory.map(({ role }) => role))];
  return roles.flatMap((role) =>
    measured.map(({ member, typical }) => {
      const name = `${role} ${member}`;
      const samples = memory.filter((one) => one.role === role && one[member] !== undefined);
      const { first, last } = thirdsOf(samples, span);
      const bytes = (third: readonly MemorySample[]) => typical(third.flatMap((one) => one[member] ?? []));
      // Samples are missing, because the collector did not run. Report that: without figures a run would always pass.
      if (first.length === 0 || last.length === 0) return notMeasured(name);
      return compare(name, [bytes(first), bytes(last)], bounds[member], megabytes);
    }),
  );
}

function compareLatency(requests: readonly RequestSample[], span: Span): Finding[] {
  const operations = [...new Set(requests.map(({ operation }) => operation))];
  return operations.flatMap((operation) => {
    const samples = requests.filter((one) => one.operation === operation);
    const { first, last } = thirdsOf(samples, span);
    if (first.length < requestsMin) return [];
    // The operation was frequent, and now it hardly gets an answer.
    if (last.length < requestsMin)
      return last.length * fewerShare < first.length ? [fewer(operation, first.length, last.length)] : [];
    const fast = (third: readonly RequestSample[]) =>
      quantile(
        third.map(({ ms }) => ms),
        0.1,
      );
    return [compare(`${operation} p10`, [fast(first), fast(last)], bounds.latency, milliseconds)];
  });
}

function thirdsOf<T extends { readonly atMs: number }>(samples: readonly T[], { fromMs, toMs }: Span) {
  const third = (toMs - fromMs) / 3;
  return {
    first: samples.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + third),
    last: samples.filter(({ atMs }) => atMs >= toMs - third && atMs <= toMs),
  };
}

function fewer(operation: string, first: number, last: number): Finding {
  const line = `${operation}: ${first} requests in the first third, ${last} in the last`;
  return { line, problem: line };
}

function notMeasured(name: string): Finding {
  const line = `${name} was not measured`;
  return { line, problem: line };
}

function compare(
  name: string,
  [before, after]: readonly [number, number],
  { share, slack }: { readonly share: number; readonly slack: number },
  show: (value: number) => string,
): Finding {
  const limit = before * share + slack;
  const line = `${name}: ${show(before)} → ${show(after)}, bound ${show(limit)}`;
  if (after <= limit) return { line };
  return { line: `${line} EXCEEDED`, problem: `${name} grew from ${show(before)} to ${show(after)}` };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
