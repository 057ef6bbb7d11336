/** Builds the answers of `send`, `document-status` and `documents` from the documents in the ledger (spec §2.6). */
import { messageTexts, type RejectionReason } from '../../ecf/messages/dgii-messages.js';
import { endReason } from '../../ecf/messages/end-reason.js';
import { areBytesFinal, hasContingencyLegend, legends } from '../../ecf/model/contingency.js';
import { documentStates, waitingReasons } from '../../ecf/model/document-states.js';
import type { Fault } from '../../ecf/model/fault.js';
import { assertNever } from '../../shared/errors.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { VoucherRow } from '../../ledger/vouchers/lists/voucher-pages.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import { qrUrlOf } from '../../services/vouchers/qr-url.js';
import { successAnswer, type Answer } from '../handler.js';
import type { ConsultaUrl } from '../buyers/consulta-url.js';
import { approvalOf, entregaOf } from '../buyers/buyer-answer.js';
import { repetitionIn, repetitionText } from './issue/repetition.js';
import { withWarnings } from './issue/warnings.js';

interface Outcome extends ConsultaUrl {
  readonly alreadyProcessed: boolean;
  /** Null when there is no content to compare. */
  readonly sameContent: boolean | null;
}

/** DGII answers most vouchers within seconds. A client should ask less often for a voucher that waits for something else. */
const retryAfterSeconds = 2;
const retryAfterWaitingSeconds = 30;

export function sendAnswer(
  document: DocumentRecord,
  {
    advertencias,
    more,
    ...outcome
  }: Omit<Outcome, 'sameContent'> & { readonly advertencias: readonly Fault[]; readonly more: object },
): Answer {
  return answer(document, withWarnings(mensajeOf(document), advertencias), {
    ...dataOf(document, { ...outcome, sameContent: true }),
    advertencias,
    ...more,
  });
}

export function existingData(document: DocumentRecord, link: ConsultaUrl): object {
  return {
    ...dataOf(document, { alreadyProcessed: true, sameContent: false, ...link }),
    advertencias: [],
  };
}

export function statusAnswer(document: DocumentRecord, link: ConsultaUrl): Answer {
  return answer(document, mensajeOf(document), statusData(document, link));
}

export function statusData(document: DocumentRecord, link: ConsultaUrl) {
  const approval = approvalOf(document);
  const entrega = entregaOf(document);
  return {
    ...dataOf(document, { alreadyProcessed: true, sameContent: null, ...link }),
    ...factsOf(document),
    ...(approval && { aprobacionComercial: approval }),
    ...(entrega && { entrega }),
  };
}

export function listedData(row: VoucherRow) {
  const { rncComprador, totalITBIS } = row;
  return {
    ...progressOf(row),
    ...factsOf(row),
    rncComprador,
    totalITBIS: totalITBIS === undefined ? null : Number(totalITBIS),
  };
}

function factsOf(row: VoucherRow) {
  return {
    tipoeCF: row.tipoeCF,
    // We admit only amounts that a double holds exactly, so the JSON number has the same value as the text.
    montoTotal: Number(row.montoTotal),
    fechaEmision: row.fechaEmision,
    receivedAt: row.receivedAt.toISOString(),
    signedAt: row.signed?.signedAt.toISOString() ?? null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    finalAt: row.finalAt?.toISOString() ?? null,
    updatedAt: row.changedAt?.toISOString() ?? null,
    xmlSha256: row.signed?.sha256 ?? null,
  };
}

function answer(document: DocumentRecord, mensaje: string, data: object): Answer {
  const found = successAnswer(mensaje, data);
  if (document.final) return found;
  const seconds = document.waiting === undefined ? retryAfterSeconds : retryAfterWaitingSeconds;
  return { ...found, headers: { 'Retry-After': String(seconds) } };
}

