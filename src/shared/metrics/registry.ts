/**
 * Registers Prometheus metrics. Labels have few values, for any input: routes from openapi.yaml, codes from our own tables, and only the
 * most urgent companies. Each metric is a row (metric-row.ts).
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../within.js';
import type { MetricRow } from './metric-row.js';

export interface CheckerLoad {
  /** How many large vouchers wait for a thread. */
  readonly waiting: number;
}

/** Includes Node's own metrics: memory, event loop, garbage collection, open handles. */
export function newRegistry(role: string): Registry {
  const register = new Registry();
  register.setDefaultLabels({ role });
  collectDefaultMetrics({ register });
  return register;
}

function configOf(registry: Registry, { name, help, labels }: MetricRow) {
  return { name, help, labelNames: [...labels], registers: [registry] };
}

export const counter = (registry: Registry, row: MetricRow) => new Counter(configOf(registry, row));

export const gauge = (registry: Registry, row: MetricRow) => new Gauge(configOf(registry, row));

export function histogram(registry: Registry, row: MetricRow, buckets: number[]) {
  return new Histogram({ ...configOf(registry, row), buckets });
}

/**
 * Starts the series of these label values at 0, one for each combination. Prometheus sees no increase in a series that is born at 1, so an
 * alarm on `increase` or `rate` would miss the first event of each process.
 * @param values the possible values of each label, in the order of the counter's labels
 */
export function startAtZero(counted: Counter, ...values: readonly (readonly (string | number)[])[]): void {
  let series: string[][] = [[]];
  for (const ofLabel of values)
    series = series.flatMap((labels) => ofLabel.map((value) => [...labels, String(value)]));
  for (const labels of series) counted.labels(...labels).inc(0);
}

/** A gauge that each scrape measures. */
export function measured(registry: Registry, row: MetricRow, value: () => number): void {
  new Gauge({
    ...configOf(registry, row),
    collect() {
      this.set(value());
    },
  });
}

export const checkWaitingRow = {
  name: 'ecf_check_waiting',
  type: 'gauge',
  labels: [],
  help: 'Are there enough threads for large vouchers? Large vouchers that wait for a thread. More than a few that wait for minutes: more threads or processes',
} as const satisfies MetricRow;

/** The api and the workers have threads that check large vouchers. */
export function checkWaiting(registry: Registry, checker: () => CheckerLoad): void {
  measured(registry, checkWaitingRow, () => checker().waiting);
}

interface SharedReadTimes {
  /** Not more often than this. */
  readonly freshMs: number;
  /** How long a scrape waits. After that it gets the last known values. */
  readonly waitMs: number;
}

/**
 * Reads figures for scrapes. Scrapes at the same time share a read. After a failure the last known values stay: the age, or other metrics,
 * show that they are old.
 */
export function createSharedReads({ freshMs, waitMs }: SharedReadTimes, read: () => Promise<void>) {
  let readAtMs = -Infinity;
  let reading: Promise<void> | undefined;
  const ageMs = () => performance.now() - readAtMs;
  const refresh = async () => {
    if (ageMs() < freshMs) return;
    reading ??= read()
      .then(() => {
        readAtMs = performance.now();
      })
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    await within(waitMs, reading, undefined);
  };
  return { ageMs, refresh };
}
