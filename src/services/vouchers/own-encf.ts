/**
 * Returns the e-NCF of a body if its issuer is the token's company. The body is not checked yet: the check needs what the ledger has
 * under this e-NCF.
 */
import type { Encf } from '../../ecf/model/encf.js';
import type { Identity } from '../../documents/check/read-voucher.js';
import type { Company } from '../../ledger/companies/company.js';

/** Undefined: the e-NCF is ambiguous or absent, or another company is the issuer. */
export function ownEncf({ rncEmisor, encf }: Identity, company: Company): Encf | undefined {
  return rncEmisor === company.rnc ? encf : undefined;
}
