/**
 * Every document of the catalogue: the ten types of e-CF, which share one structure, and four other documents. File names
 * are the names of DGII's schemas without the version.
 */
import { ecfTypeList, ecfTypes, type EcfType } from '../model/ecf-types.js';
import { acecfCatalogue, anecfCatalogue, arecfCatalogue } from './answers.js';
import { ecfCatalogue } from './catalogue.js';
import { isEcfType, type DocumentKind, type OtherDocumentKind } from './document-kind.js';
import type { GroupEntry } from './entries.js';
import { rfceCatalogue } from './rfce.js';

interface DocumentEntry {
  /** The root element and its members, without Signature. */
  readonly root: GroupEntry;
  /** Index of this document's character in the occurrence columns of `root`. */
  readonly column: number;
  /** Types of e-CF that its e-NCF and TipoeCF may have. */
  readonly types: readonly EcfType[];
  readonly nombre: string;
  /** `ecf-31`, `rfce-32`, `arecf` … */
  readonly file: string;
}

const otherDocuments: Readonly<Record<OtherDocumentKind, DocumentEntry>> = {
  RFCE: entry(rfceCatalogue, 'rfce-32', [32]),
  ARECF: entry(arecfCatalogue, 'arecf'),
  ACECF: entry(acecfCatalogue, 'acecf'),
  ANECF: entry(anecfCatalogue, 'anecf'),
};

export function documentEntry(kind: DocumentKind): DocumentEntry {
  if (!isEcfType(kind)) return otherDocuments[kind];
  const column = ecfTypeList.indexOf(kind);
  return { root: ecfCatalogue, column, types: [kind], nombre: ecfTypes[kind].nombre, file: `ecf-${kind}` };
}

function entry(root: GroupEntry, file: string, types: readonly EcfType[] = ecfTypeList): DocumentEntry {
  return { root, column: 0, types, nombre: root.label, file };
}
