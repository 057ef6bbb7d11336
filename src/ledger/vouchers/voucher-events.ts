/** The events of a voucher. Their data has the member names of `document-status`, and neither the buyer nor an amount. */
import type { Document } from 'mongodb';
import { buyerDeliveryStates } from '../../ecf/codes/buyer-delivery.js';
import { signerChains, type SignerFacts } from '../../ecf/codes/reception-states.js';
import { endReason } from '../../ecf/messages/end-reason.js';
import type { EventType } from '../../ecf/messages/event-types.js';
import { legends } from '../../ecf/model/contingency.js';
import {
  documentStateList,
  documentStates,
  endedByPeople,
  waitingStatus,
  type DocumentState,
  type WaitingReason,
} from '../../ecf/model/document-states.js';
import { parseEncf, type AttemptRef } from '../../ecf/model/encf.js';
import type { BuyerDelivery } from '../buyers/buyer-delivery.js';
import type { EventData, EventEntry } from '../events/event-record.js';
import { pendingWith, type EntryExpression } from '../events/event-writes.js';
import type { DocumentRecord, Verdict } from './document-record.js';

/** The event has no `correlationId` if the caller has not read the record. */
export type VoucherRef = AttemptRef & Partial<Pick<DocumentRecord, 'correlationId'>>;

export function attemptRefOf({ companyId, environment, encf, attempt }: AttemptRef): AttemptRef {
  return { companyId, environment, encf, attempt };
}

type EndState = Extract<
  DocumentState,
  'accepted' | 'conditionally-accepted' | 'rejected' | 'refused' | 'annulled'
>;

const endTypes = {
  accepted: 'ecf.accepted',
  'conditionally-accepted': 'ecf.accepted_conditionally',
  rejected: 'ecf.rejected',
  refused: 'ecf.refused',
  annulled: 'ecf.annulled',
} as const satisfies Record<EndState, EventType>;

function isEnd(state: DocumentState): state is EndState {
  return documentStates[state].final;
}

/** @throws if the state is not final */
export function endEvent(
  voucher: VoucherRef,
  { state, verdict }: { readonly state: DocumentState; readonly verdict: Verdict },
  at: Date,
): EventEntry {
  if (!isEnd(state)) throw new Error(`Not a final state: ${state}`);
  const { companyId, environment, encf, attempt, correlationId } = voucher;
  const tipoeCF = parseEncf(encf)?.type ?? null;
  return {
    companyId,
    environment,
    key: `${encf}:${attempt}:${state}`,
    type: endTypes[state],
    at,
    data: {
      ecf: encf,
      tipoeCF,
      environment,
      attempt,
      ...(correlationId !== undefined && { correlationId }),
      ...endData({ state, tipoeCF, verdict }),
    },
  };
}

function endData(ended: {
  readonly state: EndState;
  readonly tipoeCF: unknown;
  readonly verdict: Verdict;
}): EventData {
  const { state, tipoeCF, verdict } = ended;
  const { status, accepted } = documentStates[state];
  const { trackId, codigoDgii, mensajes, secuenciaUtilizada } = verdict;
  return {
    status,
    accepted,
    trackId,
    codigoDgii,
    codigos: mensajes.map(({ codigo }) => codigo),
    ...(accepted === 0 && endReason({ state, tipoeCF, mensajes })),
    ...(state === 'rejected' && { secuenciaUtilizada }),
  };
}

export function pendingWithEnd(
  { state, verdict }: { readonly state: EndState; readonly verdict: Verdict },
  at: Date,
): Document {
  const more = { $literal: endData({ state, tipoeCF: undefined, verdict }) };
  return pendingWith({ entry: eventOf({ type: endTypes[state], what: state, at, more }) });
}

interface Happened {
  readonly type: EventType;
  /** The last part of the key: text, or an expression. */
  readonly what: unknown;
  readonly at: Date;
  /** An expression: the members of `data` beside those that name the voucher. */
  readonly more: unknown;
  /** Where the record has the voucher: `$document` for an earlier attempt. */
  readonly voucher?: '$' | '$document.';
}

