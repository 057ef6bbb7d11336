/** Where the next numbers are: the first authorization that is not used up, and what stands above its head. */
import { formatEncf } from '../ecf/encf.js';
import { expired, inOrder } from './authorizations.js';
import type { Collections } from './collections.js';
import { highestReserved } from './heads.js';
import {
  reservationId,
  sequenceKey,
  serialOf,
  type Authorization,
  type ReservationState,
  type SequenceRef,
} from './numbering.js';

export interface Room {
  readonly outcome: 'room';
  readonly authorization: Authorization;
  /** Consecutive from the head on. */
  readonly numbers: readonly FreeNumber[];
}

export interface FreeNumber {
  readonly _id: string;
  readonly n: number;
  /** Not to be handed out: a document has it, or it was voided at DGII. It is inserted like that, and the next one taken. */
  readonly taken: Extract<ReservationState, 'used' | 'annulled'> | undefined;
}

export interface NoRoom {
  readonly outcome: 'not-available';
  readonly reason: 'SIN_RANGO' | 'VENCIDA' | 'AGOTADA';
}

/** Full ones are remembered so that they are not asked again; the oldest are forgotten. */
const fullMax = 10_000;

export function createRoom(collections: Collections, numbersMax: number) {
  const { documents, annulments } = collections;
  /** Authorization → the last number that was used. A range may be opened again, beyond it. */
  const full = new Map<string, number>();

  return {
    /** @param today DD-MM-YYYY in Santo Domingo */
    find: async (
      ref: SequenceRef,
      authorizations: readonly Authorization[],
      today: string,
    ): Promise<Room | NoRoom> => {
      if (authorizations.length === 0) return { outcome: 'not-available', reason: 'SIN_RANGO' };
      const current = inOrder(authorizations).filter((authorization) => !expired(authorization, today));
      if (current.length === 0) return { outcome: 'not-available', reason: 'VENCIDA' };
      for (const authorization of current) {
        const head = await headOf(sequenceKey(ref), authorization);
        if (head < authorization.last) return above(ref, authorization, head);
      }
      return { outcome: 'not-available', reason: 'AGOTADA' };
    },
  };

  async function headOf(key: string, { id, first, last }: Authorization): Promise<number> {
    const name = `${key}/${id}`;
    if ((full.get(name) ?? 0) >= last) return last;
    const head = (await highestReserved(collections, key, first, last)) ?? first - 1;
    if (head >= last) {
      full.set(name, last);
      const oldest = full.keys().next();
      if (full.size > fullMax && oldest.done !== true) full.delete(oldest.value);
    }
    return head;
  }

  async function above(ref: SequenceRef, authorization: Authorization, head: number): Promise<Room> {
    const from = head + 1;
    const to = Math.min(authorization.last, head + numbersMax);
    const { companyId, environment, ecfType } = ref;
    const key = sequenceKey(ref);
    const [withDocument, annulled] = await Promise.all([
      documents
        .find(
          {
            companyId,
            environment,
            encf: { $gte: formatEncf(ecfType, from), $lte: formatEncf(ecfType, to) },
          },
          { projection: { _id: 0, encf: 1 } },
        )
        .limit(numbersMax)
        .toArray(),
      annulments
        .find(
          { _id: { $gte: reservationId(key, from), $lte: reservationId(key, to) } },
          { projection: { _id: 1 } },
        )
        .limit(numbersMax)
        .toArray(),
    ]);
    const used = new Set(withDocument.map(({ encf }) => serialOf(encf)));
    const voided = new Set(annulled.map(({ _id }) => serialOf(_id)));
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => {
      const n = from + index;
      const taken = voided.has(n) ? ('annulled' as const) : used.has(n) ? ('used' as const) : undefined;
      return { _id: reservationId(key, n), n, taken };
    });
    return { outcome: 'room', authorization, numbers };
  }
}
