/** A row of the data tests: issues its voucher through the same admission and workflow as any other, and then follows its state. */
import { issueInCertification, type CertificationOrder } from '../../admission/issue-in-certification.js';
import { CheckerBusyError } from '../../checking/checker.js';
import { documentStates } from '../../ecf/model/document-states.js';
import type { CertificationRunRecord, RunRow } from '../../ledger/certification/run-record.js';
import type { Company } from '../../ledger/store.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { ServiceError } from '../../shared/errors.js';
import type { ActivityDeps } from '../deps.js';
import type { RowStep } from './row-step.js';

interface RowOnTurn {
  readonly company: Company;
  readonly run: CertificationRunRecord;
  readonly row: RunRow;
}

export async function takeVoucher(deps: ActivityDeps, { company, run, row }: RowOnTurn): Promise<RowStep> {
  if (row.attempt === undefined) return issue(deps, run, row);
  const { encf, attempt } = row;
  const document = await attemptOf(deps, company, encf, attempt);
  if (document === undefined) throw new Error(`Attempt ${attempt} of ${encf} is gone from the ledger`);
  return stepOf(document);
}

/** A person may have ordered another attempt of the number, beside the run. */
async function attemptOf(
  { store }: ActivityDeps,
  { companyId }: Company,
  encf: string,
  attempt: number,
): Promise<DocumentRecord | undefined> {
  const latest = await store.findDocument(companyId, 'certification', encf);
  return latest?.attempt === attempt
    ? latest
    : store.findEarlierAttempt(companyId, 'certification', encf, attempt);
}

function stepOf({ state }: DocumentRecord): RowStep {
  const { status: text } = documentStates[state];
  switch (state) {
    case 'accepted':
      return { outcome: 'accepted', text };
    case 'conditionally-accepted':
      return { outcome: 'conditional', text };
    case 'rejected':
      return { outcome: 'rejected', text };
    case 'refused':
      return { outcome: 'not-sent', text, refusal: { code: 'NOT_SENT', mensaje: '' } };
    case 'annulled':
      return { outcome: 'not-sent', text, refusal: { code: 'NUMBER_ANNULLED', mensaje: '' } };
    default:
      return { outcome: 'waits', text };
  }
}

async function issue(deps: ActivityDeps, run: CertificationRunRecord, row: RunRow): Promise<RowStep> {
  const { store, checker, clock, log, settings, wake } = deps;
  const order = await orderOf(deps, run, row);
  const admission = { store, checker, clock, log, firstCheckMs: settings.checkMarginMs };
  const issued = await issueInCertification(admission, run.companyId, order).catch(refusalOf);
  if (issued === 'busy') return { outcome: 'waits', text: 'El servicio está ocupado' };
  if (issued.outcome === 'issued') {
    const { document } = issued;
    await wake([document]);
    return { outcome: 'issued', attempt: document.attempt, text: `Emitido, intento ${document.attempt}` };
  }
  const { refusal: code, facts } = issued;
  // A person issued the same voucher before. The run follows that one, unless the person ordered the number again.
  if (code === 'ENCF_EXISTS' && facts.sameContent && order.newAttempt === undefined)
    return { outcome: 'issued', attempt: facts.attempt, text: `Ya emitido, intento ${facts.attempt}` };
  return {
    outcome: 'not-sent',
    text: code,
    refusal: { code, mensaje: 'mensaje' in facts ? facts.mensaje : '' },
  };
}

async function orderOf(
  { store }: ActivityDeps,
  run: CertificationRunRecord,
  { encf, tries = 0 }: RunRow,
): Promise<CertificationOrder> {
  const { repetition, startedBy = run.by, correlationId = run._id } = run;
  const content = (await store.runContents(run))[run.next] ?? '';
  const spent = repetition?.attempts[encf];
  return {
    body: Buffer.from(content),
    requestId: `run:${run._id}:${run.next}:${tries}`,
    ...{ correlationId, by: startedBy },
    conditionalConfirmed: run.conditionalConfirmed === true,
    ...(repetition !== undefined &&
      spent !== undefined && { newAttempt: { note: repetition.note, attempt: spent } }),
  };
}

/** Refusals that end by themselves: nobody may use numbers now, or the service is busy. */
const retryable = [429, 503];

/** The refusals of the admission that are errors there, because `send` answers them so. */
function refusalOf(error: unknown) {
  if (error instanceof CheckerBusyError) return 'busy' as const;
  if (!(error instanceof ServiceError)) throw error;
  if (retryable.includes(error.status)) return 'busy' as const;
  return { outcome: 'refused', refusal: error.code, facts: { mensaje: error.message } } as const;
}
