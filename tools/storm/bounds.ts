/** What a storm may do to the other company and to the service, and whether it did more. */
import { quantile } from '../bench/measure.js';
import type { AnswerCounts, Met } from './attacker/orders.js';

export interface Timing {
  readonly operation: string;
  readonly ms: number;
}

export interface Measured {
  readonly timings: readonly Timing[];
  /** The slowest answer of /healthz. */
  readonly healthMs: number;
  /** A role is absent if its memory was never known. */
  readonly memory: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** A client still takes this for a service that works. */
const answerMsMax = 2_000;
/** On a machine that is busy with other programs, a quiet request may take nearly as long. Then it may take this many times its quiet value. */
const slowerMax = 3;
const loginMsMax = 5_000;
/** At most the memory limits of docker-compose.yml. */
const memoryMax: Readonly<Record<string, number>> = { api: 2 * 1024 ** 3, worker: 2 * 1024 ** 3 };
/** With fewer answers a percentile says nothing. */
const answersMin = 20;
const frequent = ['send', 'validate', 'status'] as const;

/** @returns one sentence for each bound that the storm broke */
export function brokenBounds(storm: string, quiet: Measured, during: Measured): string[] {
  return [...brokenLimits(storm, during), ...brokenTimes(storm, quiet, during)];
}

/** @returns a sentence if the storm met nothing of what it is meant to meet */
export function metNothing(storm: string, expected: readonly Met[], answers: AnswerCounts): string[] {
  if (answers.some(([met, count]) => count > 0 && expected.includes(met))) return [];
  return [`MET-NOTHING: ${storm} never met ${expected.join(' or ')}`];
}

export function brokenLimits(storm: string, { memory, failures }: Measured): string[] {
  const tooLarge = Object.entries(memory)
    .filter(([role, bytes]) => bytes > (memoryMax[role] ?? Infinity))
    .map(([role, bytes]) => `MEMORY: ${storm}: ${role} took ${megabytes(bytes)} MB`);
  const unknown = Object.keys(memoryMax)
    .filter((role) => memory[role] === undefined)
    .map((role) => `MEMORY: ${storm}: the memory of ${role} was never known`);
  return [...tooLarge, ...unknown, ...failures.map((failure) => `REFUSED: ${storm}: ${failure}`)];
}

function brokenTimes(storm: string, quiet: Measured, during: Measured): string[] {
  const compared = comparisons(quiet, during);
  const tooFew = frequent
    .filter((name) => !compared.some(({ operation }) => operation === name))
    .map((name) => `FEW: ${storm}: fewer than ${answersMin} answers of ${name}; use more --seconds`);
  const slower = compared
    .filter(({ quietMs, stormMs }) => stormMs > Math.max(answerMsMax, slowerMax * quietMs))
    .map(({ operation, quietMs, stormMs }) => {
      return `SLOWER: ${storm}: ${operation} took ${stormMs.toFixed()} ms, quiet ${quietMs.toFixed()} ms (95th percentile)`;
    });
  const slowestLogin = Math.max(
    ...during.timings.filter(({ operation }) => operation === 'login').map(({ ms }) => ms),
  );
  const logins =
    slowestLogin > loginMsMax ? [`LOGIN: ${storm}: a login took ${slowestLogin.toFixed()} ms`] : [];
  const health =
    during.healthMs > Math.max(answerMsMax, slowerMax * quiet.healthMs)
      ? [`HEALTH: ${storm}: /healthz took ${during.healthMs.toFixed()} ms`]
      : [];
  return [...tooFew, ...slower, ...logins, ...health];
}

export interface Comparison {
  readonly operation: string;
  readonly quietMs: number;
  readonly stormMs: number;
}

export function comparisons(quiet: Measured, during: Measured): Comparison[] {
  const operations = new Set(quiet.timings.map(({ operation }) => operation));
  return [...operations].flatMap((operation) => {
    const quietMs = percentile95(quiet.timings, operation);
    const stormMs = percentile95(during.timings, operation);
    if (quietMs === undefined || stormMs === undefined) return [];
    return [{ operation, quietMs, stormMs }];
  });
}

export function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed();
}

function percentile95(timings: readonly Timing[], operation: string): number | undefined {
  const own = timings.filter((one) => one.operation === operation).map(({ ms }) => ms);
  if (own.length < answersMin) return undefined;
  return quantile(own, 0.95);
}
