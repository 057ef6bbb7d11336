/**
 * Issues a voucher of certification: for a person in the web application, and for a certification run. `send` answers 409 in certification.
 * The checks and the admission are the ones of `send`.
 */
import type { CheckedVoucher } from '../../documents/check/check-voucher.js';
import type { Checker } from '../../documents/threads/checker.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import { suspensionIn } from '../../ledger/companies/suspensions.js';
import type { Store } from '../../ledger/ledger.js';
import type { FoundNumber } from '../../ledger/numbers/reservations.js';
import type { NumberSource } from '../../ledger/certification/order-claims.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { mayTryAgain, mayRepeat } from '../../ledger/vouchers/live-document.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Log } from '../../shared/log.js';
import type { AdmissionRefusal } from '../vouchers/admission-refusal.js';
import { admitVoucher, refusalOfNumber, refusalOfUnidentified } from '../vouchers/admit-voucher.js';
import { checkParsed, readLedgerFacts, refusalOfFaults } from '../vouchers/check-with-ledger.js';
import { ownEncf } from '../vouchers/own-encf.js';

export interface CertificationDeps {
  readonly store: Pick<
    Store,
    'findCompany' | 'findNumber' | 'findReferenced' | 'claimNumber' | 'admit' | 'markUsed'
  >;
  readonly checker: Pick<Checker, 'parse'>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly firstCheckMs: number;
}

export interface CertificationOrder {
  readonly body: Uint8Array;
  /** The same order has the same id, so a repeated order issues nothing twice, even under another number. */
  readonly requestId: string;
  /**
   * A person may change the number and send the order again, so the order of a person claims its number. `row`: a row of a run keeps the
   * number of its workbook.
   */
  readonly numberFrom: NumberSource | 'row';
  readonly correlationId: string;
  readonly by: string;
  readonly conditionalConfirmed: boolean;
  /** Orders another attempt of a number that is spent. `attempt` is the one that the person saw. */
  readonly newAttempt?: { readonly note: string; readonly attempt: number };
}

interface ExistingVoucher extends Pick<DocumentRecord, 'encf' | 'attempt' | 'state' | 'final'> {
  readonly sameContent: boolean;
}

type IssuedInCertification =
  /** The caller starts the voucher's workflow. */
  | { readonly outcome: 'issued'; readonly document: DocumentRecord }
  | Refused<'COMPANY_NOT_FOUND' | 'NOT_IN_CERTIFICATION'>
  | Refused<'ENCF_EXISTS', ExistingVoucher>
  /** The order was sent before under the number `encf`. That voucher is in the ledger, or may still be on its way there. */
  | Refused<'REFERENCE_USED', { readonly encf: string }>
  /** All faults are conditional, and the person has not confirmed them. */
  | Refused<'CONDITIONAL_FAULTS', { readonly advertencias: readonly Fault[] }>
  /** The attempt that the person saw does not exist, is not the latest, has not ended, or is void. */
  | Refused<'ATTEMPT_NOT_FOUND' | 'ATTEMPT_OVER' | 'ATTEMPT_NOT_FINAL' | 'NUMBER_ANNULLED'>
  | NotAdmitted;

/** `send` refuses such a voucher too: it is not the company's, has faults, or nobody may use its number now. */
export interface NotAdmitted {
  readonly outcome: 'not-admitted';
  readonly why: AdmissionRefusal;
}

/** @throws CheckerBusyError */
export async function issueInCertification(
  deps: CertificationDeps,
  companyId: number,
  order: CertificationOrder,
): Promise<IssuedInCertification> {
  const company = await companyInCertification(deps, companyId);
  if ('outcome' in company) return company;
  const found = await checkInCertification(deps, company, order);
  if ('outcome' in found) return found;
  // The check may have taken a while, so the company is read again shortly before the admission.
  const current = await companyInCertification(deps, companyId);
  if ('outcome' in current) return current;
  const { requestId, numberFrom, correlationId, newAttempt, conditionalConfirmed } = order;
  const suspended = suspensionIn(current, 'certification') !== undefined;
  const existing = found.number.document;
  const repeated = existing?.requestId === requestId && existing.contentHash === found.checked.contentHash;
  if (repeated) return { outcome: 'issued', document: existing };
  const refusal =
    refusalOfExisting(found, newAttempt?.attempt, { suspended, now: deps.clock() }) ??
    refusalOfCheck(found) ??
    notAdmitted(refusalOfNumber(found.encf, found.number, current));
  if (refusal !== undefined) return refusal;
  if (numberFrom !== 'row') {
    // After the checks, so that a person may correct the number of a voucher that was refused.
    const wanted = { encf: found.encf.text, numberFrom };
    const claimed = await deps.store.claimNumber({ companyId, requestId }, wanted, deps.clock());
    if (claimed !== wanted.encf) return refused('REFERENCE_USED', { encf: claimed });
  }
  const { outcome, document } = await admitVoucher(deps, {
    company: current,
    ...found,
    requestId,
    correlationId,
    suspended,
    conditionalAllowed: conditionalConfirmed,
    issuedBy: {
      by: order.by,
      ...(conditionalConfirmed && { conditionalConfirmed }),
      ...(newAttempt && { newAttemptNote: newAttempt.note }),
    },
    ...(newAttempt && { replaces: newAttempt.attempt }),
  });
  return outcome === 'existing' || document.contentHash !== found.checked.contentHash
    ? refused('ENCF_EXISTS', existingOf(document, found.checked))
    : { outcome: 'issued', document };
}