function dataOf(document: DocumentRecord, { alreadyProcessed, sameContent, consultaUrl }: Outcome) {
  const { signed, verdict } = document;
  const contingencia = contingencyOf(document);
  const progress = progressOf(document);
  return {
    ...progress,
    alreadyProcessed,
    sameContent,
    codigoDgii: verdict?.codigoDgii ?? null,
    mensajes: verdict?.mensajes ?? [],
    secuenciaUtilizada: verdict?.secuenciaUtilizada ?? null,
    fechaFirma: signed?.fechaFirma ?? null,
    qrUrl: shownQrUrl(document),
    ...(contingencia === undefined ? {} : { contingencia }),
    ...(consultaUrl === undefined ? {} : { consultaUrl }),
    ...(progress.accepted === 0 ? reasonOf(document) : {}),
    ...repetitionIn(document),
  };
}

function progressOf(row: VoucherRow) {
  const { signed, verdict, waiting, final } = row;
  return {
    ecf: row.encf,
    accepted: documentStates[row.state].accepted,
    status: statusOf(row),
    securityCode: signed?.securityCode ?? '',
    // After several deliveries, show the trackId that DGII's verdict is about.
    trackId: verdict?.trackId ?? row.trackIds.at(-1) ?? '',
    environment: row.environment,
    correlationId: row.correlationId,
    externalReference: row.externalReference ?? '',
    attempt: row.attempt,
    ...(waiting !== undefined && !final ? { reason: waiting.reason } : {}),
  };
}

/** The address for the printed form. Null while a later signature may change it, and for a voucher that is not valid. */
export function shownQrUrl(document: DocumentRecord): string | null {
  const printable =
    documentStates[document.state].accepted === 1 ||
    areBytesFinal(document) ||
    contingencyOf(document) !== undefined;
  return printable ? qrUrlOf(document) : null;
}

/**
 * The legend of a voucher that is printed before DGII has it, and the moment before which it must be sent. A voucher of deferred sending has
 * its legend until DGII's result, as its printed form does. Undefined: the voucher has no legend.
 */
export function contingencyOf(document: DocumentRecord) {
  const { signed, final } = document;
  const deferred = document.deferred === true && !final;
  if (signed === undefined || !(deferred || hasContingencyLegend(document))) return undefined;
  const { leyenda, sendWithinMs } = deferred ? legends.deferred : legends.contingency;
  return { leyenda, enviarAntesDe: new Date(signed.signedAt.getTime() + sendWithinMs).toISOString() };
}

export function freeingResult(document: DocumentRecord): object {
  const { attempt } = document;
  return { attempt, status: statusOf(document), ...reasonOf(document), ...repetitionIn(document) };
}

function reasonOf({ state, verdict, tipoeCF }: DocumentRecord): RejectionReason {
  return endReason({ state, tipoeCF, mensajes: verdict?.mensajes ?? [] });
}

export function mensajeOf(document: DocumentRecord): string {
  const { state, final, waiting, verdict } = document;
  if (waiting !== undefined && !final) return waitingReasons[waiting.reason];
  const texts = messageTexts(verdict?.mensajes);
  const explained = (sentence: string) =>
    texts.length === 0 ? `${sentence}.` : `${sentence}: ${texts.join(' ')}`;
  switch (state) {
    case 'admitted':
    case 'signed':
    case 'submitting':
      return 'Comprobante recibido por el servicio. Todavía no consta que la DGII lo tenga.';
    case 'submitted':
      return 'Comprobante recibido. La DGII todavía no ha dado un resultado final.';
    case 'accepted':
      return 'Comprobante aceptado por la DGII.';
    case 'conditionally-accepted':
      return explained('Comprobante aceptado condicionalmente por la DGII');
    case 'rejected':
      return explained('La DGII rechazó el comprobante') + repetitionText(document);
    case 'annulled':
      return 'El e-NCF fue anulado en la DGII.';
    case 'refused':
      return explained('El comprobante no fue enviado a la DGII');
    default:
      return assertNever(state);
  }
}
