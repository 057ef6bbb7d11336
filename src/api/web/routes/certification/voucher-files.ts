/** The ZIP files of the certification: signed vouchers, in one folder for those that DGII got and in another for DGII's portal. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { DocumentRecord } from '../../../../ledger/vouchers/document-record.js';
import { readSignedXml } from '../../../vouchers/documents.js';
import type { RouteDeps } from '../../route-deps.js';

/** Where the full consumption invoices lie that a person uploads in DGII's portal. DGII got only their summaries. */
export const portalFolder = 'subir-al-portal';
const sentFolder = 'enviados';

/** What the two folders contain, for the text file in the ZIP. */
export const foldersText = `${sentFolder}: los e-CF firmados que se envían completos a la DGII.
${portalFolder}: las facturas de consumo de menos de RD$250,000 completas. La DGII recibe su resumen; súbalas en el portal, una por una.
`;

export interface SignedFile {
  /** With its folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Undefined while the voucher is not signed. */
export async function signedFile(
  deps: Pick<RouteDeps, 'store' | 'shares'>,
  document: DocumentRecord,
): Promise<SignedFile | undefined> {
  const { signed, rncEmisor, encf } = document;
  if (signed === undefined) return undefined;
  const { bytes } = await deps.shares.lists.run(document.companyId, () => readSignedXml(deps, document));
  const folder = signed.summary === undefined ? sentFolder : portalFolder;
  return { path: `${folder}/${rncEmisor}${encf}.xml`, bytes };
}

export function zipOf(files: Zippable, readme: string): Buffer {
  return Buffer.from(zipSync({ ...files, 'leame.txt': strToU8(readme) }));
}
