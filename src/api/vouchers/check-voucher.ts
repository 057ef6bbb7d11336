/**
 * Asks the checker about a voucher, with what the ledger knows about it. validate and send do this in the same way, and it
 * changes nothing.
 */
import { fechaHoraFirma, localDate } from '../../ecf/model/dates.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { Referenced } from '../../ecf/model/facts.js';
import { isRejection, type Asked, type CheckedVoucher } from '../../checking/check-voucher.js';
import type { OpenedVoucher } from '../../checking/checker.js';
import { errorTable, ServiceError, type ErrorCode } from '../../shared/errors.js';
import type { NumberFacts } from '../../ledger/numbering/numbering.js';
import type { FoundNumber } from '../../ledger/numbering/reservations.js';
import type { Caller, Company } from '../../ledger/store.js';
import { acceptedCompany } from '../auth/principals.js';
import type { ApiDeps } from '../deps.js';
import type { BodyBytes, RefusedBody } from '../http/request-body.js';

/** What the ledger knows about the voucher. validate and send both read it before they check the voucher. */
export interface LedgerFacts {
  /** Facts about the e-NCF. */
  readonly number?: NumberFacts;
  /** The voucher that this one modifies. */
  readonly referenced?: Referenced;
}

/** Everything that the check uses besides the voucher itself. */
export interface CheckContext extends LedgerFacts {
  readonly conditionalAllowed?: boolean;
  /** What the answer needs besides the faults. */
  readonly wanted: Asked['wanted'];
}

export type CheckDeps = Pick<ApiDeps, 'checker' | 'clock' | 'log'> & {
  readonly store: Pick<ApiDeps['store'], 'findNumber' | 'findReferenced'>;
};

/** Reads the body as JSON. A body that is not JSON is a value, because validate answers it with 200 and a fault. */
export async function openVoucher(
  { checker }: Pick<ApiDeps, 'checker'>,
  { companyId }: Company,
  body: BodyBytes,
): Promise<OpenedVoucher | RefusedBody> {
  if (!body.ok) return body;
  const opened = await checker.open(companyId, body.bytes);
  return opened.ok ? opened : { ...opened, code: 'JSON_INVALID' };
}

/** In whose name the ledger is read. */
export interface Reader {
  readonly company: Company;
  readonly caller?: Caller | undefined;
}

/** Reads the caller, if there is one, in the same query. Returns the company as it is now. Throws TOKEN_INVALID. */
export async function readLedgerFacts(
  { store }: Pick<CheckDeps, 'store'>,
  { company, caller }: Reader,
  { identity: { modifies } }: OpenedVoucher,
  encf: Encf,
): Promise<LedgerFacts & { readonly number: FoundNumber; readonly company: Company }> {
  const { companyId, environment } = company;
  const [number, referenced] = await Promise.all([
    store.findNumber(companyId, environment, encf.text, caller),
    modifies === undefined ? undefined : store.findReferenced(companyId, environment, modifies, encf.text),
  ]);
  return {
    number,
    company: caller === undefined ? company : acceptedCompany(caller, number.user),
    ...(referenced === undefined ? {} : { referenced }),
  };
}

export async function checkOpened(
  { clock, log }: Pick<ApiDeps, 'clock' | 'log'>,
  { companyId, rnc, deferredSending = 'refuse' }: Company,
  opened: OpenedVoucher,
  { wanted, number, referenced, conditionalAllowed = false }: CheckContext,
): Promise<CheckedVoucher> {
  const nowMs = clock().getTime();
  const { expiresOn } = number ?? {};
  const facts = {
    today: localDate(nowMs),
    company: { rnc, deferredSending: deferredSending === 'allow' },
    ...(expiresOn === undefined ? {} : { reservation: { expiresOn } }),
    ...(referenced === undefined ? {} : { referenced }),
    conditionalAllowed,
  };
  const checked = await opened.check({ facts, signingTime: fechaHoraFirma(nowMs), wanted });
  if (checked.schemaDefect !== undefined)
    log.error({ companyId, ...checked.schemaDefect }, 'a valid voucher fails the XSD');
  return checked;
}

/**
 * Throws when there are faults. If a fault's code is in the error table, the first such code is the error's code. Otherwise the
 * code is ECF_INVALID, or ECF_CONDITIONAL when all faults are conditional.
 */
export function refuseFaults({ errores }: Pick<CheckedVoucher, 'errores'>): void {
  const [first] = errores;
  if (first === undefined) return;
  const own = errores.find((fault) => isErrorCode(fault.code));
  if (own !== undefined && isErrorCode(own.code)) {
    throw new ServiceError(own.code, { campo: own.campo, mensaje: own.mensaje, data: { errores } });
  }
  const code = errores.some(isRejection) ? 'ECF_INVALID' : 'ECF_CONDITIONAL';
  throw new ServiceError(code, { campo: first.campo, data: { errores } });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
