/**
 * What one process remembers of the numbers of one company, environment and type, so that most of them cost a single
 * insert. Whatever is remembered may be out of date: the insert finds out, and then it is read again.
 */
import { formatEncf } from '../ecf/encf.js';
import { expired, inOrder } from './authorizations.js';
import type { Collections } from './collections.js';
import { highestReserved } from './heads.js';
import { readStanding, saysTheSame, type Standing } from './numbering-standing.js';
import {
  reservationId,
  sequenceKey,
  serialOf,
  type Authorization,
  type ReservationState,
  type SequenceRef,
} from './numbering.js';
import type { Company } from './store.js';

/** Consecutive numbers from the head on, all of one authorization. */
export interface Room {
  readonly outcome: 'room';
  readonly authorization: Authorization;
  readonly numbers: readonly FreeNumber[];
}

export interface FreeNumber {
  readonly n: number;
  /** Not to be handed out: a document has it, or it was voided at DGII. It is inserted like that, and the next one taken. */
  readonly taken: Taken | undefined;
}

type Taken = Extract<ReservationState, 'used' | 'annulled'>;

export interface NoRoom {
  readonly outcome: 'not-available';
  readonly reason: 'SIN_RANGO' | 'VENCIDA' | 'AGOTADA';
}

export interface NumberLine {
  /**
   * @param fresh read now, because what is remembered says no
   * @param known the company as callers read it: what is remembered is of no use when it differs
   */
  standing(now: Date, fresh: boolean, known?: readonly Company[]): Promise<Standing>;
  /** @param today DD-MM-YYYY in Santo Domingo */
  room(standing: Standing, today: string, count: number): Promise<Room | NoRoom>;
  /** A majority acknowledged the numbers of this authorization up to `head`. */
  acknowledged(authorization: Authorization, head: number): void;
  /** Another process took a number above what was taken for the head, or nobody knows whether we did. */
  doubtful(authorization: Authorization): void;
}

/** What operators change counts after this at the latest; far less than a change of origin waits. */
const standingFreshMs = 250;
const windowFreshMs = 1_000;
/** Numbers looked at above the head, for documents and annulments, so that it need not be done for every insert. */
const windowMax = 512;
/**
 * So long after a lost insert the head is read before each, which gives other processes their turn. Longer, it costs more than it
 * saves: those who lost stand back meanwhile.
 */
const sharedMs = 50;

interface Window {
  readonly from: number;
  readonly to: number;
  readonly taken: ReadonlyMap<number, Taken>;
  readonly atMs: number;
}

export function createNumberLine(collections: Collections, ref: SequenceRef): NumberLine {
  const key = sequenceKey(ref);
  /** By authorization: read with majority, or acknowledged. Others may have gone beyond. */
  const heads = new Map<string, number>();
  const windows = new Map<string, Window>();
  let seen: { readonly standing: Standing; readonly atMs: number } | undefined;
  let sharedUntilMs = -Infinity;

  return {
    standing: async (now, fresh, known = []) => {
      const remembered =
        !fresh && seen !== undefined && performance.now() - seen.atMs < standingFreshMs
          ? seen.standing
          : undefined;
      if (remembered !== undefined && known.every((company) => saysTheSame(remembered, company)))
        return remembered;
      const atMs = performance.now();
      const standing = await readStanding(collections, ref, now);
      seen = { standing, atMs };
      return standing;
    },

    room: async ({ authorizations }, today, count) => {
      if (authorizations.length === 0) return { outcome: 'not-available', reason: 'SIN_RANGO' };
      const current = inOrder(authorizations).filter((authorization) => !expired(authorization, today));
      if (current.length === 0) return { outcome: 'not-available', reason: 'VENCIDA' };
      for (const authorization of current) {
        const head = await headOf(authorization);
        if (head < authorization.last) return above(authorization, head, count);
      }
      return { outcome: 'not-available', reason: 'AGOTADA' };
    },

    acknowledged: ({ id }, head) => {
      heads.set(id, head);
    },

    doubtful: ({ id }) => {
      heads.delete(id);
      sharedUntilMs = performance.now() + sharedMs;
    },
  };

  async function headOf({ id, first, last }: Authorization): Promise<number> {
    const known = heads.get(id);
    // A full one stays full. An operator may have moved its first number ahead.
    if (known !== undefined && known >= first - 1 && (known >= last || performance.now() > sharedUntilMs))
      return known;
    const head = (await highestReserved(collections, key, first, last)) ?? first - 1;
    heads.set(id, head);
    return head;
  }

  async function above(authorization: Authorization, head: number, count: number): Promise<Room> {
    const { id, last } = authorization;
    const from = head + 1;
    const to = Math.min(last, head + count);
    let window = windows.get(id);
    const covers = window !== undefined && window.from <= from && to <= window.to;
    if (window === undefined || !covers || performance.now() - window.atMs > windowFreshMs) {
      window = await readWindow(from, Math.min(last, head + windowMax));
      windows.set(id, window);
    }
    const { taken } = window;
    const numbers = Array.from({ length: to - head }, (_, index) => {
      return { n: from + index, taken: taken.get(from + index) };
    });
    return { outcome: 'room', authorization, numbers };
  }

  /**
   * No document comes to a number that was not handed out, while the service numbers: those that are there are from before.
   * A number annulled at this very moment may still be handed out; a send of it is refused.
   */
  async function readWindow(from: number, to: number): Promise<Window> {
    const { companyId, environment, ecfType } = ref;
    const { documents, annulments } = collections;
    const atMs = performance.now();
    const encfs = { $gte: formatEncf(ecfType, from), $lte: formatEncf(ecfType, to) };
    const ids = { $gte: reservationId(key, from), $lte: reservationId(key, to) };
    const [used, annulled] = await Promise.all([
      documents
        .find({ companyId, environment, encf: encfs }, { projection: { _id: 0, encf: 1 } })
        .limit(windowMax)
        .toArray(),
      annulments
        .find({ _id: ids }, { projection: { _id: 1 } })
        .limit(windowMax)
        .toArray(),
    ]);
    const taken = new Map<number, Taken>();
    for (const { encf } of used) taken.set(serialOf(encf), 'used');
    for (const { _id } of annulled) taken.set(serialOf(_id), 'annulled');
    return { from, to, taken, atMs };
  }
}
