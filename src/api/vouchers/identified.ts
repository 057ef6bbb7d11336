/** Which number a body is about, before it is judged: the ledger is asked for it first. */
import { identify } from '../../ecf/model/document-facts.js';
import { parseEncf, type Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import type { Company } from '../../ledger/store.js';

export const encfPath = 'ECF.Encabezado.IdDoc.eNCF';
const rncEmisorPath = 'ECF.Encabezado.Emisor.RNCEmisor';

/** The number by which the ledger is asked: readable without doubt, and of the company of the token. */
export function readEncf(value: unknown, jsonFaults: readonly Fault[], company: Company): Encf | undefined {
  const { rncEmisor, encf } = identify(value);
  // A key given twice on the way to either of them leaves open which one is meant.
  const doubtful = jsonFaults.some(({ campo }) =>
    [encfPath, rncEmisorPath].some((path) => path === campo || path.startsWith(`${campo}.`)),
  );
  return doubtful || rncEmisor !== company.rnc ? undefined : parseEncf(encf);
}