/** Another person may have moved the company to another environment. */
export async function companyInCertification(
  { store }: { readonly store: Pick<Store, 'findCompany'> },
  companyId: number,
): Promise<Company | Refused<'COMPANY_NOT_FOUND' | 'NOT_IN_CERTIFICATION'>> {
  const company = await store.findCompany(companyId);
  if (company === undefined) return refused('COMPANY_NOT_FOUND');
  return company.environment === 'certification' ? company : refused('NOT_IN_CERTIFICATION');
}

interface CheckedInCertification {
  readonly encf: Encf;
  readonly checked: CheckedVoucher;
  readonly number: FoundNumber;
}

interface ToCheck extends Pick<CertificationOrder, 'body' | 'conditionalConfirmed'> {
  /** True for a voucher that is issued before this one, so that what the ledger has under its number now does not matter. */
  readonly comesBefore?: (encf: string) => boolean;
}

/** Not admitted if the body is not JSON or does not name a voucher of the company. @throws CheckerBusyError */
export async function checkInCertification(
  deps: Pick<CertificationDeps, 'store' | 'checker' | 'clock' | 'log'>,
  company: Company,
  { body, conditionalConfirmed, comesBefore = () => false }: ToCheck,
): Promise<CheckedInCertification | NotAdmitted> {
  const parsed = await deps.checker.parse(company.companyId, body);
  if (!parsed.ok) return notAdmitted(refused('JSON_INVALID', { campo: 'ecf', mensaje: parsed.mensaje }));
  const encf = ownEncf(parsed.identity, company);
  const wanted = { wanted: 'content', conditionalAllowed: conditionalConfirmed } as const;
  if (encf === undefined)
    return notAdmitted(refusalOfUnidentified(await checkParsed(deps, company, parsed, wanted)));
  const { number, referenced } = await readLedgerFacts(deps, { company }, parsed, encf);
  const known = referenced === undefined || comesBefore(parsed.identity.modifies ?? '') ? {} : { referenced };
  return {
    encf,
    number,
    checked: await checkParsed(deps, company, parsed, { number, ...known, ...wanted }),
  };
}

/** A person may confirm conditional faults, so they have a refusal of their own. */
export function refusalOfCheck({
  checked: { errores },
}: CheckedInCertification): Exclude<IssuedInCertification, { readonly outcome: 'issued' }> | undefined {
  const why = refusalOfFaults(errores);
  return why?.refusal === 'ECF_CONDITIONAL'
    ? refused('CONDITIONAL_FAULTS', { advertencias: errores })
    : notAdmitted(why);
}

function notAdmitted(why: AdmissionRefusal): NotAdmitted;
function notAdmitted(why: AdmissionRefusal | undefined): NotAdmitted | undefined;
function notAdmitted(why: AdmissionRefusal | undefined): NotAdmitted | undefined {
  return why && { outcome: 'not-admitted', why };
}

/** Refuses a number that already has a document, unless the document may be tried again or the person ordered one. */
function refusalOfExisting(
  { number: { document }, checked }: CheckedInCertification,
  replaces: number | undefined,
  { suspended, now }: { readonly suspended: boolean; readonly now: Date },
): Exclude<IssuedInCertification, { readonly outcome: 'issued' }> | undefined {
  if (document === undefined) return replaces === undefined ? undefined : refused('ATTEMPT_NOT_FOUND');
  if (replaces === undefined)
    return mayTryAgain(document, checked.contentHash, suspended, { now, resend: false })
      ? undefined
      : refused('ENCF_EXISTS', existingOf(document, checked));
  if (mayRepeat(document, replaces)) return undefined;
  if (document.attempt !== replaces) return refused('ATTEMPT_OVER');
  return refused(document.final ? 'NUMBER_ANNULLED' : 'ATTEMPT_NOT_FINAL');
}

function existingOf(
  { encf, attempt, state, final, contentHash }: DocumentRecord,
  checked: CheckedVoucher,
): ExistingVoucher {
  return { encf, attempt, state, final, sameContent: contentHash === checked.contentHash };
}
