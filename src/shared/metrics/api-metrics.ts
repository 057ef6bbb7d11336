/** The metrics of the api: its requests, answers and limits. registry.ts has the rule for labels. */
import { errorTable } from '../errors.js';
import { clockGauge, type LedgerClock } from './clock-gauge.js';
import { readyGauge, type ReadyReader } from './ready-gauge.js';
import type { MetricRow } from './metric-row.js';
import {
  checkWaiting,
  counter,
  gauge,
  histogram,
  newRegistry,
  startAtZero,
  type CheckerLoad,
} from './registry.js';

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** How much of a limit of the process is in use, or how many wait for it. */
export type Load = { readonly name: string } & ({ readonly inUse: number } | { readonly waiting: number });

/** The limits that count bytes. `ecf_held` counts requests, so it leaves them out; `ecf_limited_total` counts them too. */
const bytesLimits: ReadonlySet<string> = new Set(['bytes', 'received-bytes']);

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
/** The buckets reach from a quick answer out of the ledger to a send that waits for DGII. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 130];

export const apiRows = {
  requests: {
    name: 'ecf_http_request_seconds',
    type: 'histogram',
    labels: ['method', 'route', 'status'],
    help: 'Do we answer, and how fast? Answers of the api, by route and status. A send that waits for DGII takes as long as asked',
  },
  refusals: {
    name: 'ecf_http_refusals_total',
    type: 'counter',
    labels: ['code'],
    help: 'What do we refuse? Error answers, by code',
    alarms: [
      {
        name: 'EcfNumberUsedTwice',
        when: 'increase(ecf_http_refusals_total{code="ENCF_OTHER_CONTENT"}[1h]) > 0',
        severity: 'ticket',
        then: 'Inform the integrator: two documents got the same number.',
      },
      {
        name: 'EcfReceiverOutOfRoom',
        when: 'sum by (code) (increase(ecf_http_refusals_total{code=~"RECEPTION_NO_ROOM|APPROVAL_NO_ROOM"}[1h])) > 0',
        severity: 'ticket',
        then: 'Strangers used up their room: honest senders without a trusted certificate wait too. Set `RECEIVER_CA_FILE`, and limit the network at the proxy: [the receiver](receiver.md).',
      },
      {
        name: 'EcfPasswordsGuessed',
        when: 'rate(ecf_http_refusals_total{code="CREDENTIALS_INVALID"}[5m]) > 1',
        severity: 'inform',
        then: 'Somebody guesses passwords; the log of the proxy has the addresses.',
      },
      {
        name: 'EcfDefect',
        when: 'rate(ecf_http_refusals_total{code="INTERNAL_ERROR"}[5m]) > 0',
        severity: 'page',
        then: 'A defect: find it in the log by the correlation id.',
      },
      {
        name: 'EcfLedgerUnavailable',
        when: 'rate(ecf_http_refusals_total{code="LEDGER_UNAVAILABLE"}[2m]) > 0',
        forMinutes: 2,
        severity: 'page',
        then: 'No voucher is admitted. If MongoDB answers, look for held writes (`db.fsyncUnlock()`, [backup](backup.md)), then for a missing majority of members that hold data.',
      },
    ],
  },
  limited: {
    name: 'ecf_limited_total',
    type: 'counter',
    labels: ['limit'],
    help: 'Does somebody ask for more than it may, or all together for more than one process serves? Refused requests, by limit',
    alarms: [
      {
        name: 'EcfProcessLimited',
        when: 'sum by (limit) (rate(ecf_limited_total[5m])) > 1',
        severity: 'inform',
        then: 'Somebody sends more than it may, or all together more than a process serves: the log names the company. For `passwords` and `first-logins` the proxy must limit. What each limit is: [limits](limits.md).',
      },
    ],
  },
  held: {
    name: 'ecf_held',
    type: 'gauge',
    labels: ['limit'],
    help: 'Which limit of this process is close? How much of each limit is in use, or how many wait for it',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** @param checker the load of the threads that check large vouchers */
export function createApiMetrics(checker: () => CheckerLoad) {
  const register = newRegistry('api');
  checkWaiting(register, checker);
  const requests = histogram(register, apiRows.requests, requestBuckets);
  const refusals = counter(register, apiRows.refusals);
  startAtZero(refusals, Object.keys(errorTable));
  const limited = counter(register, apiRows.limited);
  const held = gauge(register, apiRows.held);
  const loads = new Map<string, Load>();
  return {
    contentType: register.contentType,
    text: () => {
      for (const [name, load] of loads)
        if (!bytesLimits.has(name)) held.labels(name).set('inUse' in load ? load.inUse : load.waiting);
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
    observeReady: (reader: ReadyReader) => readyGauge(register, reader),
    /** Counts a request that this limit refused, cut off, or answered without waiting. */
    limited: (limit: string) => limited.labels(limit).inc(),
    /** @param route the path template; undefined if the path is not one of ours */
    answered: (method: string, route: string | undefined, status: number, seconds: number) =>
      requests
        .labels(methods.has(method) ? method : 'other', route ?? 'other', String(status))
        .observe(seconds),
    /** The first refusal with one of these codes is seen as an increase, so alarms can use it. The api's own codes are there from the start. */
    observeRefusals: (codes: readonly string[]) => startAtZero(refusals, codes),
    refused: (code: string) => refusals.labels(code).inc(),
  };
}
