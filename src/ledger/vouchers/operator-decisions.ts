/**
 * What an operator decides about one voucher after looking at DGII's office: the exits of waiting that no program may take.
 * Each is one compare-and-set on what was read; the voucher's process goes on from what stands in the ledger then.
 */
import type { Filter, UpdateFilter } from 'mongodb';
import type { Collections } from '../mongo/collections.js';
import type { ByHand, DocumentRecord, Submission, Verdict } from './document-record.js';
import type { AttemptRef } from './documents.js';
import { guard, isDuplicateKey } from '../mongo/guard.js';
import { idOfEncf } from '../numbering/numbering.js';

/** Who looked, what was seen: 1 to 300 characters, kept with the voucher. */
export interface Word {
  readonly by: string;
  readonly note: string;
  readonly now: Date;
}

/** What DGII's office shows. */
export type Confirmation =
  /** It is there, under this trackId: its result is asked for as ever. */
  | { readonly found: 'received'; readonly trackId: string }
  /** It is not there, nor will it be: the same bytes go out again. */
  | { readonly found: 'not-received' }
  | { readonly found: 'accepted' }
  /** Also when the number was used by something else: this voucher will never be accepted under it. */
  | { readonly found: 'rejected' };

export type ByHandRefusal =
  | 'DOCUMENT_UNKNOWN'
  /** Another attempt has taken its place. */
  | 'ATTEMPT_OVER'
  /** DGII's last word stands. */
  | 'ALREADY_FINAL'
  /** A delivery may still be under way: its lease has not ended. */
  | 'IN_FLIGHT'
  /** DGII has it, or may have it: confirm what its office shows first. */
  | 'MAY_HAVE_ARRIVED'
  /** Nothing went out whose fate could be confirmed. */
  | 'NOTHING_OPEN'
  | 'TRACK_ID_INVALID'
  | 'NOTE_INVALID'
  /** The voucher went on at that very moment: look again. */
  | 'CHANGED_MEANWHILE';

export type ByHandOutcome =
  | { readonly outcome: 'done'; readonly document: DocumentRecord }
  | {
      readonly outcome: 'refused';
      readonly refusal: ByHandRefusal;
      readonly document: DocumentRecord | undefined;
    };

export interface ByHandChanges {
  /**
   * Deliver, although the sequence expired, or DGII cannot be asked about the delivery before. Good for one delivery.
   */
  forceDocument(ref: AttemptRef, word: Word): Promise<ByHandOutcome>;
  /** A person looked in DGII's office. */
  confirmDocument(ref: AttemptRef, confirmation: Confirmation, word: Word): Promise<ByHandOutcome>;
  /** The number was voided at DGII: never sent afterwards. Only while nothing of it can have arrived. */
  annulDocument(ref: AttemptRef, word: Word): Promise<ByHandOutcome>;
}

const noteCharsMax = 300;
/** Words kept with one voucher; an operator speaks once or twice. */
const wordsKept = 5;
/** Each try is lost to the voucher's own process, which pauses between its steps. */
const triesMax = 5;
const trackIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

type Change = { readonly refusal: ByHandRefusal } | { readonly update: UpdateFilter<DocumentRecord> };

