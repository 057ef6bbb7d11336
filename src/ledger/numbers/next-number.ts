/**
 * `next`: hands out numbers. There is no counter: **the insert of the number is the reservation**. Its `_id` is the number,
 * so a number is handed out at most once, whichever process dies. New numbers start right above the highest one that a
 * majority of the replica set has, so there are no gaps. See docs/develop/numbers.md.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Collections } from '../collections.js';
import {
  FreeNumberFinder,
  readReserved,
  refusalOf,
  type AskedOfNext,
  type CompanyNumbering,
  type LedgerOfNext,
  type NextSerials,
} from './free-numbers.js';
import { jitter } from '../mongo/jitter.js';
import { insertNew } from '../mongo/guard.js';
import {
  encfOf,
  reservationId,
  sequenceKey,
  type NextNumber,
  type NextRequest,
  type ReservationRecord,
} from './numbers.js';
import { mayCall } from '../people/users.js';

/** How many requests one insert serves. MongoDB writes this many records in one storage transaction. */
const groupMax = 64;
/** How many requests may wait for their group. The service hands out thousands of numbers a second. */
const waitingMax = 5_000;
/** A request that has waited longer is refused: its client has given up or will soon. */
const waitMaxMs = 10_000;
/** Without the pause after a collision, the process whose insert succeeded would succeed again, and the others would wait for seconds. */
const collisionPauseMs = 16;
const collisionForMs = 1_000;

interface Waiting {
  readonly request: NextRequest;
  readonly requestId: string;
  readonly sinceMs: number;
  readonly answer: (number: NextNumber) => void;
  readonly fail: (error: unknown) => void;
}

type Group = readonly Waiting[];

/** Create it once for each ledger. */
export class NumberQueues {
  readonly #collections: Collections;
  readonly #free: FreeNumberFinder;
  /** Waiting requests by sequence key. A key is present while an insert for it is under way. */
  readonly #queues = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #collidedAtMs = -Infinity;

  constructor(collections: Collections) {
    this.#collections = collections;
    this.#free = new FreeNumberFinder(collections);
  }

