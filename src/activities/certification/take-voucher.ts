/** A row of the data tests: issues its voucher as every voucher is issued, and then follows its state. */
import type { AdmissionRefusal } from '../../services/vouchers/admission-refusal.js';
import { issueByPerson, type PersonOrder } from '../../services/vouchers/issue-by-person.js';
import { documentStates } from '../../ecf/model/document-states.js';
import type { CertificationRunRecord, RunRow } from '../../ledger/certification/run-record.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { errorTable } from '../../shared/errors.js';
import { isBusy } from '../activity-frame.js';
import type { ActivityDeps } from '../deps.js';
import { contentOnTurn, type RowOnTurn, type RowStep } from './row-step.js';

export async function takeVoucher(deps: ActivityDeps, { run, row }: RowOnTurn): Promise<RowStep> {
  if (row.attempt === undefined) return issue(deps, run, row);
  const document = await documentOf(deps, run.companyId, row.encf, row.attempt);
  const { attempt } = document;
  if (attempt !== row.attempt) return follow(attempt);
  const [atDgii] = await deps.store.findAttemptsAtDgii(run.companyId, [document]);
  // DGII had accepted the row's voucher before the person sent it again. So DGII does not start its set again.
  if (atDgii !== undefined && atDgii.contentHash === document.contentHash) return follow(atDgii.attempt);
  return stepOf(document);
}

function follow(attempt: number): RowStep {
  return { outcome: 'issued', attempt, text: `Sigue con el intento ${attempt}` };
}

/**
 * The row's own attempt, if it is over: a person may have ordered another one since then, outside the run. If it was not over, the service
 * itself signed the voucher anew, and the row goes on with the latest attempt.
 */
async function documentOf(
  { store }: ActivityDeps,
  companyId: number,
  encf: string,
  attempt: number,
): Promise<DocumentRecord> {
  const latest = await store.findDocument(companyId, 'certification', encf);
  if (latest === undefined) throw new Error(`Document ${encf} is gone from the ledger`);
  if (latest.attempt === attempt) return latest;
  const earlier = await store.findEarlierAttempt(companyId, 'certification', encf, attempt);
  return earlier?.final === true ? earlier : latest;
}

function stepOf({ state, verdict }: DocumentRecord): RowStep {
  const { status: text } = documentStates[state];
  switch (state) {
    case 'accepted':
      return { outcome: 'accepted', text };
    case 'conditionally-accepted':
      return { outcome: 'conditional', text };
    case 'rejected':
      // DGII objects to the signer and not to the voucher, so its set goes on.
      if (verdict?.configuration !== undefined) return notSent(verdict.configuration, text);
      return { outcome: 'rejected', text };
    case 'refused':
      return notSent(verdict?.mensajes[0]?.codigo ?? '', text, verdict?.mensajes[0]?.valor);
    case 'annulled':
      return notSent('NUMBER_ANNULLED', text);
    default:
      return { outcome: 'waits', text };
  }
}

/** @param mensaje absent: the code's own message says it */
function notSent(code: string, text: string, mensaje = '', faults?: RunRow['faults']): RowStep {
  return { outcome: 'not-sent', text, refusal: { code, mensaje }, ...(faults && { faults }) };
}

async function issue(deps: ActivityDeps, run: CertificationRunRecord, row: RunRow): Promise<RowStep> {
  const { store, checker, clock, log, settings, wake } = deps;
  const order = await orderOf(deps, run, row);
  const { checkMarginMs: firstCheckMs, allowProduction } = settings;
  const place = { companyId: run.companyId, environment: 'certification' } as const;
  const admission = { store, checker, clock, log, firstCheckMs, allowProduction };
  const issued = await issueByPerson(admission, place, order).catch(unlessBusy);
  if (issued === 'busy') return busy;
  if (issued.outcome === 'not-admitted') return stepOfRefusal(issued.why);
  if (issued.outcome === 'issued') {
    const { document } = issued;
    await wake([document]);
    return { outcome: 'issued', attempt: document.attempt, text: `Emitido, intento ${document.attempt}` };
  }
  const { refusal: code, facts } = issued;
  if (code === 'ENCF_EXISTS' || code === 'ATTEMPT_OVER') {
    const attempt = await attemptToFollow(deps, run, row, order.newAttempt?.attempt ?? 0);
    if (attempt !== undefined) return { outcome: 'issued', attempt, text: `Ya emitido, intento ${attempt}` };
  }
  return code === 'CONDITIONAL_FAULTS'
    ? notSent(code, textOf(code), '', facts.advertencias)
    : notSent(code, textOf(code));
}

const busy: RowStep = { outcome: 'waits', text: 'El servicio está ocupado' };
const textOf = (code: string) => `No se pudo enviar (${code})`;

function unlessBusy(error: unknown): 'busy' {
  if (isBusy(error)) return 'busy';
  throw error;
}

function stepOfRefusal({ refusal: code, facts }: AdmissionRefusal): RowStep {
  const { retryAfterSeconds, mensaje = errorTable[code].mensaje, errores } = facts;
  return retryAfterSeconds === undefined ? notSent(code, textOf(code), mensaje, errores) : busy;
}

/**
 * A person issued the row's voucher beside the run, after the attempt that the run has to replace. The run follows that one, or the earlier
 * one that DGII has if the latest one was a repetition.
 */
async function attemptToFollow(
  { store }: ActivityDeps,
  { companyId }: CertificationRunRecord,
  { encf, contentHash }: RunRow,
  replaced: number,
): Promise<number | undefined> {
  const latest = await store.findDocument(companyId, 'certification', encf);
  if (latest === undefined || latest.attempt <= replaced) return undefined;
  const [followed = latest] = await store.findAttemptsAtDgii(companyId, [latest]);
  return followed.contentHash === contentHash ? followed.attempt : undefined;
}

async function orderOf(
  { store }: ActivityDeps,
  run: CertificationRunRecord,
  row: RunRow,
): Promise<PersonOrder> {
  const { encf, tries = 0 } = row;
  const { newAttempts, startedBy = run.by, correlationId = run._id } = run;
  const content = await contentOnTurn(store, run);
  const spent = newAttempts?.attempts[encf];
  return {
    body: Buffer.from(content),
    requestId: `run:${run._id}:${run.next}:${tries}`,
    numberFrom: 'row',
    correlationId,
    by: startedBy,
    conditionalConfirmed: run.conditionalConfirmed === true || row.conditionalConfirmed === true,
    ...(newAttempts !== undefined &&
      spent !== undefined && { newAttempt: { note: newAttempts.note, attempt: spent } }),
  };
}
