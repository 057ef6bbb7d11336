/** Finds the e-NCF of a body before the body is checked, because we must look it up in the ledger first. */
import { identityPaths } from '../../ecf/model/document-facts.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { Identity } from '../../checking/read-voucher.js';
import type { Company } from '../../ledger/store.js';

export const encfPath = identityPaths.encf;

/** Returns the e-NCF when it is unambiguous and the issuer is the token's company; otherwise undefined. */
export function ownEncf({ rncEmisor, encf }: Identity, company: Company): Encf | undefined {
  return rncEmisor === company.rnc ? encf : undefined;
}