  next(request: NextRequest): Promise<NextNumber> {
    if (this.#waitingCount >= waitingMax) return Promise.resolve({ outcome: 'busy' });
    this.#waitingCount += 1;
    const number = new Promise<NextNumber>((answer, fail) => {
      const key = sequenceKey(request);
      const waiting = { request, requestId: randomUUID(), sinceMs: performance.now(), answer, fail };
      const queue = this.#queues.get(key);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      this.#queues.set(key, [waiting]);
      void this.#serveQueue(key);
    });
    return number.finally(() => (this.#waitingCount -= 1));
  }

  /** One insert at a time for each sequence. The next insert serves the requests that arrive in the meantime. Never rejects. */
  async #serveQueue(key: string): Promise<void> {
    const queues = this.#queues;
    for (let queue = queues.get(key); queue !== undefined && queue.length > 0; queue = queues.get(key)) {
      const group = queue.splice(0, groupMax);
      try {
        await this.#serve(group);
      } catch (error) {
        // Has no effect on those that have their answer.
        for (const { fail } of group) fail(error);
      }
    }
    queues.delete(key);
  }

  /** Reads, inserts and answers until no request of the group waits. Each request's time limit bounds the rounds. */
  async #serve(group: Group): Promise<void> {
    let left = group;
    while (left.length > 0) {
      if (performance.now() - this.#collidedAtMs < collisionForMs) await sleep(jitter(collisionPauseMs));
      left = await this.#serveRound(left);
    }
  }

  /** Returns the requests that need another round. The group's requests differ in their reference and caller only. */
  async #serveRound(group: Group): Promise<Group> {
    const nowMs = performance.now();
    const inTime = answerSome(group, ({ sinceMs }) =>
      nowMs - sinceMs > waitMaxMs ? { outcome: 'busy' } : undefined,
    );
    const [first] = inTime;
    if (first === undefined) return [];
    const { request } = first;
    const now = request.clock();
    const ledger = await this.#readLedger(inTime, request, now);
    const { reserved, numbering } = ledger;
    const permitted = answerRefusedCallers(inTime, ledger);
    const refusal = refusalOf(numbering);
    if (refusal !== undefined) return answerSome(permitted, () => refusal);
    const unnumbered = answerFrom(permitted, reserved, numbering);
    if (unnumbered.length === 0) return [];

    const next = await this.#free.find(ledger, now, groupMax);
    if (next.outcome === 'free') return this.#take(unnumbered, numbering, next, now);
    // Another process may have given a number to one of the references since we read them. Then the next round finds it: requests with the
    // same reference get the same number, even if it was the last one.
    const given = await readReserved(this.#collections, sequenceKey(request), refsOf(unnumbered));
    return given.length === 0 ? answerSome(unnumbered, () => next) : unnumbered;
  }

  async #readLedger(group: Group, request: NextRequest, now: Date): Promise<LedgerOfNext> {
    const read = () => this.#free.read(request, { refs: refsOf(group), ...callersOf(group) }, now);
    const ledger = await read();
    const registered = new Set(ledger.numbering.authorizations.map(({ id }) => id));
    // An authorization may have been registered and used by another process while the query ran. Then read again.
    const complete = ledger.reserved.every(({ authorization }) => registered.has(authorization));
    return complete ? ledger : read();
  }

  /** Returns the requests that got none: another process took the number, or gave one to the same reference. */
  async #take(group: Group, numbering: CompanyNumbering, next: NextSerials, now: Date): Promise<Group> {
    const records = reservationsFor(group, numbering, next, now);
    // Ordered: a failure leaves a prefix and no gap.
    const inserted = await insertNew(this.#collections.reservations, records, { ordered: true });
    if (inserted < records.length) this.#collidedAtMs = performance.now();
    return answerFrom(group, records.slice(0, inserted), numbering);
  }
}

function refsOf(group: Group): string[] {
  return [...new Set(group.flatMap(({ request: { ref } }) => ref ?? []))];
}

function callersOf(group: Group): Pick<AskedOfNext, 'users' | 'keyHashes'> {
  const callers = group.flatMap(({ request: { caller } }) => caller ?? []);
  const users = callers.flatMap((one) => (one.keyHash === undefined ? [one] : []));
  return {
    users: [...new Map(users.map(({ rnc, usuario }) => [usuario, { rnc, usuario }])).values()],
    keyHashes: [...new Set(callers.flatMap(({ keyHash }) => keyHash ?? []))],
  };
}

/** Returns the requests that still wait. So does each `answer…` below. */
function answerSome(group: Group, answerFor: (waiting: Waiting) => NextNumber | undefined): Group {
  return group.filter((waiting) => {
    const number = answerFor(waiting);
    if (number !== undefined) waiting.answer(number);
    return number === undefined;
  });
}

function answerRefusedCallers(group: Group, { users, keys, numbering: { company } }: LedgerOfNext): Group {
  return answerSome(group, ({ request: { caller } }) => {
    if (caller === undefined) return undefined;
    const { keyHash, rnc } = caller;
    const found =
      keyHash === undefined
        ? { user: users.find((one) => one.rnc === rnc && one.usuario === caller.usuario) }
        : { key: keys.find(({ secrets }) => secrets.some(({ hash }) => hash === keyHash)) };
    return mayCall(caller, { ...found, company }) ? undefined : { outcome: 'caller-refused' };
  });
}

/** Answers the requests that have one of these numbers: their own, or that of another request with the same reference. */
function answerFrom(group: Group, records: readonly ReservationRecord[], numbering: CompanyNumbering): Group {
  const byRequest = new Map(records.map((record) => [record.requestId, record]));
  const byRef = new Map(records.map((record) => [record.ref, record]));
  return answerSome(group, ({ request: { ref }, requestId }) => {
    const record = byRequest.get(requestId) ?? (ref === undefined ? undefined : byRef.get(ref));
    // A record found in the ledger may have our own request id: our insert succeeded, but its reply was lost. No client knows
    // this number yet, so it is not reused.
    return record && handedOut(record, numbering, record.requestId !== requestId);
  });
}

/** Keeps only the first of several requests with the same reference. It takes the number, and the others get the same one. */
function oncePerReference(group: Group): Waiting[] {
  const isFirst = (ref: string, index: number) =>
    group.findIndex(({ request }) => request.ref === ref) === index;
  return group.filter(({ request: { ref } }, index) => ref === undefined || isFirst(ref, index));
}

function handedOut(
  record: ReservationRecord,
  { authorizations }: CompanyNumbering,
  reused: boolean,
): NextNumber {
  const authorization = authorizations.find(({ id }) => id === record.authorization);
  if (authorization === undefined)
    throw new Error(`Reservation ${record._id} of an authorization that is not registered`);
  return {
    outcome: 'handed-out',
    encf: encfOf(record),
    ecfType: record.ecfType,
    expiresOn: authorization.expiresOn,
    ref: record.ref,
    reservedAt: record.reservedAt,
    reused,
    state: record.state,
    ...(record.attempt !== undefined && { attempt: record.attempt }),
    left: Math.max(0, authorization.last - record.n),
  };
}

/** The records to insert: free numbers for the requests, and in between the numbers that are taken without a reservation. */
function reservationsFor(
  group: Group,
  { companyId, environment, ecfType }: CompanyNumbering,
  { authorization, serials }: NextSerials,
  now: Date,
): ReservationRecord[] {
  const takers = oncePerReference(group);
  const key = sequenceKey({ companyId, environment, ecfType });
  const records: ReservationRecord[] = [];
  for (const { n, taken } of serials) {
    const taker = taken === undefined ? takers.shift() : undefined;
    if (taken === undefined && taker === undefined) break;
    records.push({
      _id: reservationId(key, n),
      key,
      companyId,
      environment,
      ecfType,
      n,
      authorization: authorization.id,
      ...(taker?.request.ref === undefined ? {} : { ref: taker.request.ref }),
      // Nobody has a locked number. If DGII refuses to void it, it is in the list of unused numbers.
      state: taken === undefined || taken === 'locked' ? 'reserved' : taken,
      reservedAt: now,
      requestId: taker?.requestId ?? randomUUID(),
    });
  }
  return records;
}
