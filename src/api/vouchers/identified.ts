/** Finds the e-NCF of a body before the body is checked, because we must look it up in the ledger first. */
import { identify } from '../../ecf/model/document-facts.js';
import { parseEncf, type Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import type { Company } from '../../ledger/store.js';

export const encfPath = 'ECF.Encabezado.IdDoc.eNCF';
const rncEmisorPath = 'ECF.Encabezado.Emisor.RNCEmisor';

/** Returns the e-NCF when it is unambiguous and the issuer is the token's company; otherwise undefined. */
export function readEncf(value: unknown, jsonFaults: readonly Fault[], company: Company): Encf | undefined {
  const { rncEmisor, encf } = identify(value);
  // If a key on the path to either field appears twice, we cannot know which value the client means.
  const doubtful = jsonFaults.some(({ campo }) =>
    [encfPath, rncEmisorPath].some((path) => path === campo || path.startsWith(`${campo}.`)),
  );
  return doubtful || rncEmisor !== company.rnc ? undefined : parseEncf(encf);
}
