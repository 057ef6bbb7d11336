/**
 * The five gates of one api process, in one list. Each is fair: a single company gets about three quarters of what the gate limits, so that
 * something is always left for another one.
 *
 * 1. Rate limit (rate-limit.ts): calls of a company, and of people in the web application. Failed logins have their own, in
 *    session/login-limit.ts.
 * 2. Concurrency limit (concurrency-limit.ts): what is expensive, by company; by network where strangers cause it. And a fair start queue
 *    (start-queue.ts) for all requests: whose is next, and for how long they start in one iteration of the event loop (spread-starts.ts).
 * 3. Body limit (body-memory.ts): bytes of requests, bodies and large answers. http/request-body.ts has the most of one body.
 * 4. Thread pool with a bounded queue (documents/threads/checker-threads.ts): large vouchers, PDFs, workbooks.
 * 5. Fairness of Temporal: task queues with a key for each company, and the limit on starts below.
 *
 * Connections, slow bodies, bodies in pieces, unread answers, and the rates and requests of one address belong to the proxy in front
 * (deploy/proxy). ADR 0025 names for each gate the storm or the test that proves it.
 */
import { inlineBelowBytes } from '../../documents/threads/checker.js';
import type { FairQueue, FairQueueLimits } from '../../shared/fair-queue.js';
import { createFairSemaphore } from '../../shared/fair-semaphore.js';
import type { Load } from '../../shared/metrics/api-metrics.js';
import { createByteLimit } from './body-memory.js';
import { createConcurrencyLimit } from './concurrency-limit.js';
import { createRateLimit, type RateLimitDeps } from './rate-limit.js';
import { spreadStarts } from './spread-starts.js';
import { createStartQueue } from './start-queue.js';
import { createWaitSlots } from './wait-slots.js';

// Names of limits that other files use too: in metrics and in the log.

export const annulmentsLimit = 'annulments';
export const newPasswordsLimit = 'new-passwords';
export const certificateImportsLimit = 'certificate-imports';
export const certificateChecksLimit = 'certificate-checks';
export const webhookTestsLimit = 'webhook-tests';
export const logosLimit = 'logos';

/** Seconds for Retry-After: a burst of bodies is over soon; passwords and questions to DGII take longer. */
const soonSeconds = 2;
const busySeconds = 5;
const passwordSeconds = 10;

// 1. Rate limit

/**
 * Requests of one person, and of one company, in the web application, from whatever networks they come. A page makes about ten, so fifty
 * people may each open two pages in ten seconds. A person is counted before anything but the session is read.
 */
export const webCallsPerMinute = { ofPerson: 3_000, ofCompany: 6_000 } as const;

export type WebCallsPerMinute = { readonly [Of in keyof typeof webCallsPerMinute]: number };
export type WebRateLimits = ReturnType<typeof createWebRateLimits>;

export function createWebRateLimits(
  deps: RateLimitDeps,
  { ofPerson, ofCompany }: WebCallsPerMinute = webCallsPerMinute,
) {
  return {
    ofPerson: createRateLimit(deps, 'web-calls', ofPerson),
    ofCompany: createRateLimit(deps, 'web-calls', ofCompany),
  };
}

export function createCallLimit(deps: RateLimitDeps, callsPerMinute: number) {
  return createRateLimit(deps, 'calls', callsPerMinute);
}

export type Limits = ReturnType<typeof createLimits>;

/** The key is a company or a person, or a network (`string`) where the caller is not known yet. */
export function createLimits(accepted: () => number = () => 0) {
  return {
    ...startQueues(accepted),
    ...voucherLimits(accepted),
    ...concurrencyLimits(),
    ...strangersLimits(accepted),
    ...passwordLimits(),
    ...byteLimits(),
    ...waiting(),
  };
}

// 2. Concurrency limit

/**
 * Two starts of each request. The first is before anything else: all requests except health checks, by company with a valid token, else by
 * network. Companies have a queue of their own, so a flood from thousands of networks delays none of them. The second is when the ledger has
 * said who asks, before the body is read and checked: those with a token by company, those with a session by person. Without the second,
 * hundreds of sends of one company would all wait for the ledger together and then go on together, before the first send of another one.
 * A first start takes about half a millisecond, a second one about one.
 */
function startQueues(accepted: () => number) {
  return {
    companyArrivals: createStartQueue<number>('company-arrivals', soonSeconds, spreadStarts(5, accepted)),
    arrivals: createStartQueue<string>('arrivals', soonSeconds, spreadStarts(5, accepted)),
    starts: createStartQueue<number | string>('starts', soonSeconds, spreadStarts(10, accepted)),
  };
}

/**
 * The work of a send or validate before its wait. Seven run at once, so that MongoDB has work while vouchers are checked. One company may
 * use six of them: it may send 2,000 vouchers at one moment (ECF_CALLS_PER_MINUTE), and each step of another company's voucher waits for
 * those that run.
 */
