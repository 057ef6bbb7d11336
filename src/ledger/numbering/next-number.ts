/**
 * `next`: hands out numbers. There is no counter: **the insert of the number is the reservation**. Its `_id` is the number,
 * so a number is handed out at most once, whichever process dies. New numbers start right above the highest one that a
 * majority of the replica set has, so there are no gaps. See docs/architecture.md, "Numbering".
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoBulkWriteError } from 'mongodb';
import { localDate } from '../../ecf/model/dates.js';
import type { Collections } from '../mongo/collections.js';
import {
  createFindFreeNumbers,
  readCompanyNumbering,
  readReserved,
  refusalOf,
  type CompanyNumbering,
  type FreeNumbers,
} from './free-numbers.js';
import { isDuplicateKey } from '../mongo/guard.js';
import {
  encfOf,
  reservationId,
  sequenceKey,
  type NextNumber,
  type NextRequest,
  type ReservationRecord,
} from './numbering.js';
import { LedgerUnavailableError } from '../store.js';

/** How many requests one insert serves. MongoDB writes this many records in one storage transaction. */
const groupMax = 64;
/** How many requests may wait for their group. The service hands out thousands of numbers a second. */
const waitingMax = 5_000;
/** A request that has waited longer is refused: its client has given up or will soon. */
const waitMaxMs = 10_000;
/**
 * For some time after a collision this process pauses before each insert, even if it has won since. Without the pause the
 * winner continues at once and wins again, and the other processes wait for seconds.
 */
const collisionPauseMs = 16;
const collisionForMs = 1_000;

interface Waiting {
  readonly request: NextRequest;
  readonly requestId: string;
  readonly sinceMs: number;
  readonly answer: (number: NextNumber) => void;
  readonly fail: (error: unknown) => void;
}

