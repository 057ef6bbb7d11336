/** Vouchers as the web application answers them: the public answer under the same names, and what people need in addition. */
import { adviceOn } from '../../ecf/messages/advice.js';
import { rejectionReason } from '../../ecf/messages/dgii-messages.js';
import { isRefusal, refusals } from '../../ecf/messages/refusals.js';
import { documentStates } from '../../ecf/model/document-states.js';
import { parseEcfType } from '../../ecf/model/ecf-types.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { DocumentRecord, Delivery } from '../../ledger/vouchers/document-record.js';
import type { VoucherRow } from '../../ledger/vouchers/lists/voucher-pages.js';
import type { VoucherMailRecord } from '../../ledger/mail/mail-record.js';
import { mayBeResent } from '../../ledger/vouchers/live-document.js';
import { isUnderWay, mayHaveArrived } from '../../ledger/vouchers/operator-decisions.js';
import { ownAddressOf } from '../../services/mail/mail-customer.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import { workflowIdOf } from '../../workflows/contract/vouchers.js';
import type { ConsultaUrl } from '../buyers/consulta-url.js';
import { webApprovalOf, webEntregaOf } from '../buyers/web-buyer-answer.js';
import { mailAnswer } from './customer-mail.js';
import { listedData, statusData } from './document-answer.js';
import { timelineOf } from './timeline.js';
import { adviceOnWait } from './advice.js';

interface Attempts {
  readonly latest: DocumentRecord;
  readonly earlier: readonly DocumentRecord[];
}

interface Seen {
  readonly now: Date;
  readonly temporalUiUrl: string | null;
  readonly link: ConsultaUrl;
  /** To the customer. */
  readonly mails: readonly VoucherMailRecord[];
}

export function voucherRow(row: VoucherRow) {
  return {
    ...listedData(row),
    state: row.state,
    razonSocialComprador: row.razonSocialComprador ?? null,
    ncfModificado: row.modifies?.encf ?? null,
    correoComprador: ownAddressOf(row)[0] ?? null,
    numeroFacturaInterna: row.numeroFacturaInterna ?? null,
    atBuyer: atBuyerOf(row),
  };
}

/** Anybody can send a rejection, so one without a trusted certificate is doubtful. */
function atBuyerOf({ buyerApproval, buyerDelivery }: VoucherRow) {
  if (buyerApproval?.estado === 'rechazado')
    return buyerApproval.signer.chain === 'trusted' ? 'rejected' : 'rejected-doubtful';
  switch (buyerDelivery?.state) {
    case 'refused':
      return 'not-received';
    case 'given-up':
      return 'given-up';
    default:
      return null;
  }
}

export function voucherAnswer(
  document: DocumentRecord,
  { latest, earlier }: Attempts,
  { now, temporalUiUrl, link, mails }: Seen,
) {
  const { final, waiting, verdict, issuedBy } = document;
  const open = final ? undefined : waiting;
  const isLatest = document.attempt === latest.attempt;
  const entrega = webEntregaOf(document);
  const approval = webApprovalOf(document);
  return {
    ...statusOfAttempt(document, latest, link),
    ...voucherRow(document),
    ...(entrega && { entrega }),
    ...(approval && { aprobacionComercial: approval }),
    mensajes: (verdict?.mensajes ?? []).map((one) => messageView(one, document)),
    latestAttempt: latest.attempt,
    final,
    waitingSince: open?.since ?? null,
    nextTryAt: open?.nextTryAt ?? null,
    waitingAdvice: open === undefined ? null : adviceOnWait(open.reason, document.environment),
    trackIds: document.trackIds,
    estadoDgii: verdict?.estado ?? null,
    issuedBy: issuedBy === undefined ? null : issuedByView(issuedBy),
    timeline: timelineOf(document, mails),
    correos: mails.map(mailAnswer),
    deliveries: document.submissions.map((one) => deliveryView(one, now)),
    decisions: (document.byHand ?? []).map(({ action, by, note, at }) => {
      return { action, por: by, nota: note, fecha: at };
    }),
    attempts: [latest, ...earlier].map(({ attempt, ...one }) => ({ attempt, status: statusOf(one) })),
    possible: isLatest ? possibleDecisions(document) : [],
    temporalUrl:
      temporalUiUrl === null
        ? null
        : `${temporalUiUrl}/workflows/${encodeURIComponent(workflowIdOf(document))}`,
  };
}

function statusOfAttempt(document: DocumentRecord, latest: DocumentRecord, link: ConsultaUrl) {
  const status = statusData(document, link);
  if (!isReplaced(document, latest)) return status;
  const { contingencia: _void, ...rest } = status;
  return { ...rest, qrUrl: null };
}

/** An attempt that was signed anew. Its bytes are never sent, so what was printed of them is void. */
export function isReplaced({ attempt, final }: DocumentRecord, latest: DocumentRecord): boolean {
  return attempt !== latest.attempt && !final;
}

function issuedByView({ by, conditionalConfirmed, newAttemptNote }: NonNullable<DocumentRecord['issuedBy']>) {
  return {
    por: by,
    conditionalConfirmed: conditionalConfirmed === true,
    newAttemptNote: newAttemptNote ?? null,
  };
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
