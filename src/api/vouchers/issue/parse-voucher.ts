/** Parses the body of a request, and reads what the ledger knows about its voucher in the caller's name. */
import {
  readLedgerFacts,
  type FactsStore,
  type LedgerFacts,
  type Reader,
} from '../../../services/vouchers/check-with-ledger.js';
import type { ParsedVoucher } from '../../../documents/threads/checker.js';
import type { Encf } from '../../../ecf/model/encf.js';
import type { FoundNumber } from '../../../ledger/numbers/reservations.js';
import type { Company } from '../../../ledger/companies/company.js';
import { acceptedCompany } from '../../session/principals.js';
import type { ApiDeps } from '../../deps.js';
import type { EcfRequest, HandlerDeps } from '../../handler.js';
import type { BodyBytes, RefusedBody } from '../../http/request-body.js';
import { voucherLimitFor } from '../../limits/limits.js';

export type CheckDeps = Pick<ApiDeps, 'checker' | 'clock' | 'log'> & FactsStore;

/** A body that is refused needs no room in the queue of large ones. */
export function inTurn<T>(
  { limits }: HandlerDeps,
  { company, body }: EcfRequest,
  work: () => Promise<T>,
): Promise<T> {
  return voucherLimitFor(limits, body.ok ? body.bytes.length : 0).run(company.companyId, work);
}

export async function parseVoucher(
  { checker }: Pick<ApiDeps, 'checker'>,
  { companyId }: Company,
  body: BodyBytes,
): Promise<ParsedVoucher | RefusedBody> {
  if (!body.ok) return body;
  const parsed = await checker.parse(companyId, body.bytes);
  return parsed.ok ? parsed : { ...parsed, code: 'JSON_INVALID' };
}

/** Reads the caller, if there is one, in the same query. Returns the company as it is now. Throws TOKEN_INVALID or API_KEY_INVALID. */
export async function readFacts(
  deps: FactsStore,
  reader: Reader,
  parsed: ParsedVoucher,
  encf: Encf,
): Promise<LedgerFacts & { readonly number: FoundNumber; readonly company: Company }> {
  const { company, caller } = reader;
  const facts = await readLedgerFacts(deps, reader, parsed, encf);
  return {
    ...facts,
    company: caller === undefined ? company : acceptedCompany(caller, facts.number.caller),
  };
}
