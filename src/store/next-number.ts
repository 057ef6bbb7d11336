/**
 * `next`: hands out numbers. There is no counter: **the insert of the number is the reservation**, and its `_id` is the
 * number, so it is handed out at most once, whatever dies when. A number is inserted right above a head that was read with
 * majority, so that none is left out. See docs/architecture.md, "Numbering".
 */
import { randomUUID } from 'node:crypto';
import { MongoBulkWriteError } from 'mongodb';
import { localDate } from '../ecf/dates.js';
import type { Collections } from './collections.js';
import { guard, isDuplicateKey } from './guard.js';
import {
  encfOf,
  sequenceKey,
  type NextNumber,
  type NextRequest,
  type ReservationRecord,
} from './numbering.js';
import { createRoom, type Room } from './number-room.js';
import { LedgerUnavailableError } from './store.js';
import { readStanding, refusalOf, type Standing } from './numbering-standing.js';

/**
 * Numbers in one insert. MongoDB applies that many in one storage transaction; ordered, what fails leaves a prefix and never
 * a hole.
 */
const batchMax = 64;
/** Each waits for its turn; thousands of numbers a second are handed out. */
const waitingMax = 5_000;
/** A request that waited longer is told to come again: its client has given up, or soon will. */
const waitMaxMs = 10_000;

interface Waiting {
  readonly request: NextRequest;
  readonly requestId: string;
  readonly sinceMs: number;
  readonly settle: (result: NextNumber) => void;
  readonly fail: (error: unknown) => void;
}

export function createNextNumber(collections: Collections): (request: NextRequest) => Promise<NextNumber> {
  const { reservations } = collections;
  const room = createRoom(collections, batchMax);
  /** One insert under way for each key; all others of this process wait for their turn here, and go together. */
  const queues = new Map<string, Waiting[]>();
  let waitingCount = 0;

  return (request) => {
    if (waitingCount >= waitingMax) return Promise.resolve({ outcome: 'busy' });
    waitingCount += 1;
    const number = new Promise<NextNumber>((settle, fail) => {
      const waiting = { request, requestId: randomUUID(), sinceMs: performance.now(), settle, fail };
      const key = sequenceKey(request);
      const queue = queues.get(key);
      if (queue === undefined) {
        queues.set(key, [waiting]);
        void drain(key);
      } else {
        queue.push(waiting);
      }
    });
    return number.finally(() => (waitingCount -= 1));
  };

  /** Ends when nobody waits for this key any more. Never rejects. */
  async function drain(key: string): Promise<void> {
    const queue = queues.get(key) ?? [];
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      try {
        await guard(() => serve(key, batch));
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    queues.delete(key);
  }

  /** Rounds until everyone in the batch has an answer; who has one is taken out of it. */
  async function serve(key: string, batch: Waiting[]): Promise<void> {
    for (;;) {
      settle(batch, ({ sinceMs }) =>
        performance.now() - sinceMs > waitMaxMs ? { outcome: 'busy' } : undefined,
      );
      const [first] = batch;
      if (first === undefined) return;
      const now = first.request.clock();
      await round(key, batch, now);
    }
  }

  /** Each round ends with an answer, or with a number that somebody else took; its requests' time bounds their count. */
  async function round(key: string, batch: Waiting[], now: Date): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const refs = batch.flatMap(({ request }) => request.ref ?? []);
    const [standing, known] = await Promise.all([
      readStanding(collections, first.request, now),
      refs.length === 0 ? [] : reservations.find({ key, ref: { $in: refs } }).toArray(),
    ]);
    const refusal = refusalOf(standing, first.request);
    if (refusal !== undefined) {
      settle(batch, () => refusal);
      return;
    }
    const byRef = new Map(known.map((record) => [record.ref, record]));
    settle(batch, ({ request, requestId }) => {
      const record = request.ref === undefined ? undefined : byRef.get(request.ref);
      if (record === undefined) return undefined;
      // Ours after a write of which we did not hear: nobody was told this number.
      return delivered(record, standing, record.requestId !== requestId);
    });
    const { suspension } = standing;
    if (suspension !== undefined) settle(batch, () => ({ outcome: 'suspended', reason: suspension }));
    if (batch.length === 0) return;

    const space = await room.find(standing, standing.authorizations, localDate(now.getTime()));
    if (space.outcome === 'not-available') settle(batch, () => space);
    else await take(key, batch, standing, space, now);
  }

  async function take(
    key: string,
    batch: Waiting[],
    standing: Standing,
    space: Room,
    now: Date,
  ): Promise<void> {
    const takers = distinct(batch);
    const { companyId, environment, ecfType } = standing;
    const records: ReservationRecord[] = [];
    const takerOf = new Map<ReservationRecord, Waiting>();
    for (const { _id, n, taken } of space.numbers) {
      const taker = taken === undefined ? takers.shift() : undefined;
      if (taken === undefined && taker === undefined) break;
      const record: ReservationRecord = {
        _id,
        key,
        companyId,
        environment,
        ecfType,
        n,
        authorization: space.authorization.id,
        ...(taker?.request.ref === undefined ? {} : { ref: taker.request.ref }),
        state: taken ?? 'reserved',
        reservedAt: now,
        requestId: taker?.requestId ?? randomUUID(),
      };
      records.push(record);
      if (taker !== undefined) takerOf.set(record, taker);
    }
    const inserted = await insert(records);
    const answers = new Map(inserted.map((record) => [takerOf.get(record), record]));
    settle(batch, (waiting) => {
      const record = answers.get(waiting);
      return record === undefined ? undefined : delivered(record, standing, false);
    });
  }

  /** The prefix that stands now, acknowledged by a majority. What follows it met a number or reference that was taken. */
  async function insert(records: readonly ReservationRecord[]): Promise<readonly ReservationRecord[]> {
    try {
      await reservations.insertMany(records, { ordered: true });
      return records;
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
      // Without a majority's word the prefix may be lost again: nobody is told of it.
      if (error.result.getWriteConcernError() !== undefined)
        throw new LedgerUnavailableError({ cause: error });
      return records.slice(0, error.insertedCount);
    }
  }
}

/** Takes out of the batch, and answers, those for whom there is an answer. */
function settle(batch: Waiting[], answerOf: (waiting: Waiting) => NextNumber | undefined): void {
  const left = batch.filter((waiting) => {
    const answer = answerOf(waiting);
    if (answer !== undefined) waiting.settle(answer);
    return answer === undefined;
  });
  batch.splice(0, batch.length, ...left);
}

/** Of several with one reference the first: it takes the number, which the others then find. */
function distinct(batch: readonly Waiting[]): Waiting[] {
  const seen = new Set<string>();
  return batch.filter(({ request: { ref } }) => {
    if (ref === undefined) return true;
    if (seen.has(ref)) return false;
    seen.add(ref);
    return true;
  });
}

function delivered(record: ReservationRecord, { authorizations }: Standing, reused: boolean): NextNumber {
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
