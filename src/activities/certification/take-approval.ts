/**
 * A row of the tests of commercial approvals: signs the ACECF that the row asks for, keeps its bytes, and sends it to DGII. If DGII's
 * answer is lost, the next step sends the same bytes. DGII may accept them again, or refuse them because it has them.
 */
import type { ApprovalSetRow } from '../../documents/workbook/approval-set.js';
import type { RowRefusal, RunRow } from '../../ledger/certification/run-record.js';
import type { Credentials } from '../../dgii/client.js';
import type { ApprovalAnswer } from '../../dgii/replies/answers.js';
import { messageTexts } from '../../ecf/messages/dgii-messages.js';
import { tryAgainStatuses } from '../buyers/approval-legs.js';
import { signAcecf } from '../buyers/sign-acecf.js';
import type { ActivityDeps } from '../deps.js';
import { usableOrRefusal } from '../certificates/usable-certificate.js';
import { contentOnTurn, type RowOnTurn, type RowStep } from './row-step.js';

/** An ACECF has about 3 KB. */
const roomBytes = 4 * 1024;

/** @param row as it was before the run marked this delivery: `mayHaveArrived` is about earlier ones */
export async function takeApproval(
  deps: ActivityDeps,
  { run, row }: RowOnTurn,
  cancelled: AbortSignal,
): Promise<RowStep> {
  const { companyId } = run;
  const certificate = await usableOrRefusal(deps, companyId);
  if (typeof certificate === 'string')
    return notSent(
      {
        code: certificate === 'CERTIFICATE_UNREADABLE' ? 'CERTIFICATE_NOT_OPENED' : certificate,
        mensaje: '',
      },
      asBefore(row),
    );
  const auth: Credentials = { companyId, environment: 'certification', certificate };
  const content = JSON.parse(await contentOnTurn(deps.store, run)) as ApprovalSetRow;
  if (row.signed === undefined) return sign(deps, auth, content);
  const xml = await deps.store.getFileBytes(row.signed.file);
  const { rncComprador, encf } = content;
  const file = { fileName: `${rncComprador}${encf}.xml`, encf, xml };
  return stepOf(await deps.dgii.sendApproval(auth, file, cancelled), row);
}

/** DGII did not take this delivery. It may have taken an earlier one. */
function asBefore({ mayHaveArrived = false }: RunRow): Pick<RunRow, 'mayHaveArrived'> {
  return { mayHaveArrived };
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

function stepOf(answer: ApprovalAnswer, row: RunRow): RowStep {
  switch (answer.kind) {
    case 'approved':
      return { outcome: 'accepted', text: 'Aceptado por la DGII' };
    case 'not-sent':
      return { outcome: 'waits', text: 'La DGII no respondió', changes: asBefore(row) };
    case 'unknown':
      return afterDoubt(answer, row);
    case 'rejected':
      return afterRejection(answer, row);
  }
}

/** The same bytes get the same answer, so a person reads it after a few tries. */
const unreadMax = 5;

function afterDoubt(
  answer: Extract<ApprovalAnswer, { kind: 'unknown' }>,
  { unread: before = 0 }: RunRow,
): RowStep {
  const status = answer.reply?.httpStatus ?? 0;
  const answered = status > 0 && status < 500 && !tryAgainStatuses.includes(status);
  if (!answered) return { outcome: 'waits', text: 'La DGII no respondió' };
  const unread = before + 1;
  const text = 'No se entiende lo que la DGII respondió';
  if (unread < unreadMax) return { outcome: 'waits', text, changes: { unread } };
  const mensaje = `La DGII respondió (HTTP ${status}): «${wordsOf(answer)}». El servicio no lo entiende. ${checkPortal}`;
  return notSent({ code: 'DGII_ANSWER_UNREAD', mensaje });
}

const checkPortal = 'La DGII puede tener la aprobación: vea el contador del paso 3 en el portal.';

function afterRejection(answer: Extract<ApprovalAnswer, { kind: 'rejected' }>, row: RunRow): RowStep {
  const { cause, codigo } = answer;
  const refusal = { code: codigo, mensaje: wordsOf(answer) };
  switch (cause) {
    case 'known':
      return { outcome: 'accepted', text: 'La DGII ya la tenía' };
    case 'transient':
      return { outcome: 'waits', text: 'La DGII no la procesó', changes: asBefore(row) };
    case 'not-delegated':
    case 'certificate':
      return notSent(refusal, asBefore(row));
  }
  // DGII may refuse the repetition of an approval that it has. No document says how.
  if (row.mayHaveArrived === true)
    return notSent({ code: 'APPROVAL_REPEAT_REFUSED', mensaje: `${refusal.mensaje} ${checkPortal}` });
  if (cause === 'file' || cause === 'not-needed')
    return { outcome: 'rejected', text: 'Rechazada por la DGII', refusal, changes: asBefore(row) };
  // DGII may get the voucher later, and a person reads what else it said. Then the run goes on.
  return notSent(refusal, asBefore(row));
}

/** Longer than any text that we know from DGII. A page of a web server may be longer. */
const wordsMax = 500;

function wordsOf({ mensajes, reply }: Extract<ApprovalAnswer, { readonly mensajes: unknown }>): string {
  const said = messageTexts(mensajes).join(' ');
  return (said === '' ? (reply?.raw.trim() ?? '') : said).slice(0, wordsMax);
}

function notSent(refusal: RowRefusal, changes?: Pick<RunRow, 'mayHaveArrived'>): RowStep {
  const text = `No se pudo enviar (${refusal.code})`;
  return { outcome: 'not-sent', text, refusal, ...(changes && { changes }) };
}
