/**
 * Issues a voucher for a person in the web application, and a row of a certification run. The checks and the admission are the ones of
 * `send`, which answers 409 in certification.
 */
import type { CheckedVoucher } from '../../documents/check/check-voucher.js';
import type { Checker } from '../../documents/threads/checker.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
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
import type { NotAllowed } from '../../ledger/companies/company-settings.js';
import { companyInCertification } from '../certification/company-in-certification.js';
import { missingConsents } from '../companies/change-settings.js';
import type { AdmissionRefusal } from './admission-refusal.js';
import { admitVoucher, refusalOfNumber, refusalOfUnidentified } from './admit-voucher.js';
import { checkParsed, readLedgerFacts, refusalOfFaults } from './check-with-ledger.js';
import { notIssuedByService } from './number-faults.js';
import { ownEncf } from './own-encf.js';

/** What the company issues in must be this environment still when the voucher is admitted. */
export interface IssuingPlace {
  readonly companyId: number;
  readonly environment: Environment;
}

export interface PersonDeps {
  readonly store: Pick<
    Store,
    'findCompany' | 'findNumber' | 'findReferenced' | 'claimNumber' | 'admit' | 'markUsed'
  >;
  readonly checker: Pick<Checker, 'parse'>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly firstCheckMs: number;
  /** The service's own consent to production. */
  readonly allowProduction: boolean;
}

export interface PersonOrder {
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
  /** Only in certification: another attempt of a number that is spent. `attempt` is the one that the person saw. */
  readonly newAttempt?: { readonly note: string; readonly attempt: number };
}

interface ExistingVoucher extends Pick<DocumentRecord, 'encf' | 'attempt' | 'state' | 'final'> {
  readonly sameContent: boolean;
}

type NoCompany =
  Refused<'COMPANY_NOT_FOUND' | 'NOT_IN_CERTIFICATION' | 'NOT_IN_ENVIRONMENT' | 'OWN_NUMBERING'> | NotAllowed;

type IssuedByPerson =
  /** The caller starts the voucher's workflow. */
  | { readonly outcome: 'issued'; readonly document: DocumentRecord }
  | NoCompany
  /** Outside certification a person types no number. The number of an earlier voucher is free only if DGII or we refused that one. */
  | Refused<'NUMBER_NOT_FREE'>
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
export async function issueByPerson(
  deps: PersonDeps,
  place: IssuingPlace,
  order: PersonOrder,
): Promise<IssuedByPerson> {
  const { companyId, environment } = place;
  const company = await issuingCompany(deps, place);
  if ('outcome' in company) return company;
  const found = await checkForPerson(deps, company, order);
  if ('outcome' in found) return found;
  // The check may have taken a while, so the company is read again shortly before the admission.
  const current = await issuingCompany(deps, place);
  if ('outcome' in current) return current;
  const { requestId, numberFrom, correlationId, newAttempt, conditionalConfirmed } = order;
  const suspended = suspensionIn(current, environment) !== undefined;
  const existing = found.number.document;
  const repeated = existing?.requestId === requestId && existing.contentHash === found.checked.contentHash;
  if (repeated) return { outcome: 'issued', document: existing };
  const refusal =
    refusalOfOwnNumber(found, current, numberFrom) ??
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

/** Another person may have moved the company to another environment, or given the numbering back to its own system. */
export async function issuingCompany(
  {
    store,
    allowProduction,
  }: { readonly store: Pick<Store, 'findCompany'>; readonly allowProduction: boolean },
  { companyId, environment }: IssuingPlace,
): Promise<Company | NoCompany> {
  if (environment === 'certification') return companyInCertification({ store }, companyId);
  const company = await store.findCompany(companyId);
  if (company === undefined) return refused('COMPANY_NOT_FOUND');
  if (company.environment !== environment) return refused('NOT_IN_ENVIRONMENT');
  if (company.origin === 'client') return refused('OWN_NUMBERING');
  const missing = environment === 'production' ? missingConsents({ allowProduction }, company) : undefined;
  return missing ?? company;
}

/**
 * In certification a person types the numbers of DGII's set. Elsewhere a number that the person gives is one that a rejected voucher left
 * free: another one may be reserved for the company's own system, which is about to send it.
 */
function refusalOfOwnNumber(
  { encf, number }: CheckedForPerson,
  company: Company,
  numberFrom: PersonOrder['numberFrom'],
): NotAdmitted | Refused<'NUMBER_NOT_FREE'> | undefined {
  if (company.environment === 'certification') return undefined;
  const fault = notIssuedByService(encf, number, company);
  if (fault !== undefined) return notAdmitted(refusalOfFaults([fault]));
  return numberFrom === 'given' && number.document === undefined ? refused('NUMBER_NOT_FREE') : undefined;
}

interface CheckedForPerson {
  readonly encf: Encf;
  readonly checked: CheckedVoucher;
  readonly number: FoundNumber;
}

interface ToCheck extends Pick<PersonOrder, 'body' | 'conditionalConfirmed'> {
  /** True for a voucher that is issued before this one, so that what the ledger has under its number now does not matter. */
  readonly comesBefore?: (encf: string) => boolean;
}

/** Not admitted if the body is not JSON or does not name a voucher of the company. @throws CheckerBusyError */
export async function checkForPerson(
  deps: Pick<PersonDeps, 'store' | 'checker' | 'clock' | 'log'>,
  company: Company,
  { body, conditionalConfirmed, comesBefore = () => false }: ToCheck,
): Promise<CheckedForPerson | NotAdmitted> {
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
}: CheckedForPerson): Exclude<IssuedByPerson, { readonly outcome: 'issued' }> | undefined {
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
  { number: { document }, checked }: CheckedForPerson,
  replaces: number | undefined,
  { suspended, now }: { readonly suspended: boolean; readonly now: Date },
): Exclude<IssuedByPerson, { readonly outcome: 'issued' }> | undefined {
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