const vouchersAtOnce: FairQueueLimits = {
  runningMax: 7,
  reservesForOthers: true,
  waitingMax: 4_000,
  waitingOfOneMax: 2_000,
};

/** One starts in each iteration of the event loop, because it soon takes many milliseconds. */
function voucherLimits(accepted: () => number) {
  return {
    vouchers: createConcurrencyLimit<number>('vouchers', vouchersAtOnce, busySeconds, {
      beforeStart: spreadStarts(0, accepted),
    }),
    /** The same for a voucher that a thread checks. It may run for seconds, most of them in the queue of the threads. */
    largeVouchers: createConcurrencyLimit<number>(
      'large-vouchers',
      { ...vouchersAtOnce, runningMax: 23 },
      busySeconds,
      { beforeStart: spreadStarts(0, accepted) },
    ),
  };
}

/** Each waiting request is small. A browser has six requests open, so only a program can have a hundred that wait. */
const manyWait = { waitingMax: 1_000, waitingOfOneMax: 100 } as const;

function concurrencyLimits() {
  return {
    /**
     * Questions to a worker. For some seconds each one has a socket, two calls to Temporal and one of the 16 slots for questions in a
     * worker, so the next one is refused and does not wait.
     */
    questions: createConcurrencyLimit<number>(
      'questions',
      { runningMax: 100, reservesForOthers: true, waitingMax: 0, waitingOfOneMax: 0 },
      busySeconds,
    ),
    /** PDFs. Each has its voucher in memory, which may have 16 MB, while it waits for a thread. Three of one company. */
    prints: createConcurrencyLimit<number>(
      'prints',
      { runningMax: 4, reservesForOthers: true, ...manyWait },
      busySeconds,
    ),
    /**
     * What people and clients read: every page of the web application, lists, and vouchers to read. Nearly all take milliseconds. A filter
     * that no index serves may read for seconds, and one company could keep MongoDB busy with such pages, and use all connections to it
     * (ledger/ledger.ts). A page reads at most ten records or counts at the same time. Three of one company.
     */
    lists: createConcurrencyLimit<number | string>(
      'lists',
      { runningMax: 4, reservesForOthers: true, ...manyWait },
      busySeconds,
    ),
    /**
     * What people change in the web application. A change makes about ten calls to the ledger, one after the other; two of them write its
     * act and its result into the audit log. One at a time of a company, because two changes of one record would make each other fail
     * again and again.
     */
    changes: createConcurrencyLimit<number | string>(
      'changes',
      { runningMax: 8, runningOfOneMax: 1, ...manyWait },
      busySeconds,
    ),
    /**
     * ZIP files of vouchers and their PDFs. While a ZIP is made, it takes up to 26 MB and its compressed copy, and uses `lists` and `prints`
     * for its parts.
     */
    zips: createConcurrencyLimit<number>(
      'zips',
      { runningMax: 2, runningOfOneMax: 1, waitingMax: 40, waitingOfOneMax: 4 },
      busySeconds,
    ),
    /** Exports of the archive. Each lasts as long as its download, and uses `lists` for its parts. */
    archives: createConcurrencyLimit<number>(
      'archives',
      { runningMax: 4, runningOfOneMax: 1, waitingMax: 40, waitingOfOneMax: 1 },
      busySeconds,
    ),
    /**
     * Workbooks of the certification. A thread reads each one, and then its rows are checked, up to two million characters. Two run at once:
     * one is checked while the next one is read. A company uploads one every few days, so its next one may wait. A browser waits for 40 s.
     */
    uploads: createConcurrencyLimit<number>(
      'uploads',
      { runningMax: 2, runningOfOneMax: 1, waitingMax: 20, waitingOfOneMax: 1 },
      busySeconds,
    ),
    /**
     * Requests to void numbers, until they are in the ledger. One at a time of a company, because each one first checks how many annulments
     * the company has under way: two at the same moment would both be within the limit.
     */
    annulments: createConcurrencyLimit<number>(
      annulmentsLimit,
      { runningMax: 2, runningOfOneMax: 1, ...manyWait },
      busySeconds,
    ),
    /** Imports of certificates. A hostile file keeps a worker's thread busy for ten seconds, and no company needs two at once. */
    certificateImports: createConcurrencyLimit<number>(
      certificateImportsLimit,
      { runningMax: 100, runningOfOneMax: 1, waitingMax: 0, waitingOfOneMax: 0 },
      passwordSeconds,
    ),
  };
}

