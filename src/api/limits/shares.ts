/**
 * What one api process shares out: memory, open requests, slots to wait in, and turns. Each company gets a fair part, and each
 * network in a login, so that one of them cannot stop the others. All these limits are here, each with its reason.
 */
import { inlineBelowBytes } from '../../documents/threads/checker.js';
import type { FairQueue, FairQueueLimits } from '../../shared/fair-queue.js';
import { createFairShare } from '../../shared/fair-share.js';
import type { Load } from '../../shared/metrics/api-metrics.js';
import { createCallLimit } from './call-limit.js';
import { createLimit, createTurns } from './limit-kinds.js';
import { createWaitSlots } from './wait-slots.js';
import type { LoopTurns } from './loop-turns.js';

/**
 * Bytes of bodies, and of large answers that are not read yet. A parsed body takes several times its size. A usual voucher
 * has 5 KB, so only many very large ones at once reach this limit.
 */
export const companyBytesMax = 256 * 1024 * 1024;

/** Names of limits that other files use too: in metrics and in the answer. */
export const pagesLimit = 'pages';
export const webCallsLimit = 'web-calls';
/** For the requests that wait and for the numbers under way. */
export const annulmentsLimit = 'annulments';
/** For the passwords that wait and for those of a company in an hour. */
export const newPasswordsLimit = 'new-passwords';
/** For a company's imports at once and in an hour. */
export const certificateImportsLimit = 'certificate-imports';
/** For a company's checks of its certificate in an hour. */
export const certificateChecksLimit = 'certificate-checks';
/** For the tests of a company's webhooks in an hour. */
export const webhookTestsLimit = 'webhook-tests';
/** For a company's logos in an hour. */
export const logosLimit = 'logos';

/** Open requests of the receiver. Each one may wait ten seconds for a signature. */
const receptionsMax = 1_000;
/** For some seconds each question holds a socket, two calls to Temporal and one of the 16 slots for questions in a worker. */
const questionsMax = 100;

/**
 * A turn is the work of a send or validate before its wait. Seven run at once, so that MongoDB has work while vouchers are checked. One
 * company may use six of them: it may send 2,000 vouchers at one moment (ECF_CALLS_PER_MINUTE), and each step of another company's voucher
 * waits for the turns that run.
 */
const turnLimits: FairQueueLimits = {
  runningMax: 7,
  keepsRoomForOthers: true,
  waitingMax: 4_000,
  waitingOfOneMax: 2_000,
};

/**
 * Starts of workflows for sends, until a worker has done their first task, and starts of annulments. Temporal takes starts in the order of
 * their arrival. Without this limit, two thousand sends of one company would all come before the next send of another one. This many keep
 * several workers busy.
 */
export const workflowStartLimits: FairQueueLimits = {
  runningMax: 31,
  keepsRoomForOthers: true,
  waitingMax: 10_000,
  waitingOfOneMax: 5_000,
};

/** Requests arrive and start one after the other. As many may wait as connections are served. */
const startLimits: FairQueueLimits = { runningMax: 1, waitingMax: 15_000, waitingOfOneMax: 15_000 };
/** In one turn of the event loop. A start takes about a millisecond, an arrival less. */
const startsMs = 10;
const arrivalsMs = 5;

/**
 * Passwords of users that logged in from this network before. Node's thread pool has four threads, which files and DNS also use; passwords
 * may take two of them. About six seconds of work of one network may wait: a later caller would probably time out before its turn.
 */
const passwordLimits: FairQueueLimits = { runningMax: 2, waitingMax: 1_000, waitingOfOneMax: 64 };

/** Passwords of users that never logged in from this network: guesses are among them. They have threads of their own. */
export const firstLoginLimits: FairQueueLimits = passwordLimits;

/**
 * New passwords. The key is the company for its integration users, the person for a person, and the network for an invitation. They use the
 * threads of low priority, because a company could set hundreds. Each key sets one at a time. A person sets only one, and waits for few
 * others.
 */
export const newPasswordLimits: FairQueueLimits = {
  runningMax: 2,
  runningOfOneMax: 1,
  waitingMax: 1_000,
  waitingOfOneMax: 20,
};

/** Seconds for Retry-After: a burst of bodies or requests is over soon; passwords and questions to DGII take longer. */
const soonSeconds = 2;
const busySeconds = 5;
const passwordSeconds = 10;

export type Shares = ReturnType<typeof createShares>;

/**
 * The key is a company (`number`), or a network (`string`) where the caller is not known yet.
 * @param accepted how many connections the server has accepted so far
 */
export function createShares(accepted: () => number = () => 0) {
  const loopTurns = (ms: number): LoopTurns => ({ ms, accepted });
  return {
    ...openRequests(),
    ...receiverShares(loopTurns(0)),
    ...readingTurns(),
    ...changeTurns(),
    ...webLimits(),
    ...startTurns(loopTurns),
    ...passwordTurns(),
  };
}