export function createByHand(collections: Collections): ByHandChanges {
  const { documents, annulments, reservations } = collections;

  return {
    forceDocument: (ref, word) => change(ref, 'force', word, (document) => force(document, word)),
    confirmDocument: (ref, confirmation, word) =>
      change(ref, `confirm-${confirmation.found}`, word, (document) => confirm(document, confirmation, word)),
    annulDocument: (ref, word) =>
      guard(async () => {
        const outcome = await change(ref, 'annul', word, (document) => annul(document, word));
        // Again by whoever repeats the command: the number must not be handed out any more.
        if (outcome.outcome === 'done' || outcome.document?.state === 'annulled') await voidNumber(ref, word);
        return outcome;
      }),
  };

  function change(
    ref: AttemptRef,
    action: ByHand['action'],
    { by, note, now }: Word,
    decide: (document: DocumentRecord) => Change,
  ): Promise<ByHandOutcome> {
    return guard(async () => {
      if (note.trim() === '' || note.length > noteCharsMax) return refused('NOTE_INVALID');
      const { companyId, environment, encf, attempt } = ref;
      for (let tries = 0; tries < triesMax; tries += 1) {
        const document = await documents.findOne(
          { companyId, environment, encf },
          { projection: { _id: 0 } },
        );
        if (document === null) return refused('DOCUMENT_UNKNOWN');
        if (document.attempt !== attempt) return refused('ATTEMPT_OVER', document);
        if (document.final) return refused('ALREADY_FINAL', document);
        const decision = decide(document);
        if ('refusal' in decision) return refused(decision.refusal, document);
        const { $push = {}, ...update } = decision.update;
        const byHand = { $each: [{ action, by, note, at: now }], $slice: -wordsKept };
        const changed = await documents.findOneAndUpdate(
          asRead(document),
          { ...update, $push: { ...$push, byHand } },
          { returnDocument: 'after', projection: { _id: 0 } },
        );
        if (changed !== null) return { outcome: 'done', document: changed };
      }
      return refused('CHANGED_MEANWHILE');
    });
  }

  async function voidNumber({ companyId, environment, encf }: AttemptRef, word: Word): Promise<void> {
    const _id = idOfEncf(companyId, environment, encf);
    if (_id === undefined) return;
    const { note, now: annulledAt } = word;
    try {
      await annulments.insertOne({ _id, companyId, environment, encf, note, annulledAt });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    await reservations.updateOne({ _id }, { $set: { state: 'annulled', note } });
  }
}

function refused(refusal: ByHandRefusal, document?: DocumentRecord): ByHandOutcome {
  return { outcome: 'refused', refusal, document };
}

/** The record as it was read: no step was taken since, no delivery begun or ended. */
function asRead({ companyId, environment, encf, attempt, state, submissions }: DocumentRecord) {
  return { companyId, environment, encf, attempt, state, submissions } as Filter<DocumentRecord>;
}

function openDelivery({ submissions }: DocumentRecord): Submission | undefined {
  const last = submissions.at(-1);
  return last?.outcome === undefined ? last : undefined;
}

/** The last delivery, closed: what becomes of it is known by a person's word. */
function closing({ submissions }: DocumentRecord, outcome: 'found' | 'lost', now: Date) {
  const path = `submissions.${submissions.length - 1}`;
  return { [`${path}.outcome`]: outcome, [`${path}.endedAt`]: now };
}

function force(document: DocumentRecord, { note, now }: Word): Change {
  if (document.state === 'submitted') return { refusal: 'MAY_HAVE_ARRIVED' };
  const open = openDelivery(document);
  if (open !== undefined && now < open.leaseUntil) return { refusal: 'IN_FLIGHT' };
  return {
    update: {
      $set: {
        forced: { note, at: now },
        nextCheckAt: now,
        ...(open === undefined ? {} : closing(document, 'lost', now)),
      },
      $unset: { waiting: '' },
    },
  };
}

function confirm(document: DocumentRecord, confirmation: Confirmation, { note, now }: Word): Change {
  const { state } = document;
  if (state !== 'submitting' && state !== 'submitted') return { refusal: 'NOTHING_OPEN' };
  const open = openDelivery(document);
  if (open !== undefined && now < open.leaseUntil) return { refusal: 'IN_FLIGHT' };
  const closed = open === undefined ? {} : closing(document, 'found', now);
  switch (confirmation.found) {
    case 'received': {
      const { trackId } = confirmation;
      // A summary has no trackId: its verdict is confirmed instead.
      if (!trackIdPattern.test(trackId) || document.signed?.summary !== undefined)
        return { refusal: 'TRACK_ID_INVALID' };
      return {
        update: {
          $set: { state: 'submitted', nextCheckAt: now, ...closed },
          $min: { submittedAt: now },
          $addToSet: { trackIds: trackId },
          $unset: { waiting: '' },
        },
      };
    }
    case 'not-received':
      if (state === 'submitted') return { refusal: 'MAY_HAVE_ARRIVED' };
      if (open === undefined) return { refusal: 'NOTHING_OPEN' };
      return {
        update: {
          $set: { nextCheckAt: now, ...closing(document, 'lost', now) },
          $unset: { waiting: '' },
        },
      };
    case 'accepted':
    case 'rejected':
      return {
        update: {
          $set: {
            state: confirmation.found,
            verdict: verdictByHand(document, confirmation.found, note),
            final: true,
            finalAt: now,
            ...closed,
          },
          $min: { submittedAt: now },
          $unset: { waiting: '', nextCheckAt: '' },
        },
      };
  }
}

/** Whether the number was used is DGII's to say: for a rejection nothing is known, so it stays with the voucher. */
function verdictByHand({ trackIds }: DocumentRecord, found: 'accepted' | 'rejected', note: string): Verdict {
  return {
    trackId: trackIds.at(-1) ?? null,
    codigoDgii: '',
    estado: found === 'accepted' ? 'Aceptado' : 'Rechazado',
    mensajes: [{ codigo: 'CONFIRMED_BY_HAND', valor: note }],
    secuenciaUtilizada: found === 'accepted' ? true : null,
    replyFile: null,
  };
}

function annul(document: DocumentRecord, { note, now }: Word): Change {
  const open = openDelivery(document);
  if (open !== undefined && now < open.leaseUntil) return { refusal: 'IN_FLIGHT' };
  if (open !== undefined || document.state === 'submitted' || document.trackIds.length > 0)
    return { refusal: 'MAY_HAVE_ARRIVED' };
  return {
    update: {
      $set: {
        state: 'annulled',
        verdict: {
          trackId: null,
          codigoDgii: '',
          estado: '',
          mensajes: [{ codigo: 'ENCF_ANNULLED', valor: note }],
          secuenciaUtilizada: null,
          replyFile: null,
        },
        final: true,
        finalAt: now,
      },
      $unset: { waiting: '', nextCheckAt: '' },
    },
  };
}