function eventOf({ type, what, at, more, voucher = '$' }: Happened): EntryExpression {
  const environment = `${voucher}environment`;
  const encf = `${voucher}encf`;
  const attempt = `${voucher}attempt`;
  const named = {
    ecf: encf,
    tipoeCF: `${voucher}tipoeCF`,
    environment,
    attempt,
    correlationId: `${voucher}correlationId`,
  };
  return {
    companyId: `${voucher}companyId`,
    environment,
    key: { $concat: [encf, ':', { $toString: attempt }, ':', what] },
    type,
    at,
    data: { $mergeObjects: [named, more] },
  };
}

function shownState(voucher: '$' | '$document.' = '$'): object {
  const member = (name: 'status' | 'accepted') => ({
    $switch: {
      branches: documentStateList.map((state) => ({
        case: { $eq: [`${voucher}state`, state] },
        then: { $literal: documentStates[state][name] },
      })),
      default: null,
    },
  });
  return { status: member('status'), accepted: member('accepted') };
}

/**
 * `pending` of a voucher that waits from now on. `ecf.waiting`: for people. Its key has the reason alone, so each reason of an attempt is
 * reported once. `ecf.contingency`: with the last moment at which it may be sent to DGII.
 * @param startsContingency an expression
 */
export function pendingWithWait(reason: WaitingReason, startsContingency: unknown, at: Date): Document {
  const status = { status: waitingStatus, accepted: null, reason };
  const waits = {
    when: endedByPeople.includes(reason) ? { $ne: ['$waiting.reason', reason] } : false,
    entry: eventOf({ type: 'ecf.waiting', what: `waiting:${reason}`, at, more: { $literal: status } }),
  };
  const { sendWithinMs } = legends.contingency;
  const enviarAntesDe = { $add: ['$signed.signedAt', sendWithinMs] };
  const contingency = {
    when: startsContingency,
    entry: eventOf({
      type: 'ecf.contingency',
      what: 'contingency',
      at,
      more: { $mergeObjects: [{ $literal: status }, { enviarAntesDe }] },
    }),
  };
  return pendingWith(waits, contingency);
}

/** Returns undefined if this end is no event. */
export function pendingWithDelivery(
  { state, code, reason, version }: BuyerDelivery,
  at: Date,
): Document | undefined {
  if (state !== 'delivered' && state !== 'refused' && state !== 'given-up') return undefined;
  const entrega = {
    entrega: buyerDeliveryStates[state].estado,
    ...(code !== undefined && { codigo: code }),
    ...(reason !== undefined && { motivo: reason }),
  };
  return pendingWith({
    entry: eventOf({
      type: state === 'delivered' ? 'ecf.delivered' : 'ecf.undelivered',
      // A person may order the delivery again, and then it ends again.
      what: `delivery:${version}`,
      at,
      more: { $mergeObjects: [shownState(), { $literal: entrega }] },
    }),
  });
}

export interface ShownDecision {
  readonly estado: 'aprobado' | 'rechazado';
  readonly signer: Pick<SignerFacts, 'chain'>;
  /** Names what the buyer sent. */
  readonly hash: string;
  readonly receivedAt: Date;
}

export function pendingWithDecision(
  { estado, signer: { chain }, hash, receivedAt }: ShownDecision,
  voucher: '$' | '$document.',
): Document {
  const aprobacionComercial = { aprobacionComercial: estado, cadena: signerChains[chain] };
  return pendingWith({
    entry: eventOf({
      type: estado === 'aprobado' ? 'ecf.approved' : 'ecf.disapproved',
      // A copy with a trusted certificate may replace the same decision with an unknown one.
      what: `decision:${hash}:${chain}`,
      at: receivedAt,
      more: { $mergeObjects: [shownState(voucher), { $literal: aprobacionComercial }] },
      voucher,
    }),
  });
}
