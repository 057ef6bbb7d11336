/** The events of received vouchers. Their data has the member names of `ecf-received`, and no amount. */
import type { Document } from 'mongodb';
import { approvalLegEstados, approvalLegs, type ApprovalLegName } from '../../ecf/codes/buyer-delivery.js';
import { dgiiStateTexts, isFinalAtDgii, type DgiiState } from '../../ecf/codes/reception-states.js';
import type { EventType } from '../../ecf/messages/event-types.js';
import { parseEncf } from '../../ecf/model/encf.js';
import type { ApprovalLeg, HeldApproval } from '../buyers/sent-approval.js';
import type { EventEntry } from '../events/event-record.js';
import { pendingWith, type EntryExpression } from '../events/event-writes.js';
import type { Decision, ReceptionRecord, RefusedReceptionRecord } from './reception-record.js';

type Named = Pick<
  ReceptionRecord,
  '_id' | 'companyId' | 'environment' | 'rncEmisor' | 'encf' | 'ecfType' | 'sha256'
>;

export function createdEvent(reception: Named, at: Date): EventEntry {
  return eventOf(reception, { type: 'received.created', what: 'created', at });
}

/** @param was the reception before, with the vouchers that had lost the number until then */
export function displacedEvent(reception: Named, was: ReceptionRecord, at: Date): EventEntry {
  // A voucher may take the number again that it lost.
  const what = `displaced:${was.displaced?.length ?? 0}`;
  const more = { xmlSha256Desplazado: was.sha256 };
  return eventOf(reception, { type: 'received.displaced', what, at, more });
}

function eventOf(
  { _id, companyId, environment, rncEmisor, encf, ecfType, sha256 }: Named,
  {
    type,
    what,
    at,
    more,
  }: Pick<EventEntry, 'type' | 'at'> & {
    readonly what: string;
    readonly more?: EventEntry['data'];
  },
): EventEntry {
  const data = { rncEmisor, encf, tipoeCF: ecfType, environment, xmlSha256: sha256, ...more };
  return { companyId, environment, key: `${_id}:${sha256}:${what}`, type, at, data };
}

export function refusedEvent(refusal: Omit<RefusedReceptionRecord, 'arecf' | 'expireAt'>): EventEntry {
  const { _id, companyId, environment, rncEmisor, encf, code, sha256, receivedAt } = refusal;
  const tipoeCF = parseEncf(encf)?.type ?? null;
  return {
    companyId,
    environment,
    key: `${_id}:refused`,
    type: 'received.refused',
    at: receivedAt,
    data: { rncEmisor, encf, tipoeCF, environment, xmlSha256: sha256, codigo: String(code) },
  };
}

export function pendingWithState(estado: DgiiState, at: Date, automatic?: Decision): Document {
  const resolved = {
    when: isResult(estado) ? { $ne: ['$dgii.estado', estado] } : false,
    entry: expressionOf({
      type: 'received.resolved',
      what: `resolved:${estado}`,
      at,
      more: { dgii: dgiiStateTexts[estado] },
    }),
  };
  return automatic === undefined ? pendingWith(resolved) : pendingWith(resolved, decided(automatic));
}

/** What DGII does not change any more, and that it has another voucher with the number. */
function isResult(estado: DgiiState): boolean {
  return isFinalAtDgii(estado) || estado === 'not-confirmed';
}

export function pendingWithDecision(decision: Decision): Document {
  return pendingWith(decided(decision));
}

function decided({ estado, at }: Decision) {
  return {
    entry: expressionOf({ type: 'received.decided', what: 'decided', at, more: { decision: estado } }),
  };
}

/** An expression: `pending` stays as it is, also if it is absent. */
const kept = '$pending';

export function pendingWithLeg(
  name: ApprovalLegName,
  was: ApprovalLeg,
  next: ApprovalLeg,
): Document | string {
  if (was.state !== 'waiting' || next.state === 'waiting') return kept;
  const { endedAt: at } = next;
  if (at === undefined) throw new Error('A delivery that ended has no time of its end');
  // A person may order the leg again, and then it ends again.
  const version = { $toString: { $add: ['$approval.version', 1] } };
  return pendingWith(endOfLeg(name, next, { $concat: [`leg:${name}:`, version] }, at));
}

export function pendingWithHeld({ state, reason, since }: HeldApproval): Document | string {
  if (state !== 'given-up') return kept;
  return pendingWith(
    ...approvalLegs.map((name) => {
      const { when, entry } = endOfLeg(name, { state, reason }, `held:${name}:${since.getTime()}`, '$$NOW');
      const waits = { $eq: [{ $ifNull: [`$approval.${name}.state`, 'waiting'] }, 'waiting'] };
      return { when: { $and: [waits, when] }, entry };
    }),
  );
}

function endOfLeg(
  name: ApprovalLegName,
  { state, reason }: Pick<ApprovalLeg, 'state' | 'reason'>,
  what: unknown,
  at: Date | '$$NOW',
) {
  const delivered = state === 'delivered';
  const more = {
    decision: '$decision.estado',
    destino: name === 'issuer' ? 'emisor' : 'dgii',
    comunicacion: approvalLegEstados[state],
    motivo: reason ?? null,
  };
  return {
    // Certification has no directory, so there the approval never goes to the issuer, and nothing is wrong.
    when: delivered || name === 'dgii' ? true : { $ne: ['$environment', 'certification'] },
    entry: expressionOf({
      type: delivered ? 'received.decision_delivered' : 'received.decision_undelivered',
      what,
      at,
      more,
    }),
  };
}

interface Happened {
  readonly type: EventType;
  /** The last part of the key: text, or an expression. */
  readonly what: unknown;
  readonly at: Date | '$$NOW';
  /** The members of `data` beside those that name the voucher. */
  readonly more: Readonly<Record<string, unknown>>;
}

function expressionOf({ type, what, at, more }: Happened): EntryExpression {
  const environment = '$environment';
  const named = {
    rncEmisor: '$rncEmisor',
    encf: '$encf',
    tipoeCF: '$ecfType',
    environment,
    xmlSha256: '$sha256',
  };
  return {
    companyId: '$companyId',
    environment,
    key: { $concat: ['$_id', ':', '$sha256', ':', what] },
    type,
    at,
    data: { ...named, ...more },
  };
}
