/** The metrics of the api: its requests, answers and limits. registry.ts has the rule for labels. */
import { Histogram } from 'prom-client';
import { errorTable } from '../errors.js';
import { clockGauge, type LedgerClock } from './clock-gauge.js';
import { checkWaiting, counter, gauge, newRegistry, startAtZero, type CheckerLoad } from './registry.js';

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** What a limit of the process holds now, or how many wait for it. */
export type Load = { readonly name: string } & ({ readonly held: number } | { readonly waiting: number });

/** The limits that count bytes. `ecf_held` counts requests, so it leaves them out; `ecf_limited_total` counts them too. */
const bytesLimits: ReadonlySet<string> = new Set(['bytes', 'received-bytes']);

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
/** The buckets reach from a quick answer out of the ledger to a send that waits for DGII. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 130];

/** @param checker the load of the threads that check large vouchers */
export function createApiMetrics(checker: () => CheckerLoad) {
  const register = newRegistry('api');
  checkWaiting(register, checker);
  const requests = new Histogram({
    name: 'ecf_http_request_seconds',
    help: 'Answers of the api, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers: [register],
  });
  const refusals = counter(register, 'ecf_http_refusals_total', 'Error answers, by code', ['code']);
  startAtZero(refusals, Object.keys(errorTable));
  const limited = counter(
    register,
    'ecf_limited_total',
    'Requests beyond a limit of this process, by limit',
    ['limit'],
  );
  const held = gauge(register, 'ecf_held', 'What open requests hold of a limit of this process', ['limit']);
  const loads = new Map<string, Load>();
  return {
    contentType: register.contentType,
    text: () => {
      for (const [name, load] of loads)
        if (!bytesLimits.has(name)) held.labels(name).set('held' in load ? load.held : load.waiting);
      return register.metrics();
    },
    /** From now on shows these limits. The receiver with its own port has its own ones, which replace those of the same names. */
    observeLoad: (seen: readonly Load[]) => {
      for (const load of seen) loads.set(load.name, load);
      startAtZero(
        limited,
        seen.map(({ name }) => name),
      );
    },
    observeLedgerClock: (ledger: LedgerClock) => clockGauge(register, ledger),
    /** Counts a request that this limit refused, cut off, or answered without waiting. */
    limited: (limit: string) => limited.labels(limit).inc(),
    /** @param route the path template; undefined if the path is not one of ours */
    answered: (method: string, route: string | undefined, status: number, seconds: number) =>
      requests
        .labels(methods.has(method) ? method : 'other', route ?? 'other', String(status))
        .observe(seconds),
    /** The first refusal with one of these codes is seen as an increase, so alarms can use it. The api's own codes are there from the start. */
    observeRefusals: (codes: readonly string[]) => startAtZero(refusals, codes),
    /** Counts an error answer by its code, whatever it is about. */
    refused: (code: string) => refusals.labels(code).inc(),
  };
}