function strangersLimits(accepted: () => number) {
  return {
    /** Received vouchers that are read: some milliseconds of the event loop, or a thread. */
    receptions: createConcurrencyLimit<string>(
      'receptions',
      { runningMax: 7, reservesForOthers: true, waitingMax: 1_000, waitingOfOneMax: 1_000 },
      busySeconds,
      { beforeStart: spreadStarts(0, accepted) },
    ),
    /** Reads of API keys that no request has shown to this process before. Most of them may be invented. Three of one network. */
    keyReads: createConcurrencyLimit<string>(
      'key-reads',
      { runningMax: 4, reservesForOthers: true, ...manyWait },
      soonSeconds,
    ),
    /**
     * Large bodies that strangers send. One iteration of the event loop reads a chunk of each body that arrives, so many of them at once make
     * it long. Three of one network. Only a few more may wait, because a whole request has 70 seconds.
     */
    largeReceptions: createConcurrencyLimit<string>(
      'large-receptions',
      { runningMax: 4, reservesForOthers: true, waitingMax: 40, waitingOfOneMax: 6 },
      busySeconds,
    ),
    /**
     * Acknowledgements that a worker signs. Each one is a workflow, as a send is. So few run at once, three of one network, which are about
     * twenty in a second.
     */
    acknowledgements: createConcurrencyLimit<string>(
      'acknowledgements',
      { runningMax: 4, reservesForOthers: true, waitingMax: 1_000, waitingOfOneMax: 200 },
      busySeconds,
    ),
    /** The links of one company are public, so their printing must not delay its own prints and large vouchers. */
    linkPrints: createConcurrencyLimit<string>(
      'link-prints',
      { runningMax: 2, waitingMax: 40, waitingOfOneMax: 4 },
      busySeconds,
    ),
  };
}

/**
 * Passwords of users that logged in from this network before. Node's thread pool has four threads, which files and DNS also use; passwords
 * may use two of them. About six seconds of work of one network may wait: a later caller would probably time out before.
 */
const knownLoginLimits: FairQueueLimits = { runningMax: 2, waitingMax: 1_000, waitingOfOneMax: 64 };

/** Passwords of users that never logged in from this network: guesses are among them. They have threads of their own, of low priority. */
export const firstLoginLimits: FairQueueLimits = knownLoginLimits;

/**
 * New passwords. The key is the company for its integration users, the person for a person, and the network for an invitation. They use the
 * threads of low priority, because a company could set hundreds. Each key sets one at a time.
 */
export const newPasswordLimits: FairQueueLimits = {
  runningMax: 2,
  runningOfOneMax: 1,
  waitingMax: 1_000,
  waitingOfOneMax: 20,
};

function passwordLimits() {
  return {
    passwords: createConcurrencyLimit<string>('passwords', knownLoginLimits, passwordSeconds),
    firstLogins: createConcurrencyLimit<string>('first-logins', firstLoginLimits, passwordSeconds),
    newPasswords: createConcurrencyLimit<number | string>(
      newPasswordsLimit,
      newPasswordLimits,
      passwordSeconds,
    ),
  };
}

function waiting() {
  return {
    /**
     * Sends that wait for their result. Each has a socket, a call to Temporal and its voucher. This many take about 100 MB. A send beyond it
     * is not refused: it is answered from the ledger.
     */
    waitingSends: Object.assign(createFairSemaphore<number>(5_000), { name: 'waiting-sends' }),
    /**
     * Requests that wait for an event. Each has a socket and reads its feed every five seconds, so all together read 400 times in a second
     * while nothing happens. An integration needs one. A request beyond it is answered at once.
     */
    waitingEvents: createWaitSlots('waiting-events', { ofAll: 2_000, ofCompany: 20 }),
    /**
     * The same for open pages of the web application, so that the people of a company leave their integration its waits. The tabs of one
     * browser share one. A page beyond it asks every half minute.
     */
    waitingPages: createWaitSlots('waiting-pages', { ofAll: 2_000, ofCompany: 40 }),
  };
}

// 3. Body limit

/**
 * Bytes of open requests, of their bodies, and of large answers that are not read yet. A parsed body takes several times its size. A usual
 * voucher has 5 KB, so only thousands of requests, or many very large ones, at once reach this limit.
 */
export const companyBytesMax = 256 * 1024 * 1024;

function byteLimits() {
  return {
    companyBytes: createByteLimit<number>('bytes', companyBytesMax, soonSeconds),
    /** The same for the receiver, by network. */
    receivedBytes: createByteLimit<string>('received-bytes', 128 * 1024 * 1024, soonSeconds),
  };
}

// 5. Fairness of Temporal

/**
 * Starts of workflows for sends, until a worker has done their first task, and starts of annulments. Temporal takes starts in the order of
 * their arrival. Without this limit, two thousand sends of one company would all come before the next send of another one. This many keep
 * several workers busy.
 */
export const workflowStartLimits: FairQueueLimits = {
  runningMax: 31,
  reservesForOthers: true,
  waitingMax: 10_000,
  waitingOfOneMax: 5_000,
};

export function loadsOf(limits: Limits): readonly Load[] {
  return Object.values<Load>(limits);
}

export function receiverLoadsOf(limits: Limits): readonly Load[] {
  const { receptions, receivedBytes, largeReceptions, acknowledgements } = limits;
  return [receptions, receivedBytes, largeReceptions, acknowledgements];
}

export function voucherLimitFor({ vouchers, largeVouchers }: Limits, bytes: number): FairQueue<number> {
  return bytes < inlineBelowBytes ? vouchers : largeVouchers;
}
