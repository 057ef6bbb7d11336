/** Asks the checker about a voucher, with what the ledger knows about it. It changes nothing. */
import { fechaHoraFirma, localDate } from '../../ecf/model/dates.js';
import type { Encf } from '../../ecf/model/encf.js';
import { isRejection, type Fault } from '../../ecf/model/fault.js';
import type { Referenced } from '../../ecf/model/facts.js';
import type { Asked, CheckedVoucher } from '../../documents/check/check-voucher.js';
import type { ParsedVoucher } from '../../documents/threads/checker.js';
import { errorTable, type ErrorCode } from '../../shared/errors.js';
import type { Log } from '../../shared/log.js';
import { refused } from '../../shared/refused.js';
import type { Store } from '../../ledger/ledger.js';
import type { NumberFacts } from '../../ledger/numbers/numbers.js';
import type { FoundNumber } from '../../ledger/numbers/reservations.js';
import type { Caller } from '../../ledger/people/user.js';
import type { Company } from '../../ledger/companies/company.js';
import type { AdmissionRefusal } from './admission-refusal.js';

/** What the ledger knows about the voucher. It is read before the voucher is checked. */
export interface LedgerFacts {
  /** Without a number, only its expiry is known. */
  readonly number?: Pick<NumberFacts, 'expiresOn'>;
  readonly referenced?: Referenced;
}

interface CheckContext extends LedgerFacts {
  readonly conditionalAllowed?: boolean;
  readonly wanted: Asked['wanted'];
  readonly withAmounts?: boolean;
}

export interface FactsStore {
  readonly store: Pick<Store, 'findNumber' | 'findReferenced'>;
}

export interface Reader {
  readonly company: Company;
  readonly caller?: Caller | undefined;
}

/** @throws LedgerUnavailableError */
export async function readLedgerFacts(
  { store }: FactsStore,
  { company: { companyId, environment }, caller }: Reader,
  { identity: { modifies } }: ParsedVoucher,
  encf: Encf,
): Promise<LedgerFacts & { readonly number: FoundNumber }> {
  const [number, referenced] = await Promise.all([
    store.findNumber(companyId, environment, encf.text, caller),
    modifies === undefined ? undefined : store.findReferenced(companyId, environment, modifies, encf.text),
  ]);
  return { number, ...(referenced === undefined ? {} : { referenced }) };
}

/** Checks the voucher as of now, by the company's settings. A defect of our own XML goes to the log. @throws CheckerBusyError */
export async function checkParsed(
  { clock, log }: { readonly clock: () => Date; readonly log: Log },
  { companyId, rnc, environment, deferredSending = 'refuse' }: Company,
  parsed: ParsedVoucher,
  { wanted, withAmounts = false, number, referenced, conditionalAllowed = false }: CheckContext,
): Promise<CheckedVoucher> {
  const nowMs = clock().getTime();
  const { expiresOn } = number ?? {};
  const facts = {
    today: localDate(nowMs),
    company: {
      rnc,
      deferredSending: deferredSending === 'allow',
      inCertification: environment === 'certification',
    },
    ...(expiresOn === undefined ? {} : { reservation: { expiresOn } }),
    ...(referenced === undefined ? {} : { referenced }),
    conditionalAllowed,
  };
  const checked = await parsed.check({ facts, signingTime: fechaHoraFirma(nowMs), wanted, withAmounts });
  if (checked.schemaDefect !== undefined)
    log.error({ companyId, ...checked.schemaDefect }, 'a valid voucher fails the XSD');
  return checked;
}

/**
 * Undefined when there are no faults. If a fault's code is in the error table, the first such code is the refusal's code. Otherwise the
 * code is ECF_INVALID, or ECF_CONDITIONAL when all faults are conditional.
 */
export function refusalOfFaults(errores: readonly Fault[]): AdmissionRefusal | undefined {
  const [first] = errores;
  if (first === undefined) return undefined;
  const own = errores.find((fault) => isErrorCode(fault.code));
  if (own !== undefined && isErrorCode(own.code))
    return refused(own.code, { campo: own.campo, mensaje: own.mensaje, errores });
  const code = errores.some(isRejection) ? 'ECF_INVALID' : 'ECF_CONDITIONAL';
  return refused(code, { campo: first.campo, errores });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
