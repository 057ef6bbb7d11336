/** Everything that a voucher's page shows: facts, timeline, deliveries, DGII's messages with advice, decisions, attempts. */
import { adviceOn } from '../../ecf/messages/advice.js';
import { rejectionReason } from '../../ecf/messages/dgii-messages.js';
import { isRefusal, refusals } from '../../ecf/messages/refusals.js';
import { documentStates } from '../../ecf/model/document-states.js';
import { parseEcfType } from '../../ecf/model/ecf-types.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { DocumentRecord, Delivery } from '../../ledger/vouchers/document-record.js';
import { mayBeResent } from '../../ledger/vouchers/live-document.js';
import { isUnderWay, mayHaveArrived } from '../../ledger/vouchers/operator-decisions.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import { workflowIdOf } from '../../workflows/contract/vouchers.js';
import { contingencyOf, shownQrUrl } from './document-answer.js';
import { buyerApprovalAnswer, buyerDeliveryAnswer } from '../buyers/web-buyer-answer.js';
import { voucherRowView } from './web-list.js';
import { timelineOf } from './web-timeline.js';
import { adviceOnWait } from './web-advice.js';

interface Attempts {
  readonly latest: DocumentRecord;
  readonly earlier: readonly DocumentRecord[];
}

interface Seen {
  readonly now: Date;
  /** Null if people here have no access to Temporal's Web UI. */
  readonly temporalUiUrl: string | null;
}

export function voucherAnswer(
  document: DocumentRecord,
  { latest, earlier }: Attempts,
  { now, temporalUiUrl }: Seen,
) {
  const { signed, final, waiting, verdict, issuedBy } = document;
  const open = final ? undefined : waiting;
  const isLatest = document.attempt === latest.attempt;
  const isVoid = isReplaced(document, latest);
  return {
    ...voucherRowView(document),
    latestAttempt: latest.attempt,
    final,
    correlationId: document.correlationId,
    waitingSince: open?.since ?? null,
    nextTryAt: open?.nextTryAt ?? null,
    waitingAdvice: open === undefined ? null : adviceOnWait(open.reason, document.environment),
    contingency: isVoid ? null : contingencyAnswer(document),
    signedAt: signed?.signedAt ?? null,
    submittedAt: document.submittedAt ?? null,
    finalAt: document.finalAt ?? null,
    fechaFirma: signed?.fechaFirma ?? null,
    xmlSha256: signed?.sha256 ?? null,
    trackIds: document.trackIds,
    issuedBy: issuedBy === undefined ? null : issuedByView(issuedBy),
    timeline: timelineOf(document),
    deliveries: document.submissions.map((one) => deliveryView(one, now)),
    buyerDelivery: buyerDeliveryAnswer(document),
    buyerApproval: buyerApprovalAnswer(document),
    messages: (verdict?.mensajes ?? []).map((one) => messageView(one, document)),
    verdict: verdict === undefined ? null : verdictView(verdict),
    decisions: document.byHand ?? [],
    attempts: [latest, ...earlier].map(({ attempt, ...one }) => ({ attempt, status: statusOf(one) })),
    possible: isLatest ? possibleDecisions(document) : [],
    qrUrl: isVoid ? null : shownQrUrl(document),
    temporalUrl:
      temporalUiUrl === null
        ? null
        : `${temporalUiUrl}/workflows/${encodeURIComponent(workflowIdOf(document))}`,
  };
}

/** An attempt that was signed anew. Its bytes are never sent, so what was printed of them is void. */
export function isReplaced({ attempt, final }: DocumentRecord, latest: DocumentRecord): boolean {
  return attempt !== latest.attempt && !final;
}

function contingencyAnswer(document: DocumentRecord) {
  const found = contingencyOf(document);
  return found === undefined ? null : { leyenda: found.leyenda, sendBefore: found.enviarAntesDe };
}

function issuedByView({ by, conditionalConfirmed, newAttemptNote }: NonNullable<DocumentRecord['issuedBy']>) {
  return {
    by,
    conditionalConfirmed: conditionalConfirmed === true,
    newAttemptNote: newAttemptNote ?? null,
  };
}

function verdictView({
  codigoDgii,
  estado,
  trackId,
  secuenciaUtilizada,
}: NonNullable<DocumentRecord['verdict']>) {
  return { codigoDgii, estado, trackId, secuenciaUtilizada };
}

function deliveryView(one: Delivery, now: Date) {
  const { n, startedAt, endedAt, outcome, httpStatus, trackId, codes, to } = one;
  return {
    n,
    startedAt,
    endedAt: endedAt ?? null,
    outcome: outcome ?? null,
    sending: isUnderWay(one, now),
    httpStatus: httpStatus ?? null,
    trackId: trackId ?? null,
    codes: codes ?? [],
    to,
  };
}

/** Only a rejection's codes get advice: a person who corrects and issues an accepted voucher again declares it twice. */
function messageView(said: DgiiMessage, { tipoeCF, state, environment }: DocumentRecord) {
  const { codigo, valor } = said;
  if (state === 'refused') {
    return { codigo, valor, campo: isRefusal(codigo) ? refusals[codigo].campo : null, consejo: null };
  }
  const { code, campo } = rejectionReason([said], parseEcfType(tipoeCF));
  return {
    codigo,
    valor,
    campo,
    consejo: documentStates[state].accepted === 1 ? null : adviceOn(code, environment),
  };
}

/**
 * The decisions that the state permits. The ledger checks again when it records one. `force` follows a delivery that may have arrived or
 * that DGII refused, or a sequence that expired before the first one. In any other case there is nothing to force.
 */
function possibleDecisions(document: DocumentRecord): readonly string[] {
  const { final, state, submissions, waiting, environment } = document;
  // In certification people issue again with the form.
  if (final) return environment !== 'certification' && mayBeResent(document) ? ['resend'] : [];
  const forcible = submissions.length > 0 || waiting?.reason === 'SEQUENCE_EXPIRED';
  return [
    'retry',
    ...(state === 'submitting' || state === 'submitted' ? ['confirm'] : []),
    ...(forcible && state !== 'submitted' ? ['force'] : []),
    ...(mayHaveArrived(document) ? [] : ['annul']),
  ];
}
