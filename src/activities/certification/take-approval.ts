/**
 * A row of the tests of commercial approvals: signs the ACECF that the row asks for, keeps its bytes, and sends it to DGII. If DGII's
 * answer is lost, the next step sends the same bytes, and DGII answers that it has them.
 */
import type { ApprovalSetRow } from '../../certification/approval-set.js';
import type { RowRefusal } from '../../ledger/certification/run-record.js';
import type { Credentials } from '../../dgii/client.js';
import type { ApprovalAnswer } from '../../dgii/replies/answers.js';
import { signAcecf } from '../buyers/sign-acecf.js';
import type { ActivityDeps } from '../deps.js';
import { usableOrRefusal } from '../usable-certificate.js';
import { contentOnTurn, type RowOnTurn, type RowStep } from './row-step.js';

/** An ACECF has about 3 KB. */
const roomBytes = 4 * 1024;

export async function takeApproval(
  deps: ActivityDeps,
  { run, row }: RowOnTurn,
  cancelled: AbortSignal,
): Promise<RowStep> {
  const { companyId } = run;
  const certificate = await usableOrRefusal(deps, companyId);
  if (typeof certificate === 'string')
    return notSent({
      code: certificate === 'CERTIFICATE_UNREADABLE' ? 'CERTIFICATE_NOT_OPENED' : certificate,
      mensaje: '',
    });
  const auth: Credentials = { companyId, environment: 'certification', certificate };
  const content = JSON.parse(await contentOnTurn(deps.store, run)) as ApprovalSetRow;
  if (row.signed === undefined) return sign(deps, auth, content);
  const xml = await deps.store.getFileBytes(row.signed.file);
  const { rncComprador, encf } = content;
  const file = { fileName: `${rncComprador}${encf}.xml`, encf, xml };
  return stepOf(await deps.dgii.sendApproval(auth, file, cancelled));
}

async function sign(
  deps: ActivityDeps,
  { companyId, certificate }: Credentials,
  content: ApprovalSetRow,
): Promise<RowStep> {
  const acecf = {
    RNCEmisor: content.rncEmisor,
    eNCF: content.encf,
    FechaEmision: content.fechaEmision,
    MontoTotal: content.montoTotal,
    RNCComprador: content.rncComprador,
    Estado: content.estado,
    DetalleMotivoRechazo: content.detalleMotivoRechazo,
  };
  const toSign = { acecf, fechaHora: content.fechaHoraAprobacionComercial, companyId };
  const xml = signAcecf(deps, toSign, certificate);
  if (xml === undefined)
    return notSent({
      code: 'WORKBOOK_INVALID',
      mensaje: 'La fila no forma una aprobación comercial válida.',
    });
  const kept = await deps.store.keepContent({
    companyId,
    kind: 'received-approval',
    content: xml,
    now: deps.clock(),
    roomBytes,
  });
  return { outcome: 'signed', signed: { file: kept.ref, sha256: kept.sha256 }, text: 'Firmado' };
}

function stepOf(answer: ApprovalAnswer): RowStep {
  switch (answer.kind) {
    case 'approved':
      return { outcome: 'accepted', text: 'Aceptado por la DGII' };
    case 'not-sent':
    case 'unknown':
      return { outcome: 'waits', text: 'La DGII no respondió' };
    case 'rejected':
      return afterRejection(answer);
  }
}

function afterRejection({ cause, codigo, mensajes }: Extract<ApprovalAnswer, { kind: 'rejected' }>): RowStep {
  const refusal = { code: codigo, mensaje: mensajes.map(({ valor }) => valor).join(' ') };
  switch (cause) {
    case 'known':
      return { outcome: 'accepted', text: 'La DGII ya la tenía' };
    case 'file':
    case 'not-needed':
    case 'no-voucher':
      return { outcome: 'rejected', text: 'Rechazada por la DGII', refusal };
    case 'transient':
      return { outcome: 'waits', text: 'La DGII no la procesó' };
    default:
      // A person reads what DGII said, and lets the run go on.
      return notSent(refusal);
  }
}

function notSent(refusal: RowRefusal): RowStep {
  return { outcome: 'not-sent', text: `No se pudo enviar (${refusal.code})`, refusal };
}