export function createNextNumber(collections: Collections): (request: NextRequest) => Promise<NextNumber> {
  const { reservations } = collections;
  const findFreeNumbers = createFindFreeNumbers(collections);
  /** Waiting requests by sequence key. A key is present while an insert for it is under way. */
  const queues = new Map<string, Waiting[]>();
  let collidedAtMs = -Infinity;
  let waitingCount = 0;

  return (request) => {
    if (waitingCount >= waitingMax) return Promise.resolve({ outcome: 'busy' });
    waitingCount += 1;
    const number = new Promise<NextNumber>((answer, fail) => {
      const key = sequenceKey(request);
      const waiting = { request, requestId: randomUUID(), sinceMs: performance.now(), answer, fail };
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      queues.set(key, [waiting]);
      void serveQueue(key);
    });
    return number.finally(() => (waitingCount -= 1));
  };

  /** One insert at a time for each sequence. The next insert serves the requests that arrive in the meantime. Never rejects. */
  async function serveQueue(key: string): Promise<void> {
    for (let queue = queues.get(key); queue !== undefined && queue.length > 0; queue = queues.get(key)) {
      const group = queue.splice(0, groupMax);
      try {
        await serve(key, group);
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }
    queues.delete(key);
  }

  /** Reads, inserts and answers until no request of the group waits. Each request's time limit bounds the rounds. */
  async function serve(key: string, group: Waiting[]): Promise<void> {
    for (;;) {
      if (performance.now() - collidedAtMs < collisionForMs) await sleep(jitter(collisionPauseMs));
      const nowMs = performance.now();
      answerSome(group, ({ sinceMs }) => (nowMs - sinceMs > waitMaxMs ? { outcome: 'busy' } : undefined));
      const [first] = group;
      if (first === undefined) return;
      const now = first.request.clock();
      const [known, numbering] = await readLedger(key, group, first, now);
      const refusal = refusalOf(numbering);
      if (refusal !== undefined) {
        answerSome(group, () => refusal);
        return;
      }
      const byRef = new Map(known.map((record) => [record.ref, record]));
      answerSome(group, ({ request: { ref }, requestId }) => {
        const record = ref === undefined ? undefined : byRef.get(ref);
        // The record has our own request id: our insert succeeded, but its reply was lost. No client knows this number yet.
        return record && delivered(record, numbering, record.requestId !== requestId);
      });
      if (group.length === 0) return;

      const { suspension } = numbering;
      const free =
        suspension === undefined
          ? await findFreeNumbers(numbering, localDate(now.getTime()), groupMax)
          : { outcome: 'suspended' as const, reason: suspension };
      if (free.outcome !== 'free') {
        // Another process may have given a number to one of the references since we read them. Then read again: requests with the
        // same reference get the same number, even if it was the last one.
        if ((await readReserved(collections, key, refsOf(group))).length > 0) continue;
        answerSome(group, () => free);
        return;
      }
      const complete = await take(key, group, numbering, free, now);
      if (!complete) collidedAtMs = performance.now();
    }
  }

  /** The numbers that the group's references already have, and whether the company may take more. */
  async function readLedger(key: string, group: readonly Waiting[], { request }: Waiting, now: Date) {
    const [known, numbering] = await Promise.all([
      readReserved(collections, key, refsOf(group)),
      readCompanyNumbering(collections, request, now),
    ]);
    const registered = new Set(numbering.authorizations.map(({ id }) => id));
    // An authorization may have been registered and used by another process between the two reads. Then read again.
    return known.every(({ authorization }) => registered.has(authorization))
      ? ([known, numbering] as const)
      : ([known, await readCompanyNumbering(collections, request, now)] as const);
  }

  /** @returns false when another process took one of the numbers, or got a number for one of the references */
  async function take(
    key: string,
    group: Waiting[],
    numbering: CompanyNumbering,
    { authorization, numbers }: FreeNumbers,
    now: Date,
  ): Promise<boolean> {
    const takers = oncePerReference(group);
    const { companyId, environment, ecfType } = numbering;
    const records: ReservationRecord[] = [];
    for (const { n, taken } of numbers) {
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
        state: taken ?? 'reserved',
        reservedAt: now,
        requestId: taker?.requestId ?? randomUUID(),
      });
    }
    const inserted = await insert(records);
    const byRequest = new Map(inserted.map((record) => [record.requestId, record]));
    const byRef = new Map(inserted.map((record) => [record.ref, record]));
    answerSome(group, ({ request: { ref }, requestId }) => {
      const own = byRequest.get(requestId);
      if (own !== undefined) return delivered(own, numbering, false);
      // Two requests of this group may have the same reference.
      const twin = ref === undefined ? undefined : byRef.get(ref);
      return twin && delivered(twin, numbering, true);
    });
    return inserted.length === records.length;
  }

  /** Ordered: a failure leaves a prefix and no gap. @returns the prefix that a majority acknowledged */
  async function insert(records: readonly ReservationRecord[]): Promise<readonly ReservationRecord[]> {
    try {
      await reservations.insertMany(records, { ordered: true });
      return records;
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
      // Without the majority's acknowledgement the prefix may still be lost, so no client may get these numbers.
      if (error.result.getWriteConcernError() !== undefined)
        throw new LedgerUnavailableError({ cause: error });
      return records.slice(0, error.insertedCount);
    }
  }
}

function refsOf(group: readonly Waiting[]): string[] {
  return [...new Set(group.flatMap(({ request: { ref } }) => ref ?? []))];
}

/** Between half of it and all of it, so that processes that collided wake up at different moments. */
function jitter(mostMs: number): number {
  return (0.5 + Math.random() / 2) * mostMs;
}

/** Answers each request for which `answerFor` returns an answer, and removes it from the group. */
function answerSome(group: Waiting[], answerFor: (waiting: Waiting) => NextNumber | undefined): void {
  const left = group.filter((waiting) => {
    const number = answerFor(waiting);
    if (number !== undefined) waiting.answer(number);
    return number === undefined;
  });
  group.splice(0, group.length, ...left);
}

/** Keeps only the first of several requests with the same reference. It takes the number, and the others get the same one. */
function oncePerReference(group: readonly Waiting[]): Waiting[] {
  const seen = new Set<string>();
  return group.filter(({ request: { ref } }) => {
    if (ref === undefined) return true;
    if (seen.has(ref)) return false;
    seen.add(ref);
    return true;
  });
}

function delivered(
  record: ReservationRecord,
  { authorizations }: CompanyNumbering,
  reused: boolean,
): NextNumber {
  const authorization = authorizations.find(({ id }) => id === record.authorization);
  if (authorization === undefined)
    throw new Error(`Reservation ${record._id} of an authorization that is not registered`);
  return {
    outcome: 'delivered',
    encf: encfOf(record),
    ecfType: record.ecfType,
    expiresOn: authorization.expiresOn,
    ref: record.ref,
    reservedAt: record.reservedAt,
    reused,
    left: Math.max(0, authorization.last - record.n),
  };
}
