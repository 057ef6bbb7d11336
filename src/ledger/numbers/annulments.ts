/** Numbers that were voided at DGII: they must never be sent or handed out again. */
import type { Environment } from '../../ecf/model/environments.js';
import { refused } from '../../shared/refused.js';
import type { Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';
import { isLive } from '../vouchers/live-document.js';
import { idsOf, type SerialRange } from './highest-number.js';
import {
  idOfEncf,
  isNote,
  reservationOf,
  sequenceKey,
  serialOf,
  type AnnulInput,
  type AnnulmentRecord,
  type AnnulOutcome,
  type ReservationRecord,
  type SequenceRef,
} from './numbers.js';

/**
 * Writes the annulment and then marks the reservation. If an earlier call wrote the annulment and died before the mark, it makes the mark
 * now. A locked number stays as it is.
 * @returns `written`: false if the number was annulled before; `reservation`: as it was before the mark
 */
export async function writeAnnulment(
  { annulments, reservations }: Collections,
  annulment: AnnulmentRecord,
): Promise<{ readonly written: boolean; readonly reservation: ReservationRecord | null } | 'locked'> {
  const written = await isInserted(annulments.insertOne(annulment));
  if (!written && (await annulments.findOne({ _id: annulment._id }))?.lock !== undefined) return 'locked';
  const reservation = await reservations.findOneAndUpdate(reservationOf(annulment._id), {
    $set: { state: 'annulled', note: annulment.note },
  });
  return { written, reservation };
}

/** The ids of the closed numbers of a range, ascending: they were voided, or are locked until DGII answers. */
export function closedIn({ annulments }: Pick<Collections, 'annulments'>, range: SerialRange) {
  return annulments.find({ _id: idsOf(range) }, { projection: { _id: 1 } }).sort({ _id: 1 });
}

export function createAnnulments(collections: Collections) {
  const { reservations, annulments, documents, companies } = collections;

  return {
    findClosed: async (
      sequence: SequenceRef,
      { from, to }: { readonly from: number; readonly to: number },
      limit: number,
    ): Promise<readonly number[]> => {
      const range = { key: sequenceKey(sequence), from, to };
      const found = await closedIn(collections, range).limit(limit).toArray();
      return found.map(({ _id }) => serialOf(_id));
    },

    /**
     * Called after the operator voided the number in DGII's office, under either origin. Writes the annulment first and then
     * checks for a document. A send at the same moment either finds the annulment when it marks the number used, or it came
     * first, and then we remove the annulment.
     */
    annulReservation: async (input: AnnulInput): Promise<AnnulOutcome> => {
      const { companyId, environment, encf, note, by, now } = input;
      const _id = idOfEncf(companyId, environment, encf);
      if (_id === undefined) return refused('ENCF_INVALID');
      if (note.trim() === '' || !isNote(note)) return refused('NOTE_INVALID');
      if ((await companies.findOne({ _id: companyId }, { projection: { _id: 1 } })) === null)
        return refused('COMPANY_NOT_FOUND');
      if (await hasDocument(companyId, environment, encf)) return refused('ENCF_HAS_DOCUMENT');
      const annulment = { _id, companyId, environment, encf, note, by, annulledAt: now };
      const result = await writeAnnulment(collections, annulment);
      if (result === 'locked') return refused('ENCF_BEING_ANNULLED');
      if (!result.written) {
        const before = (await annulments.findOne({ _id }))?.annulledAt;
        if (before !== undefined) return { outcome: 'annulled', before };
        // The call that wrote the annulment has removed it, because it found a document. Our mark came after that, or just before.
        await restore(_id, result.reservation);
        return refused('ENCF_HAS_DOCUMENT');
      }
      if (!(await hasDocument(companyId, environment, encf))) return { outcome: 'annulled' };
      // In this order: a call that finds no annulment after its own mark removes the mark. So the number stays open.
      await annulments.deleteOne({ _id });
      await restore(_id, result.reservation);
      return refused('ENCF_HAS_DOCUMENT');
    },
  };

  /** If the reservation was annulled before our mark, the call that marked it restores it. */
  async function restore(_id: string, before: ReservationRecord | null): Promise<void> {
    if (before === null || before.state === 'annulled') return;
    await reservations.updateOne(
      { ...reservationOf(_id), state: 'annulled' },
      { $set: { state: before.state }, $unset: { note: '' } },
    );
  }

  async function hasDocument(companyId: number, environment: Environment, encf: string): Promise<boolean> {
    const seen = { projection: { _id: 0, state: 1, 'verdict.secuenciaUtilizada': 1 } } as const;
    const document = await documents.findOne({ companyId, environment, encf }, seen);
    return document !== null && isLive(document);
  }
}
