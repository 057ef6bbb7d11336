/**
 * Prometheus metrics of a role. Labels have few values, for any input: routes from openapi.yaml, codes from our own tables, and
 * only the most urgent companies. docs/operations.md says why to watch each metric.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LedgerOverview } from '../ledger/ledger-overview.js';
import { within } from './within.js';

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** The limits of the api in `ecf_held`, by their names in api/limits/shares.ts. */
const limitNames = {
  companyRequests: 'requests',
  logins: 'logins',
  links: 'links',
  waitingSends: 'waiting-sends',
  questions: 'questions',
  receptions: 'receptions',
  largeReceptions: 'large-receptions',
  receiverTurns: 'receiver-turns',
  acknowledgements: 'acknowledgements',
  linkPrints: 'link-prints',
  prints: 'prints',
  lists: 'lists',
  webRequests: 'web-requests',
  companyArrivals: 'company-arrivals',
  arrivals: 'arrivals',
  starts: 'starts',
  turns: 'turns',
  largeTurns: 'large-turns',
  passwords: 'passwords',
  firstLogins: 'first-logins',
} as const;
type LimitName = keyof typeof limitNames;

/** What the limits hold now, or how many wait for them. */
export type ApiLoad = Readonly<
  Record<LimitName, { readonly held: number } | { readonly waiting: number }> &
    Record<'companyBytes' | 'receivedBytes', { readonly held: number }>
>;

export interface LedgerReader {
  readonly read: () => Promise<LedgerOverview>;
  /** The greatest age of the gauges. More frequent scrapes do not read the ledger more often. */
  readonly freshMs: number;
  readonly thresholds: { readonly lowNumbers: number; readonly expiryDays: number };
}

/** The most series of each gauge. The companies with the fewest numbers or days left are kept. */
const seriesMax = 1_000;
/** How long a scrape waits for the ledger. After that it gets the last known values. */
const readWaitMs = 4_000;
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
/** The buckets reach from a quick answer out of the ledger to a send that waits for DGII. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 130];
const dgiiBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

/** @param checker figures of the threads that check large vouchers */
export function createApiMetrics(checker?: () => CheckerFigures) {
  const register = newRegistry('api');
  if (checker !== undefined) checkerMetrics(register, checker);
  const requests = new Histogram({
    ...{ name: 'ecf_http_request_seconds', help: 'Answers of the api, by route and status' },
    ...{ labelNames: ['method', 'route', 'status'], buckets: requestBuckets, registers: [register] },
  });
  const refusals = counter(register, 'ecf_http_refusals_total', 'Error answers, by code', ['code']);
  const admissions = counter(register, 'ecf_vouchers_admitted_total', 'Vouchers admitted', ['type']);
  const numbers = counter(register, 'ecf_numbers_delivered_total', 'Answers of next', ['type', 'reused']);
  const others = counter(
    register,
    'ecf_other_content_total',
    'Sends of an e-NCF that exists with other content',
    [],
  );
  const limited = counter(
    register,
    'ecf_limited_total',
    'Requests beyond a limit of this process, by limit',
    ['limit'],
  );
  const received = counter(
    register,
    'ecf_receptions_total',
    'What others sent to our companies, by service and what became of it',
    ['service', 'outcome'],
  );
  const heldBytes = gauge(register, 'ecf_held_bytes', 'Bodies and large answers in memory');
  const held = gauge(register, 'ecf_held', 'What open requests hold of a limit of this process', ['limit']);
  let load: ApiLoad | undefined;
  return {
    contentType: register.contentType,
    text: () => {
      if (load !== undefined) {
        heldBytes.set(load.companyBytes.held + load.receivedBytes.held);
        for (const [name, label] of Object.entries(limitNames) as [LimitName, string][]) {
          const limit = load[name];
          held.labels(label).set('held' in limit ? limit.held : limit.waiting);
        }
      }
      return register.metrics();
    },
    observeLoad: (seen: ApiLoad) => {
      load = seen;
    },
    /** The receiver reports separately, because it has its own port and its own limits. */
    observeReceiver: (
      seen: Pick<
        ApiLoad,
        'receptions' | 'receivedBytes' | 'largeReceptions' | 'receiverTurns' | 'acknowledgements'
      >,
    ) => {
      const { receptions, receivedBytes, largeReceptions, receiverTurns, acknowledgements } = seen;
      if (load !== undefined)
        load = { ...load, receptions, receivedBytes, largeReceptions, receiverTurns, acknowledgements };
    },
    /** Counts a request that this limit refused, cut off, or answered without waiting. */
    limited: (limit: string) => limited.labels(limit).inc(),
    /** @param route the path template; undefined if the path is not one of ours */
    answered: (method: string, route: string | undefined, status: number, seconds: number) =>
      requests
        .labels(methods.has(method) ? method : 'other', route ?? 'other', String(status))
        .observe(seconds),
    /** Counts an error answer by its code, whatever it is about. */
    refused: (code: string) => refusals.labels(code).inc(),
    /** @param service `recepcion` or `aprobacion` */
    received: (service: string, outcome: string) => received.labels(service, outcome).inc(),
    admitted: (ecfType: number) => admissions.labels(String(ecfType)).inc(),
    numberDelivered: (ecfType: number, reused: boolean) =>
      numbers.labels(String(ecfType), String(reused)).inc(),
    /** Counts an e-NCF that a client sent again with other content. The client may have lost track of its numbers. */
    otherContent: () => others.inc(),
  };
}