/** What requests take while they are open. */
function openRequests() {
  return {
    companyBytes: createLimit<number>('bytes', companyBytesMax, soonSeconds),
    /** An open request takes about 20 KB beside its body. One company alone gets three quarters. */
    companyRequests: createLimit<number>('requests', 8_000, soonSeconds),
    /** Open logins. Their bodies have 4 KB at most, so all together take 16 MB. */
    logins: createLimit<string>('logins', 4_000, soonSeconds),
    /** Open requests of buyers' links. Some of them print a PDF. */
    links: createLimit<string>('links', 200, soonSeconds),
    /**
     * Each waiting send holds a socket, a call to Temporal and its voucher. This many take about 100 MB. Without an error: a send that gets
     * no slot is answered from the ledger.
     */
    waitingSends: Object.assign(createFairShare<number>(5_000), { name: 'waiting-sends' }),
    questions: createLimit<number>('questions', questionsMax, busySeconds),
    /**
     * Requests that wait for an event. Each holds a socket and reads its feed every five seconds, so all together read a thousand times in a
     * second. An integration needs one.
     */
    waitingEvents: createWaitSlots('waiting-events', { ofAll: 2_000, ofCompany: 20 }),
  };
}

/** All of the receiver are by network: its callers are strangers. */
function receiverShares(turn: LoopTurns) {
  return {
    receptions: createLimit<string>('receptions', receptionsMax, busySeconds),
    /** Bytes of the bodies of the receiver, of all networks. A usual voucher has 10 KB. */
    receivedBytes: createLimit<string>('received-bytes', 128 * 1024 * 1024, soonSeconds),
    /**
     * Large bodies that strangers send. A turn of the event loop reads a chunk of each body that arrives, so many of them at once make the
     * turns long. Four are read at once, three of one network. Only a few more may wait, because a whole request has 70 seconds.
     */
    largeReceptions: createTurns<string>(
      'large-receptions',
      { runningMax: 4, keepsRoomForOthers: true, waitingMax: 40, waitingOfOneMax: 6 },
      busySeconds,
    ),
    /** Reading a received voucher takes some milliseconds of the event loop, or a thread. */
    receiverTurns: createTurns<string>(
      'receiver-turns',
      { runningMax: 7, keepsRoomForOthers: true, waitingMax: receptionsMax, waitingOfOneMax: receptionsMax },
      busySeconds,
      turn,
    ),
    /**
     * Acknowledgements that a worker signs. Strangers cause them, and each one is a workflow, as a send is. So few run at once, and sends
     * of companies go on beside them: four, three of one network, which are about twenty in a second.
     */
    acknowledgements: createTurns<string>(
      'acknowledgements',
      { runningMax: 4, keepsRoomForOthers: true, waitingMax: receptionsMax, waitingOfOneMax: 200 },
      busySeconds,
    ),
  };
}

/** What people and clients read and print. */
function readingTurns() {
  return {
    /**
     * PDFs for buyers' links. A long voucher takes a second of a thread. The links of one company are public, so their printing must not
     * take the turns of its own prints and large vouchers.
     */
    linkPrints: createTurns<string>(
      'link-prints',
      { runningMax: 2, waitingMax: 40, waitingOfOneMax: 4 },
      busySeconds,
    ),
    /**
     * PDFs for the company itself. Each holds its voucher, which may have 16 MB, while it waits for a thread. Four at once, three of one
     * company.
     */
    prints: createTurns<number>(
      'prints',
      { runningMax: 4, keepsRoomForOthers: true, waitingMax: 1_000, waitingOfOneMax: 100 },
      busySeconds,
    ),
    /**
     * What people and clients read: every page of the web application, lists, and vouchers to read, by company, or by person for pages of
     * no company. Nearly all take milliseconds. A filter that no index serves may read for seconds, and without turns one company could
     * keep MongoDB busy with such pages, and hold all connections to it (ledger/ledger.ts). A page reads at most ten records or
     * counts at the same time. A voucher may have 16 MB, so only a few are in memory. Four run at once, three of one company.
     */
    lists: createTurns<number | string>(
      'lists',
      { runningMax: 4, keepsRoomForOthers: true, waitingMax: 1_000, waitingOfOneMax: 100 },
      busySeconds,
    ),
    /**
     * ZIP files of vouchers and their PDFs. While a ZIP is made, it holds up to 26 MB and its compressed copy, and it takes turns of
     * `lists` and `prints` for its parts. One company makes one at a time; the second slot is for the others.
     */
    zips: createTurns<number>(
      'zips',
      { runningMax: 2, runningOfOneMax: 1, waitingMax: 40, waitingOfOneMax: 4 },
      busySeconds,
    ),
  };
}

