/**
 * Decisions about one voucher that only a person may take, after a check in DGII's virtual office. They end waits that no
 * program may end. Each is one compare-and-set on the record as read. The voucher's run continues from the new record.
 */
import type { Filter, UpdateFilter } from 'mongodb';
import { mayGoToBuyer } from '../../ecf/codes/buyer-delivery.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import { createLeases } from '../leases.js';
import { withoutId, type Collections } from '../collections.js';
import { dueNow } from '../mongo/ledger-time.js';
import {
  ownVerdict,
  type OperatorDecision,
  type DocumentRecord,
  type Delivery,
  type Verdict,
} from './document-record.js';
import { withEvent } from '../events/event-writes.js';
import { writeAnnulment } from '../numbers/annulments.js';
import { idOfEncf, isNote } from '../numbers/numbers.js';
import { shownChange } from './document-writes.js';
import { checkNotesAt } from './documents.js';
import { endEvent } from './voucher-events.js';

/** Who decided, and why. The note has 1 to 300 characters and is kept with the voucher. */
export interface DecisionNote {
  readonly by: string;
  readonly note: string;
  readonly now: Date;
}

/** `endedDeliveries` of the voucher when the person looked. DGII may accept a later delivery, which the person cannot have seen. */
interface Seen {
  readonly deliveries: number;
}

/** For a decision on the command line, which names no deliveries. */
export interface MaySee {
  readonly deliveries?: number | undefined;
}

export type Confirmation =
  /** DGII has the voucher under this trackId. We ask for its result as usual. */
  | ({ readonly found: 'received'; readonly trackId: string } & Seen)
  /** DGII does not have the voucher and will not get it. We send the same bytes again. */
  | ({ readonly found: 'not-received' } & Seen)
  /** A later delivery changes nothing about a voucher that DGII accepted before it. */
  | { readonly found: 'accepted' }
  /** Also when another voucher used the number: DGII will never accept this one under it. */
  | ({ readonly found: 'rejected' } & Seen);

export type DecisionRefusalCode =
  | 'ECF_NOT_FOUND'
  | 'ATTEMPT_OVER'
  | 'ALREADY_FINAL'
  /** A delivery may still be under way, because its lease has not ended. */
  | 'IN_FLIGHT'
  /** DGII has or may have the voucher. First confirm what its virtual office shows. */
  | 'MAY_HAVE_ARRIVED'
  | 'NOTHING_OPEN'
  | 'TRACK_ID_INVALID'
  | 'NOTE_INVALID'
  /** The voucher's run changed the record at the same moment, or a delivery ended that the person has not seen. Check again. */
  | 'CHANGED_MEANWHILE';

export type DecisionOutcome =
  | { readonly outcome: 'done'; readonly document: DocumentRecord }
  | {
      readonly outcome: 'refused';
      readonly refusal: DecisionRefusalCode;
      readonly document: DocumentRecord | undefined;
    };

/** How many decisions a voucher keeps. An operator decides once or twice. */
const decisionsKept = 5;
/** A try fails only when the voucher's own run changes the record, and that run pauses between its steps. */
const triesMax = 5;
/** As DGII writes it. Another text is a typing error, and a wrong trackId cannot be taken back. */
const trackIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Change = { readonly refusal: DecisionRefusalCode } | { readonly update: UpdateFilter<DocumentRecord> };

