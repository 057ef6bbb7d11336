/** The metrics of the api: its requests, answers and limits. registry.ts has the rule for labels. */
import { Histogram } from 'prom-client';
import { checkerMetrics, type CheckerFigures } from './checker-metrics.js';
import { counter, gauge, newRegistry } from './registry.js';

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

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
  zips: 'zips',
  uploads: 'uploads',
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

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
/** The buckets reach from a quick answer out of the ledger to a send that waits for DGII. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 130];

/** @param checker figures of the threads that check large vouchers */
export function createApiMetrics(checker: () => CheckerFigures) {
  const register = newRegistry('api');
  checkerMetrics(register, checker);
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
