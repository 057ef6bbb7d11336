/**
 * `next`: hands out numbers. There is no counter: **the insert of the number is the reservation**, and its `_id` is the
 * number, so it is handed out at most once, whatever dies when. A number is inserted right above a head that was read with
 * majority or acknowledged, so that none is left out. See docs/architecture.md, "Numbering".
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoBulkWriteError } from 'mongodb';
import { localDate } from '../ecf/dates.js';
import type { Collections } from './collections.js';
import { guard, isDuplicateKey } from './guard.js';
import { createNumberLine, type NumberLine, type Room } from './number-line.js';
import {
  encfOf,
  reservationId,
  sequenceKey,
  type NextNumber,
  type NextRequest,
  type ReservationRecord,
} from './numbering.js';
import { refusalOf, type Standing } from './numbering-standing.js';
import { LedgerUnavailableError } from './store.js';

/**
 * Numbers in one insert. MongoDB applies that many in one storage transaction; ordered, what fails leaves a prefix and never
 * a hole.
 */
const batchMax = 64;
/** Each waits for its turn; thousands of numbers a second are handed out. */
const waitingMax = 5_000;
/** A request that waited longer is told to come again: its client has given up, or soon will. */
const waitMaxMs = 10_000;
/**
 * After an insert that another process was ahead of. Several that try again at once are in each other's way: each insert that
 * comes too late costs the ledger as much as one that counts. So whoever lost stands back, longer each time.
 */
const lostPauseFirstMs = 8;
const lostPauseMaxMs = 32;
/**
 * Whoever met another process this lately lets the others in between two inserts: who is ahead knows the head, and would stay
 * ahead while the others look for it, for seconds.
 */
const metForMs = 1_000;
const letInPauseMs = 2;
/** Lines with what is remembered of them; of those nobody waits for, the oldest are forgotten. */
const linesMax = 5_000;

interface Waiting {
  readonly request: NextRequest;
  readonly requestId: string;
  readonly sinceMs: number;
  readonly settle: (result: NextNumber) => void;
  readonly fail: (error: unknown) => void;
}

interface Line {
  readonly key: string;
  readonly numbers: NumberLine;
  readonly queue: Waiting[];
  running: boolean;
  /** When another process was last ahead, as `performance.now` says. */
  metAtMs: number;
}