export function createOperatorDecisions(collections: Collections) {
  const { documents } = collections;
  const { mendDeliveryLease } = createLeases(collections);

  return {
    /** Orders one delivery, although the sequence expired or DGII cannot be asked about the previous delivery. */
    forceDocument: (ref: AttemptRef, decision: DecisionNote & MaySee) =>
      change(ref, 'force', decision, (document) => force(document, decision)),

    confirmDocument: (ref: AttemptRef, confirmation: Confirmation, decision: DecisionNote) =>
      change(ref, `confirm-${confirmation.found}`, decision, (document) =>
        confirm(document, confirmation, decision),
      ),

    /** The number was voided at DGII, so the voucher is never sent. Refused when a delivery may have arrived. */
    annulDocument: async (ref: AttemptRef, decision: DecisionNote & MaySee) => {
      const outcome = await change(ref, 'annul', decision, (document) => annul(document, decision));
      // A repeated command voids the number again, in case the first one died before it did: the number must never be handed out.
      if (outcome.outcome === 'done' || outcome.document?.state === 'annulled')
        await voidNumber(ref, decision);
      return outcome;
    },
  };

  async function change(
    ref: AttemptRef,
    action: OperatorDecision['action'],
    { by, note, now }: DecisionNote,
    decide: (document: DocumentRecord) => Change,
  ): Promise<DecisionOutcome> {
    if (note.trim() === '' || !isNote(note)) return refused('NOTE_INVALID');
    const { companyId, environment, encf, attempt } = ref;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const document = await documents.findOne({ companyId, environment, encf }, withoutId);
      if (document === null) return refused('ECF_NOT_FOUND');
      if (document.attempt !== attempt) return refused('ATTEMPT_OVER', document);
      if (document.final) return refused('ALREADY_FINAL', document);
      const decision = decide(document);
      if ('refusal' in decision) {
        // Otherwise the command could be refused for hours.
        if (decision.refusal === 'IN_FLIGHT') await mendDeliveryLease(ref, document, now);
        return refused(decision.refusal, document);
      }
      const byHand = { $each: [{ action, by, note, at: now }], $slice: -decisionsKept };
      const changed = await documents.findOneAndUpdate(
        asRead(document),
        shownChange({ ...decision.update, $push: { ...decision.update.$push, byHand } }),
        { returnDocument: 'after', ...withoutId },
      );
      if (changed !== null) {
        if (changed.final) await checkNotesAt(collections, ref, now);
        return { outcome: 'done', document: changed };
      }
    }
    return refused('CHANGED_MEANWHILE');
  }

  async function voidNumber({ companyId, environment, encf }: AttemptRef, { note, now }: DecisionNote) {
    const _id = idOfEncf(companyId, environment, encf);
    if (_id === undefined) return;
    const annulment = { _id, companyId, environment, encf, note, annulledAt: now };
    if ((await writeAnnulment(collections, annulment)) !== 'locked') return;
    // A person says that DGII voided it. So the result of our own annulment no longer matters.
    await collections.annulments.replaceOne({ _id }, annulment);
    await writeAnnulment(collections, annulment);
  }
}

function refused(refusal: DecisionRefusalCode, document?: DocumentRecord): DecisionOutcome {
  return { outcome: 'refused', refusal, document };
}

/** Matches the record only as it was read: no step since then, and no delivery started or ended. */
function asRead({ companyId, environment, encf, attempt, state, submissions }: DocumentRecord) {
  return { companyId, environment, encf, attempt, state, submissions } as Filter<DocumentRecord>;
}

function openDelivery({ submissions }: DocumentRecord): Delivery | undefined {
  const last = submissions.at(-1);
  return last?.outcome === undefined ? last : undefined;
}

/** DGII has the voucher, or a delivery of it has no outcome yet. */
export function mayHaveArrived(document: DocumentRecord): boolean {
  const { state, trackIds } = document;
  return state === 'submitted' || trackIds.length > 0 || openDelivery(document) !== undefined;
}

function closing(document: DocumentRecord, outcome: 'found' | 'lost', now: Date) {
  if (openDelivery(document) === undefined) return {};
  const path = `submissions.${document.submissions.length - 1}`;
  return { [`${path}.outcome`]: outcome, [`${path}.endedAt`]: now };
}

function inFlight(document: DocumentRecord, now: Date): boolean {
  const open = openDelivery(document);
  return open !== undefined && now < open.leaseUntil;
}

/**
 * How many deliveries of the attempt have ended and may have arrived. A person names this number to say what DGII's virtual office showed
 * after them. An unsent delivery does not count, because a new one may take its place.
 */
export function endedDeliveries(document: DocumentRecord, now: Date): number {
  const last = document.submissions.at(-1);
  const isWithoutLast = inFlight(document, now) || last?.outcome === 'not-sent';
  return document.submissionCount - (isWithoutLast ? 1 : 0);
}

export function isOutdated(confirmation: Confirmation, document: DocumentRecord, now: Date): boolean {
  return confirmation.found !== 'accepted' && isUnseen(confirmation, document, now);
}