/**
 * @param others metrics text to append to ours, such as that of Temporal's SDK
 * @param checker figures of the threads that check large vouchers
 */
export function createWorkerMetrics(others: () => Promise<string>, checker?: () => CheckerFigures) {
  const register = newRegistry('worker');
  if (checker !== undefined) checkerMetrics(register, checker);
  const exchanges = new Histogram({
    ...{ name: 'ecf_dgii_request_seconds', help: 'HTTP exchanges with DGII, by service and outcome' },
    ...{ labelNames: ['service', 'outcome'], buckets: dgiiBuckets, registers: [register] },
  });
  const buyers = new Histogram({
    ...{
      name: 'ecf_buyer_request_seconds',
      help: 'HTTP exchanges with other taxpayers, by service and outcome',
    },
    ...{ labelNames: ['service', 'outcome'], buckets: dgiiBuckets, registers: [register] },
  });
  const deliveries = counter(register, 'ecf_buyer_deliveries_total', 'Deliveries to buyers that ended', [
    ...['state', 'code', 'environment'],
  ]);
  const approvals = counter(register, 'ecf_approvals_total', 'Approvals to issuers and to DGII that ended', [
    ...['to', 'state', 'environment'],
  ]);
  const finals = counter(register, 'ecf_vouchers_final_total', 'Vouchers that reached a final state', [
    ...['type', 'state', 'environment'],
  ]);
  const annulments = counter(
    register,
    'ecf_annulments_total',
    'Annulments that ended, or that wait for a person',
    [...['state', 'environment']],
  );
  let ledger: { refresh(): Promise<void> } | undefined;
  return {
    contentType: register.contentType,
    text: async () => {
      await ledger?.refresh();
      const [own, other] = await Promise.all([register.metrics(), others()]);
      return own + other;
    },
    /** Counts one HTTP exchange with DGII. `outcome` is the class of the status, or how the exchange failed. */
    exchanged: (service: string, outcome: string, seconds: number) =>
      exchanges.labels(service, outcome).observe(seconds),
    /** Counts one HTTP exchange with another taxpayer's receiver. */
    buyerAsked: (service: string, outcome: string, seconds: number) =>
      buyers.labels(service, outcome).observe(seconds),
    /** Counts a delivery to a buyer that has ended. `code` is the buyer's code for a voucher that it did not receive. */
    deliveredToBuyer: (state: string, code: string, environment: string) =>
      deliveries.labels(state, code, environment).inc(),
    /**
     * Counts the end of one of an approval's two deliveries.
     * @param to `issuer` or `dgii`
     */
    approvalEnded: (to: string, state: string, environment: string) =>
      approvals.labels(to, state, environment).inc(),
    /** Counts a voucher that has reached its final state. */
    finished: (ecfType: number, state: string, environment: string) =>
      finals.labels(String(ecfType), state, environment).inc(),
    /** Counts an annulment of numbers that has ended, or that a person must check (`uncertain`). */
    annulmentEnded: (state: string, environment: string) => annulments.labels(state, environment).inc(),
    observeLedger: (reader: LedgerReader) => {
      ledger = ledgerGauges(register, reader);
    },
  };
}

/** The figures of the threads for large vouchers, and how many vouchers wait for one. */
export interface CheckerFigures {
  readonly threads: number;
  readonly waiting: number;
  /** How many vouchers since the start got no thread, or lost theirs. */
  readonly refused: number;
  /** How many threads were replaced since the start, by reason. */
  readonly replaced: Readonly<Record<string, number>>;
}

function checkerMetrics(register: Registry, figures: () => CheckerFigures): void {
  const registers = [register];
  new Gauge({
    ...{ name: 'ecf_check_threads', help: 'Threads for large vouchers', registers },
    collect() {
      this.set(figures().threads);
    },
  });
  new Gauge({
    ...{ name: 'ecf_check_waiting', help: 'Large vouchers that wait for a thread', registers },
    collect() {
      this.set(figures().waiting);
    },
  });
  new Counter({
    ...{ name: 'ecf_check_refused_total', help: 'Large vouchers that got no thread, or lost it', registers },
    collect() {
      this.reset();
      this.inc(figures().refused);
    },
  });
  new Counter({
    ...{ name: 'ecf_check_threads_replaced_total', help: 'Replaced threads, by reason', registers },
    labelNames: ['reason'],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(figures().replaced)) this.labels(reason).inc(count);
    },
  });
}

