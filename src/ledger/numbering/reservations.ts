/** A number after `next`: a document uses it, it is given back, or it is voided. Also reports what each range has left. */
import { ecfTypeList } from '../../ecf/model/ecf-types.js';
import { parseEncf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import { expired, inOrder, readSequences } from './authorizations.js';
import type { Collections } from '../mongo/collections.js';
import { isDuplicateKey } from '../mongo/guard.js';
import { highestReserved } from './highest-number.js';
import type { AttemptRef } from '../vouchers/document-record.js';
import { isLive } from '../vouchers/live-document.js';
import { createNextNumber } from './next-number.js';
import {
  idOfEncf,
  reservationOf,
  sequenceKey,
  type AnnulInput,
  type AnnulOutcome,
  type Authorization,
  type AuthorizationStatus,
  type NumberFacts,
  type SequenceRef,
  type SequenceStatus,
} from './numbering.js';
import { createUnused } from './unused.js';

const noteCharsMax = 300;

export type ReservationStore = ReturnType<typeof createReservations>;

/** `not-ours`: the service did not hand out the number. */
type NumberMark = 'used' | 'annulled' | 'not-ours';

export function createReservations(collections: Collections) {
  const { reservations, annulments, sequences, documents, companies } = collections;

  const find = async (companyId: number, environment: Environment, encf: string) => {
    const _id = idOfEncf(companyId, environment, encf);
    if (_id === undefined) return { _id, reservation: null, annulment: null };
    const [reservation, annulment] = await Promise.all([
      reservations.findOne(reservationOf(_id)),
      annulments.findOne({ _id }, { projection: { _id: 1 } }),
    ]);
    return { _id, reservation, annulment };
  };

  return {
    /** Reserves a number that nobody else ever gets, or returns the one that the reference already has. */
    nextNumber: createNextNumber(collections),

    findNumber: async (companyId: number, environment: Environment, encf: string): Promise<NumberFacts> => {
      const parsed = parseEncf(encf);
      if (parsed === undefined) return { reservation: undefined, annulled: false, expiresOn: undefined };
      const key = sequenceKey({ companyId, environment, ecfType: parsed.type });
      const [{ reservation, annulment }, record] = await Promise.all([
        find(companyId, environment, encf),
        sequences.findOne({ _id: key }),
      ]);
      const authorization = record?.authorizations.find(
        ({ from, to }) => from <= parsed.serial && parsed.serial <= to,
      );
      return {
        reservation: reservation?.state,
        annulled: annulment !== null || reservation?.state === 'annulled',
        expiresOn: authorization?.expiresOn,
      };
    },

    /** Called before anything is signed. `annulled` means that the number must not be sent. Idempotent. */
    markUsed: async ({ companyId, environment, encf, attempt }: AttemptRef): Promise<NumberMark> => {
      const { _id, reservation, annulment } = await find(companyId, environment, encf);
      if (annulment !== null || reservation?.state === 'annulled') return 'annulled';
      if (_id === undefined || reservation === null) return 'not-ours';
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
    sequencesOverview: async (
      companyId: number,
      environment: Environment,
      today: string,
    ): Promise<readonly SequenceStatus[]> => {
      const records = await readSequences(collections, companyId, environment);
      const byType = new Map(records.map((record) => [record.ecfType, record.authorizations]));
      return Promise.all(
        ecfTypeList.map((ecfType) =>
          statusOf({ companyId, environment, ecfType }, byType.get(ecfType) ?? [], today),
        ),
      );
    },

    /** Numbers that are reserved and were never sent. Leaves out numbers with a live document. */
    unused: createUnused(collections),

    /** Called after the operator voided the number in DGII's office, under either origin. */
    annulReservation: annul,
  };

  async function statusOf(
    ref: SequenceRef,
    authorizations: readonly Authorization[],
    today: string,
  ): Promise<SequenceStatus> {
    const key = sequenceKey(ref);
    const statuses = await Promise.all(
      inOrder(authorizations).map(async (authorization): Promise<AuthorizationStatus> => {
        const { first, last } = authorization;
        if (expired(authorization, today))
          return { ...authorization, next: null, available: 0, state: 'Vencida' };
        const head = (await highestReserved(collections, key, first, last)) ?? first - 1;
        const available = Math.max(0, last - head);
        return {
          ...authorization,
          available,
          next: available === 0 ? null : head + 1,
          state: available === 0 ? 'Agotada' : 'Vigente',
        };
      }),
    );
    const current = statuses.find(({ state }) => state === 'Vigente');
    const shown = current ?? statuses.findLast(({ state }) => state === 'Agotada') ?? statuses.at(-1);
    return {
      ecfType: ref.ecfType,
      next: current?.next ?? null,
      available: statuses.reduce((sum, { available }) => sum + available, 0),
      expiresOn: shown?.expiresOn ?? null,
      state: shown?.state ?? 'Sin autorizaciones',
      authorizations: statuses,
    };
  }

  /**
   * Writes the annulment first and then checks for a document. A send at the same moment either finds the annulment when it
   * marks the number used, or it came first, and then we remove the annulment.
   */
  async function annul({ companyId, environment, encf, note, now }: AnnulInput): Promise<AnnulOutcome> {
    const _id = idOfEncf(companyId, environment, encf);
    if (_id === undefined) return { outcome: 'refused', refusal: 'ENCF_INVALID' };
    if (note.trim() === '' || note.length > noteCharsMax)
      return { outcome: 'refused', refusal: 'NOTE_INVALID' };
    if ((await companies.findOne({ _id: companyId }, { projection: { _id: 1 } })) === null)
      return { outcome: 'refused', refusal: 'COMPANY_UNKNOWN' };
    if (await hasDocument(companyId, environment, encf)) return { outcome: 'has-document' };
    try {
      await annulments.insertOne({ _id, companyId, environment, encf, note, annulledAt: now });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const before = (await annulments.findOne({ _id }))?.annulledAt;
      // The earlier annulment may have died before this step.
      await reservations.updateOne(reservationOf(_id), { $set: { state: 'annulled', note } });
      return before === undefined ? { outcome: 'has-document' } : { outcome: 'annulled', before };
    }
    const previous = await reservations.findOneAndUpdate(reservationOf(_id), {
      $set: { state: 'annulled', note },
    });
    if (!(await hasDocument(companyId, environment, encf))) return { outcome: 'annulled' };
    if (previous !== null) {
      const { state } = previous;
      await reservations.updateOne(
        { ...reservationOf(_id), state: 'annulled' },
        { $set: { state }, $unset: { note: '' } },
      );
    }
    await annulments.deleteOne({ _id });
    return { outcome: 'has-document' };
  }

  async function hasDocument(companyId: number, environment: Environment, encf: string): Promise<boolean> {
    const seen = { projection: { _id: 0, state: 1, 'verdict.secuenciaUtilizada': 1 } } as const;
    const document = await documents.findOne({ companyId, environment, encf }, seen);
    return document !== null && isLive(document);
  }
}

function attemptBelow(attempt: number) {
  return { $or: [{ attempt: { $exists: false } }, { attempt: { $lt: attempt } }] };
}
