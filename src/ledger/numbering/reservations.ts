/** A number after `next`: a document uses it, or it is given back. */
import { parseEncf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import { NumberQueues } from './next-number.js';
import {
  idOfEncf,
  reservationId,
  reservationOf,
  sequenceKey,
  type NextRequest,
  type NumberFacts,
  type ReservationState,
  type SequenceRecord,
} from './numbering.js';
import { sequencesOverview } from './sequence-status.js';
import { createUnused } from './unused.js';

export type ReservationStore = ReturnType<typeof createReservations>;

/** `not-ours`: the service did not hand out the number. */
type NumberMark = 'used' | 'annulled' | 'not-ours';

/** What the ledger has about one number. */
interface RecordsOfNumber {
  readonly authorizations: SequenceRecord['authorizations'];
  readonly reservation: ReservationState;
  readonly annulled: boolean;
}

export function createReservations(collections: Collections) {
  const { reservations, annulments, sequences } = collections;
  const queues = new NumberQueues(collections);

  return {
    /** Reserves a number that nobody else ever gets, or returns the one that the reference already has. */
    nextNumber: (request: NextRequest) => queues.next(request),

    findNumber: async (companyId: number, environment: Environment, encf: string): Promise<NumberFacts> => {
      const parsed = parseEncf(encf);
      if (parsed === undefined) return { reservation: undefined, annulled: false, expiresOn: undefined };
      const key = sequenceKey({ companyId, environment, ecfType: parsed.type });
      const _id = reservationId(key, parsed.serial);
      // One query for the three records, because every send asks for them.
      const found = await sequences
        .aggregate<Partial<RecordsOfNumber>>([
          { $match: { _id: key } },
          { $project: { _id: 0, authorizations: 1 } },
          union(reservations.collectionName, reservationOf(_id), { _id: 0, reservation: '$state' }),
          union(annulments.collectionName, { _id }, { _id: 0, annulled: { $literal: true } }),
        ])
        .toArray();
      const {
        authorizations = [],
        reservation,
        annulled = false,
      } = found.reduce((all, record) => ({ ...all, ...record }), {});
      const within = authorizations.find(({ from, to }) => from <= parsed.serial && parsed.serial <= to);
      return {
        reservation,
        annulled: annulled || reservation === 'annulled',
        expiresOn: within?.expiresOn,
      };
    },

    /** Called before anything is signed. `annulled` means that the number must not be sent. Idempotent. */
    markUsed: async ({ companyId, environment, encf, attempt }: AttemptRef): Promise<NumberMark> => {
      const _id = idOfEncf(companyId, environment, encf);
      if (_id === undefined) return 'not-ours';
      const [reservation, annulment] = await Promise.all([
        reservations.findOne(reservationOf(_id)),
        annulments.findOne({ _id }, { projection: { _id: 1 } }),
      ]);
      if (annulment !== null || reservation?.state === 'annulled') return 'annulled';
      if (reservation === null) return 'not-ours';
      // This attempt, or a later one, marked it before. If it was given back since then, it stays given back.
      if ((reservation.attempt ?? 0) >= attempt) return 'used';
      const marked = await reservations.updateOne(
        { ...reservationOf(_id), state: { $ne: 'annulled' }, ...attemptBelow(attempt) },
        { $set: { state: 'used', attempt } },
      );
      if (marked.matchedCount === 1) return 'used';
      // Another process was first: it marked the same attempt, or it voided the number.
      return (await reservations.findOne(reservationOf(_id)))?.state === 'annulled' ? 'annulled' : 'used';
    },

    /** DGII rejected this attempt without using the number. Reserves it again, unless a later attempt has it. Idempotent. */
    giveBack: async ({ companyId, environment, encf, attempt }: AttemptRef) => {
      const _id = idOfEncf(companyId, environment, encf);
      if (_id === undefined) return;
      await reservations.updateOne(
        { ...reservationOf(_id), state: 'used', ...attemptBelow(attempt + 1) },
        { $set: { state: 'reserved', attempt } },
      );
    },

    /** One entry for each of the ten types. `today`: DD-MM-YYYY in Santo Domingo. */
    sequencesOverview: (companyId: number, environment: Environment, today: string) =>
      sequencesOverview(collections, companyId, environment, today),

    /** Numbers that are reserved and were never sent. Leaves out numbers with a live document. */
    unused: createUnused(collections),
  };
}

function union(coll: string, $match: object, $project: object) {
  return { $unionWith: { coll, pipeline: [{ $match }, { $project }] } };
}

function attemptBelow(attempt: number) {
  return { $or: [{ attempt: { $exists: false } }, { attempt: { $lt: attempt } }] };
}