function isUnseen({ deliveries }: MaySee, document: DocumentRecord, now: Date): boolean {
  return deliveries !== undefined && deliveries !== endedDeliveries(document, now);
}

/** For a person who watches: the process may still be sending, and DGII has not answered in a way that leaves the outcome open. */
export function isUnderWay({ outcome, httpStatus, codes, leaseUntil }: Delivery, now: Date): boolean {
  return outcome === undefined && httpStatus === undefined && codes === undefined && now < leaseUntil;
}

/** @param also further members that the writes set */
function ending(
  document: DocumentRecord,
  end: { readonly state: 'accepted' | 'rejected' | 'annulled'; readonly verdict: Verdict },
  now: Date,
  also: object = {},
): UpdateFilter<DocumentRecord> {
  const update = {
    $set: { ...end, final: true, finalAt: now, ...also },
    $unset: { waiting: '', nextCheckAt: '' },
  } as const;
  return withEvent<DocumentRecord>(update, endEvent(document, end, now));
}

function force(document: DocumentRecord, decision: DecisionNote & MaySee): Change {
  const { note, now } = decision;
  if (document.state === 'submitted') return { refusal: 'MAY_HAVE_ARRIVED' };
  if (inFlight(document, now)) return { refusal: 'IN_FLIGHT' };
  if (isUnseen(decision, document, now)) return { refusal: 'CHANGED_MEANWHILE' };
  const forced = { note, at: now };
  return {
    update: {
      $set: { forced, nextCheckAt: now, ...closing(document, 'lost', now) },
      $unset: { waiting: '' },
    },
  };
}

function confirm(document: DocumentRecord, confirmation: Confirmation, { note, now }: DecisionNote): Change {
  const { state, signed } = document;
  if (state !== 'submitting' && state !== 'submitted') return { refusal: 'NOTHING_OPEN' };
  if (inFlight(document, now)) return { refusal: 'IN_FLIGHT' };
  if (isOutdated(confirmation, document, now)) return { refusal: 'CHANGED_MEANWHILE' };
  const closed = closing(document, 'found', now);
  switch (confirmation.found) {
    case 'received': {
      // In lower case, as DGII writes it: a person may type capitals.
      const trackId = confirmation.trackId.toLowerCase();
      // A summary has no trackId. The operator confirms its verdict instead.
      if (!trackIdPattern.test(trackId) || signed?.summary !== undefined)
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
    case 'not-received': {
      if (state === 'submitted') return { refusal: 'MAY_HAVE_ARRIVED' };
      if (openDelivery(document) === undefined) return { refusal: 'NOTHING_OPEN' };
      const lost = closing(document, 'lost', now);
      return { update: { $set: { nextCheckAt: now, ...lost }, $unset: { waiting: '' } } };
    }
    case 'accepted':
    case 'rejected': {
      const { found: state } = confirmation;
      const verdict = confirmedVerdict(document, state, note);
      const toBuyer = state === 'accepted' && mayGoToBuyer(document) && dueNow('deliverAt');
      const ended = ending(document, { state, verdict }, now, closed);
      return { update: { ...ended, $min: { submittedAt: now }, ...toBuyer } };
    }
  }
}

/** Only DGII can say whether a number was used. For a rejection we do not know, so the voucher keeps the number. */
function confirmedVerdict(
  { trackIds }: DocumentRecord,
  found: 'accepted' | 'rejected',
  note: string,
): Verdict {
  const known =
    found === 'accepted' ? { estado: 'Aceptado', secuenciaUtilizada: true } : { estado: 'Rechazado' };
  return ownVerdict('CONFIRMED_BY_HAND', note, { trackId: trackIds.at(-1) ?? null, ...known });
}

function annul(document: DocumentRecord, decision: DecisionNote & MaySee): Change {
  const { note, now } = decision;
  if (inFlight(document, now)) return { refusal: 'IN_FLIGHT' };
  if (mayHaveArrived(document)) return { refusal: 'MAY_HAVE_ARRIVED' };
  if (isUnseen(decision, document, now)) return { refusal: 'CHANGED_MEANWHILE' };
  const verdict = ownVerdict('ENCF_ANNULLED', note);
  return { update: ending(document, { state: 'annulled', verdict }, now) };
}