function ledgerGauges(register: Registry, { read, freshMs, thresholds }: LedgerReader) {
  const sequence = ['company', 'environment', 'type'];
  const open = gauge(register, 'ecf_vouchers_open', 'Vouchers without a final state', ['type', 'state']);
  const waiting = gauge(register, 'ecf_vouchers_waiting', 'Vouchers that wait, by reason', ['reason']);
  const deliveries = gauge(
    register,
    'ecf_buyer_deliveries_open',
    'Vouchers that their buyers do not have yet',
  );
  const approvals = gauge(register, 'ecf_approvals_open', 'Decisions that issuer or DGII do not have yet');
  const annulments = gauge(register, 'ecf_annulments_open', 'Annulments that are not over', ['state']);
  const overdue = gauge(register, 'ecf_overdue_seconds', 'Lateness of the check that is due longest');
  const numbers = gauge(register, 'ecf_sequence_numbers_left', 'Numbers left to hand out', sequence);
  const days = gauge(register, 'ecf_sequence_days_left', 'Days until all numbers expired', sequence);
  const low = gauge(register, 'ecf_sequences_low', 'Sequences with few numbers left');
  const expiring = gauge(register, 'ecf_sequences_expiring', 'Sequences that expire soon');
  const certificates = gauge(register, 'ecf_certificate_days_left', 'Of the certificate in use', ['company']);
  const whole = gauge(register, 'ecf_ledger_gauges_whole', '0: the gauges leave something out');
  const age = gauge(register, 'ecf_ledger_gauges_age_seconds', 'Since the ledger was last read for gauges');
  let readAtMs = -Infinity;
  let reading: Promise<void> | undefined;

  const set = (seen: LedgerOverview) => {
    for (const one of [open, waiting, annulments, numbers, days, certificates]) one.reset();
    for (const { ecfType, state, reason, count } of seen.open) {
      open.labels(String(ecfType), state).inc(count);
      if (reason !== null) waiting.labels(reason).inc(count);
    }
    deliveries.set(seen.buyerDeliveries);
    approvals.set(seen.approvals);
    for (const { state, count } of seen.annulments) annulments.labels(state).set(count);
    overdue.set(seen.overdueMs / 1_000);
    const stocks = urgent(seen.sequences, ({ numbersLeft }) => numbersLeft);
    for (const { companyId, environment, ecfType, numbersLeft } of stocks)
      numbers.labels(String(companyId), environment, String(ecfType)).set(numbersLeft);
    for (const { companyId, environment, ecfType, daysLeft } of urgent(seen.sequences, daysLeftOf)) {
      if (daysLeft !== null) days.labels(String(companyId), environment, String(ecfType)).set(daysLeft);
    }
    for (const { companyId, daysLeft } of urgent(seen.certificates, daysLeftOf))
      certificates.labels(String(companyId)).set(daysLeft);
    low.set(seen.sequences.filter(({ numbersLeft }) => numbersLeft <= thresholds.lowNumbers).length);
    expiring.set(seen.sequences.filter((one) => daysLeftOf(one) <= thresholds.expiryDays).length);
    whole.set(Number(seen.whole));
  };

  return {
    refresh: async () => {
      if (performance.now() - readAtMs >= freshMs) {
        reading ??= read()
          .then((seen) => {
            set(seen);
            readAtMs = performance.now();
          })
          // Keeps the last known values. The age metric shows that they are old.
          .catch(() => undefined)
          .finally(() => (reading = undefined));
        await within(readWaitMs, reading, undefined);
      }
      age.set(Number.isFinite(readAtMs) ? (performance.now() - readAtMs) / 1_000 : Infinity);
    },
  };
}

const daysLeftOf = ({ daysLeft }: { readonly daysLeft: number | null }) => daysLeft ?? Infinity;

function urgent<T>(all: readonly T[], measure: (one: T) => number): T[] {
  const sorted = [...all].sort((a, b) => {
    const [x, y] = [measure(a), measure(b)];
    return x === y ? 0 : x - y;
  });
  return sorted.slice(0, seriesMax);
}

/** Includes Node's own metrics: memory, event loop, garbage collection, open handles. */
function newRegistry(role: string): Registry {
  const register = new Registry();
  register.setDefaultLabels({ role });
  collectDefaultMetrics({ register });
  return register;
}

function counter<T extends string>(registry: Registry, name: string, help: string, labelNames: T[]) {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

function gauge(registry: Registry, name: string, help: string, labelNames: string[] = []) {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}