export function createNextNumber(collections: Collections): (request: NextRequest) => Promise<NextNumber> {
  const { reservations } = collections;
  const lines = new Map<string, Line>();
  let waitingCount = 0;

  return (request) => {
    if (waitingCount >= waitingMax) return Promise.resolve({ outcome: 'busy' });
    waitingCount += 1;
    const number = new Promise<NextNumber>((settle, fail) => {
      const line = lineOf(request);
      line.queue.push({ request, requestId: randomUUID(), sinceMs: performance.now(), settle, fail });
      if (!line.running) void drain(line);
    });
    return number.finally(() => (waitingCount -= 1));
  };

  function lineOf(request: NextRequest): Line {
    const key = sequenceKey(request);
    const { companyId, environment, ecfType } = request;
    const line = lines.get(key) ?? {
      key,
      numbers: createNumberLine(collections, { companyId, environment, ecfType }),
      queue: [],
      running: false,
      metAtMs: -Infinity,
    };
    lines.delete(key);
    lines.set(key, line);
    for (const [oldest, { running }] of lines) {
      if (lines.size <= linesMax) break;
      if (!running && oldest !== key) lines.delete(oldest);
    }
    return line;
  }

  /** One insert under way for each line; all others of this process wait for their turn, and go together. Never rejects. */
  async function drain(line: Line): Promise<void> {
    line.running = true;
    while (line.queue.length > 0) {
      if (performance.now() - line.metAtMs < metForMs) await sleep(byChance(letInPauseMs));
      const batch = line.queue.splice(0, batchMax);
      try {
        await guard(() => serve(line, batch));
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    line.running = false;
  }

  /**
   * Rounds until everyone in the batch has an answer; who has one is taken out of it. A round that does not hand out all of
   * its numbers met one that another process took, or a reference that has one: the time of the requests bounds their count.
   */
  async function serve(line: Line, batch: Waiting[]): Promise<void> {
    const { key, numbers } = line;
    // The index refuses a reference that has a number; it is looked for when that happened, or when we would say no.
    let careful = false;
    let fresh = false;
    let lost = 0;
    for (;;) {
      settle(batch, ({ sinceMs }) =>
        performance.now() - sinceMs > waitMaxMs ? { outcome: 'busy' } : undefined,
      );
      const [first] = batch;
      if (first === undefined) return;
      const now = first.request.clock();
      const today = localDate(now.getTime());
      const known = batch.flatMap(({ request: { company } }) => company ?? []);
      const standing = await numbers.standing(now, fresh, known);
      const refusal = refusalOf(standing, first.request);
      if (refusal === undefined && careful) {
        await settleKnown(line, batch, standing, now);
        if (batch.length === 0) return;
        if (lost > 0) await sleep(lostPauseMs(lost));
      }
      const space = refusal ?? suspended(standing) ?? (await numbers.room(standing, today, batchMax));
      if (space.outcome === 'room' && !careful && space.numbers[0]?.taken !== undefined) {
        // What cannot be handed out comes first, and would be entered for references that have their number already.
        careful = true;
      } else if (space.outcome === 'room') {
        const taken = await take(key, numbers, batch, standing, space, now);
        careful = taken !== 'all';
        fresh = false;
        lost = taken === 'none' ? lost + 1 : 0;
        if (lost > 0) line.metAtMs = performance.now();
      } else if (fresh) {
        settle(batch, () => space);
      } else {
        careful = true;
        fresh = true;
      }
    }
  }

  /** Those whose reference has a number get that one. */
  async function settleKnown(
    { key, numbers }: Line,
    batch: Waiting[],
    standing: Standing,
    now: Date,
  ): Promise<void> {
    const refs = batch.flatMap(({ request }) => request.ref ?? []);
    if (refs.length === 0) return;
    const known = await reservations.find(byReference(key, refs), { hint: 'ref' }).toArray();
    const byRef = new Map(known.map((record) => [record.ref, record]));
    const registered = new Set(standing.authorizations.map(({ id }) => id));
    // Another process may have taken it from an authorization that is newer than what we remember.
    const current = known.every(({ authorization }) => registered.has(authorization))
      ? standing
      : await numbers.standing(now, true);
    settle(batch, ({ request, requestId }) => {
      const record = request.ref === undefined ? undefined : byRef.get(request.ref);
      // Ours, after a write of whose success we did not hear: nobody was told this number.
      return record && delivered(record, current, record.requestId !== requestId);
    });
  }

  /** How many of the numbers could be taken. */
  async function take(
    key: string,
    numbers: NumberLine,
    batch: Waiting[],
    standing: Standing,
    { authorization, numbers: free }: Room,
    now: Date,
  ): Promise<'all' | 'some' | 'none'> {
    const takers = distinct(batch);
    const { companyId, environment, ecfType } = standing;
    const records: ReservationRecord[] = [];
    for (const { n, taken } of free) {
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
    // Whatever happens now, until it is acknowledged nobody knows where the head is.
    const inserted = await insert(records).catch((error: unknown) => {
      numbers.doubtful(authorization);
      throw error;
    });
    const complete = inserted.length === records.length;
    const last = inserted.at(-1);
    if (complete && last !== undefined) numbers.acknowledged(authorization, last.n);
    else numbers.doubtful(authorization);

    const byRequest = new Map(inserted.map((record) => [record.requestId, record]));
    const byRef = new Map(inserted.map((record) => [record.ref, record]));
    settle(batch, ({ request: { ref }, requestId }) => {
      const own = byRequest.get(requestId);
      if (own !== undefined) return delivered(own, standing, false);
      // Asked for twice at the same moment.
      const twin = ref === undefined ? undefined : byRef.get(ref);
      return twin && delivered(twin, standing, true);
    });
    if (complete) return 'all';
    return inserted.length === 0 ? 'none' : 'some';
  }

  /** The prefix that stands now, acknowledged by a majority. What follows it met a number or a reference that was taken. */
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

function lostPauseMs(lost: number): number {
  return byChance(Math.min(lostPauseMaxMs, lostPauseFirstMs * 2 ** (lost - 1)));
}

/** From half of it on, so that those who lost to one another do not meet again. */
function byChance(mostMs: number): number {
  return (0.5 + Math.random() / 2) * mostMs;
}

function suspended({ suspension }: Standing): NextNumber | undefined {
  return suspension === undefined ? undefined : { outcome: 'suspended', reason: suspension };
}

/** For the explain test as well. Only with the type does MongoDB see that the partial index has all there is. */
export function byReference(key: string, refs: readonly string[]) {
  return { key, ref: { $in: [...refs], $type: 'string' as const } };
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

/** Of several with one reference the first: it takes the number, which the others then get as well. */
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
