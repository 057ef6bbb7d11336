/** What the ledger knows about a number, and its changes: `next` reserves it, a document uses it, or it is given back. */
import { parseEncf, type AttemptRef, type Encf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { confirmed } from '../mongo/confirmed.js';
import { inOne, union } from '../mongo/union.js';
import { keysIn } from '../people/api-keys.js';
import { companyIn, userIn } from '../people/users.js';
import type { Caller, FoundCaller } from '../people/user.js';
import type { DocumentRecord } from '../vouchers/document-record.js';
import { NumberQueues } from './next-number.js';
import {
  idOfEncf,
  clientReference,
  isClientReference,
  reservationId,
  reservationOf,
  sequenceKey,
  type NextRequest,
  type NumberFacts,
  type ReservationRecord,
  type SequenceRecord,
} from './numbers.js';
import { createSequencesOverview } from './sequence-status.js';
import { createUnused } from './unused.js';

/** `not-ours`: the service did not hand out the number. `annulling`: it is locked, and may be free again later. */
type NumberMark = 'used' | 'annulled' | 'annulling' | 'not-ours';

const closedStates = ['annulled', 'annulling'] as const;

export interface FoundNumber extends NumberFacts {
  readonly document: DocumentRecord | undefined;
  readonly caller?: FoundCaller;
}

interface RecordsOfNumber extends Required<FoundCaller> {
  readonly authorizations: SequenceRecord['authorizations'];
  readonly reservation: Pick<ReservationRecord, 'state' | 'attempt' | 'ref'>;
  readonly annulled: true;
  readonly lock: string;
  readonly document: DocumentRecord;
}

export function createReservations(collections: Collections) {
  const { reservations, annulments, documents } = collections;
  const queues = new NumberQueues(collections);

  return {
    nextNumber: (request: NextRequest) => queues.next(request),

    /** @param caller is read after the rest */
    findNumber: async (
      companyId: number,
      environment: Environment,
      encf: string,
      caller?: Caller,
    ): Promise<FoundNumber> => {
      const parsed = parseEncf(encf);
      if (parsed === undefined)
        return { reservation: undefined, annulled: false, expiresOn: undefined, document: undefined };
      const {
        authorizations = [],
        reservation,
        annulled = false,
        document,
        user,
        key,
        company,
      } = await readConfirmed(collections, { companyId, environment, encf }, parsed, caller);
      const ref = clientReference(reservation?.ref);
      const within = authorizations.find(({ from, to }) => from <= parsed.serial && parsed.serial <= to);
      return {
        reservation: reservation?.state,
        ...(ref !== undefined && isClientReference(ref) && { ref }),
        annulled: annulled || reservation?.state === 'annulled',
        expiresOn: within?.expiresOn,
        document,
        caller: { user, key, company },
      };
    },

    /** `unmarked`: `markUsed` would write a mark. */
    readDocumentAndMark: async ({ companyId, environment, encf, attempt }: AttemptRef) => {
      const _id = idOfEncf(companyId, environment, encf);
      const found = documents.aggregate<Partial<RecordsOfNumber>>([
        ...documentIn({ companyId, environment, encf }),
        ...(_id === undefined
          ? []
          : [union(reservations, reservationIn(_id)), union(annulments, annulmentIn(_id))]),
      ]);
      const records = await inOne(found);
      return { document: records.document, mark: markOf(records, attempt) };
    },

    /** Called before anything is signed. `annulled` and `annulling` mean that the number must not be sent. Idempotent. */
    markUsed: (ref: AttemptRef) => markUsed(collections, ref),

    /** DGII rejected this attempt without using the number. Reserves it again, unless a later attempt has it. Idempotent. */
    giveBack: async ({ companyId, environment, encf, attempt }: AttemptRef) => {
      const _id = idOfEncf(companyId, environment, encf);
      if (_id === undefined) return;
      await reservations.updateOne(
        { ...reservationOf(_id), state: 'used', ...attemptBelow(attempt + 1) },
        { $set: { state: 'reserved', attempt } },
      );
    },

    /** `today`: DD-MM-YYYY in Santo Domingo. */
    sequencesOverview: createSequencesOverview(collections),

    /** Numbers that are reserved and were never sent. Leaves out numbers with a live document. */
    unused: createUnused(collections),
  };
}

type Numbered = Pick<DocumentRecord, 'companyId' | 'environment' | 'encf'>;

/** A number that seems to be missing would be refused if the company takes its numbers from the service. */
async function readConfirmed(
  collections: Collections,
  voucher: Numbered,
  encf: Encf,
  caller: Caller | undefined,
): Promise<Partial<RecordsOfNumber>> {
  const records = await readRecords(collections, voucher, encf, caller);
  if (records.reservation !== undefined || records.company?.origin !== 'service') return records;
  const _id = reservationId(sequenceKey({ ...voucher, ecfType: encf.type }), encf.serial);
  const reservation = await collections.reservations.findOne(reservationOf(_id), confirmed);
  return reservation === null ? records : readRecords(collections, voucher, encf, caller);
}

/** One query for all records, because every send asks for them. */
function readRecords(
  collections: Collections,
  voucher: Numbered,
  { type: ecfType, serial }: Encf,
  caller: Caller | undefined,
): Promise<Partial<RecordsOfNumber>> {
  const { sequences, reservations, annulments, documents } = collections;
  const key = sequenceKey({ ...voucher, ecfType });
  const _id = reservationId(key, serial);
  const found = sequences.aggregate<Partial<RecordsOfNumber>>([
    { $match: { _id: key } },
    { $project: { _id: 0, authorizations: 1 } },
    union(reservations, reservationIn(_id)),
    union(annulments, annulmentIn(_id)),
    union(documents, documentIn(voucher)),
    ...(caller === undefined ? [] : callerIn(collections, caller)),
  ]);
  return inOne(found);
}

async function markUsed(
  { reservations, annulments }: Collections,
  { companyId, environment, encf, attempt }: AttemptRef,
): Promise<NumberMark> {
  const _id = idOfEncf(companyId, environment, encf);
  if (_id === undefined) return 'not-ours';
  const records = reservations.aggregate<Partial<RecordsOfNumber>>([
    ...reservationIn(_id),
    union(annulments, annulmentIn(_id)),
  ]);
  const found = await inOne(records);
  const mark = markOf(found, attempt);
  if (mark !== 'unmarked') return mark;
  const stateNow = found.reservation?.state === 'annulling' ? 'annulling' : { $nin: closedStates };
  const marked = await reservations.updateOne(
    { ...reservationOf(_id), state: stateNow, ...attemptBelow(attempt) },
    { $set: { state: 'used', attempt }, $unset: { otherwise: '' } },
  );
  if (marked.matchedCount === 1) return 'used';
  // Another process was first: it marked the same attempt, or it voided or locked the number.
  const current = await reservations.findOne(reservationOf(_id));
  return closedStates.find((state) => state === current?.state) ?? 'used';
}

/**
 * `annulling` closes a number only together with a lock. A worker may mark a number late, after another one has removed the lock, and die
 * before it removes the mark. We read the reservation before the lock, and a lock is older than its mark and outlives it. So a lock that
 * should be there is found.
 */
function markOf(
  { reservation, annulled, lock }: Partial<RecordsOfNumber>,
  attempt: number,
): NumberMark | 'unmarked' {
  if (lock !== undefined) return 'annulling';
  if (annulled === true) return 'annulled';
  if (reservation?.state === 'annulled') return 'annulled';
  if (reservation === undefined) return 'not-ours';
  // This attempt, or a later one, marked it before. If it was given back since then, it stays given back.
  return (reservation.attempt ?? 0) >= attempt ? 'used' : 'unmarked';
}

function reservationIn(_id: string) {
  return [
    { $match: reservationOf(_id) },
    { $project: { _id: 0, reservation: { state: '$state', attempt: '$attempt', ref: '$ref' } } },
  ];
}

function annulmentIn(_id: string) {
  return [{ $match: { _id } }, { $project: { _id: 0, annulled: { $literal: true }, lock: 1 } }];
}

function documentIn(filter: Pick<DocumentRecord, 'companyId' | 'environment' | 'encf'>) {
  return [
    { $match: filter },
    { $project: { _id: 0, document: '$$ROOT' } },
    { $unset: ['document._id', 'document.search'] },
  ];
}

function callerIn({ users, apiKeys, companies }: Collections, caller: Caller) {
  const { rnc } = caller;
  const found =
    caller.keyHash === undefined
      ? union(users, userIn({ rnc, usuario: caller.usuario }))
      : union(apiKeys, keysIn([caller.keyHash]));
  return [found, union(companies, companyIn({ rnc }))];
}

function attemptBelow(attempt: number) {
  return { $or: [{ attempt: { $exists: false } }, { attempt: { $lt: attempt } }] };
}