/** What people and clients change, besides vouchers. */
function changeTurns() {
  return {
    /**
     * What people change in the web application. A change makes about ten calls to the ledger, one after the other; two of them write its
     * act and its result into the audit log. A company makes one change at a time. Otherwise two changes of one record would make each
     * other fail again and again. A colleague waits some milliseconds, because a handler leaves its turn before it waits for a logo's
     * thread or for Temporal. Eight changes at once use eight connections to MongoDB. A browser has six requests open, so only a program
     * can have a hundred that wait.
     */
    changes: createTurns<number | string>(
      'changes',
      { runningMax: 8, runningOfOneMax: 1, waitingMax: 1_000, waitingOfOneMax: 100 },
      busySeconds,
    ),
    /**
     * Workbooks of the certification. A thread reads each one, and then its rows are checked, up to two million characters. Two run at
     * once: one is checked while the next one is read. A company uploads one every few days, so its next one may wait. A browser waits for
     * 40 seconds.
     */
    uploads: createTurns<number>(
      'uploads',
      { runningMax: 2, runningOfOneMax: 1, waitingMax: 20, waitingOfOneMax: 1 },
      busySeconds,
    ),
    /**
     * Requests to void numbers, until they are in the ledger. A company makes one at a time, because each one first checks how many
     * annulments the company has under way: two at the same moment would both find room for one. Two companies may do so at once. The turn
     * ends before we wait for DGII's answer, which may take ten seconds.
     */
    annulments: createTurns<number>(
      annulmentsLimit,
      { runningMax: 2, runningOfOneMax: 1, waitingMax: 1_000, waitingOfOneMax: 100 },
      busySeconds,
    ),
    /**
     * Imports of certificates. A hostile file keeps a worker's thread busy for ten seconds, and no company needs two imports at once. So
     * the second one is refused and does not wait.
     */
    certificateImports: createTurns<number>(
      certificateImportsLimit,
      { runningMax: questionsMax, runningOfOneMax: 1, waitingMax: 0, waitingOfOneMax: 0 },
      passwordSeconds,
    ),
  };
}

/** Requests and files of the web application and the documentation. */
function webLimits() {
  return {
    /**
     * Open requests of people in the web application, by network, because some of these requests come before a login. A browser has six at
     * a time.
     */
    webRequests: createLimit<string>('web-requests', 1_000, soonSeconds),
    /**
     * Files of the documentation and the web application, for one network in ten seconds. The latter loads forty, once, because browsers
     * keep them. Throws when the network loads too many.
     */
    pages: createCallLimit(pagesLimit, 1_000, 10),
    /**
     * Requests of one person, and of one company, in the web application in ten seconds, from whatever networks they come. A page makes
     * about ten, so fifty people may each open two pages in this time. Turns bound how many of them read at once, but each one, also one
     * that is refused, first reads its session, its person and its company. Both throw when there are too many.
     */
    webCallsOfPerson: createCallLimit(webCallsLimit, 500, 10),
    webCallsOfCompany: createCallLimit(webCallsLimit, 1_000, 10),
  };
}

/** When a request starts, and when its vouchers are checked. */
function startTurns(loopTurns: (ms: number) => LoopTurns) {
  return {
    /** Requests with a valid token. A flood of strangers delays none of them. */
    companyArrivals: createTurns<number>('company-arrivals', startLimits, soonSeconds, loopTurns(arrivalsMs)),
    /** All other requests except health checks. */
    arrivals: createTurns<string>('arrivals', startLimits, soonSeconds, loopTurns(arrivalsMs)),
    /** Requests after their token was checked, by company, or after their session was read, by person. */
    starts: createTurns<number | string>('starts', startLimits, soonSeconds, loopTurns(startsMs)),
    /** Sends and validations of small vouchers. One starts in each turn of the event loop, because it soon takes many milliseconds. */
    turns: createTurns<number>('turns', turnLimits, busySeconds, loopTurns(0)),
    /** The same for a voucher that a thread checks. It may hold its turn for seconds, most of them in the queue of the threads. */
    largeTurns: createTurns<number>(
      'large-turns',
      { ...turnLimits, runningMax: 23 },
      busySeconds,
      loopTurns(0),
    ),
  };
}

/** Work on passwords, in the threads for passwords. */
function passwordTurns() {
  return {
    passwords: createTurns<string>('passwords', passwordLimits, passwordSeconds),
    firstLogins: createTurns<string>('first-logins', firstLoginLimits, passwordSeconds),
    newPasswords: createTurns<number | string>(newPasswordsLimit, newPasswordLimits, passwordSeconds),
    /**
     * Reads of API keys that no request has shown to this process before, by network, because most of them may be invented. A read takes a
     * millisecond. Four at once, three of one network.
     */
    keyReads: createTurns<string>(
      'key-reads',
      { runningMax: 4, keepsRoomForOthers: true, waitingMax: 1_000, waitingOfOneMax: 100 },
      soonSeconds,
    ),
  };
}

/** What `ecf_held` shows. Some limits count calls and hold nothing. */
export function loadsOf(shares: Shares): readonly Load[] {
  return Object.values(shares).filter((limit) => typeof limit !== 'function');
}

/** The same for the receiver alone, which may have a port and limits of its own. */
export function receiverLoadsOf(shares: Shares): readonly Load[] {
  const { receptions, receivedBytes, largeReceptions, receiverTurns, acknowledgements } = shares;
  return [receptions, receivedBytes, largeReceptions, receiverTurns, acknowledgements];
}

/** @param bytes of the voucher's JSON */
export function turnsFor({ turns, largeTurns }: Shares, bytes: number): FairQueue<number> {
  return bytes < inlineBelowBytes ? turns : largeTurns;
}
