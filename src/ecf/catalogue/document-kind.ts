/** The kinds of document that the catalogue describes. A file of its own: the entries name the kinds, and documents.ts the entries. */
import { ecfTypeList, type EcfType } from '../model/ecf-types.js';

const otherDocumentKinds = ['RFCE', 'ARECF', 'ACECF', 'ANECF'] as const;

export type OtherDocumentKind = (typeof otherDocumentKinds)[number];

/** An e-CF is named by its type, the others by their root element. */
export type DocumentKind = EcfType | OtherDocumentKind;

export const documentKinds: readonly DocumentKind[] = [...ecfTypeList, ...otherDocumentKinds];

export function isEcfType(kind: DocumentKind): kind is EcfType {
  return typeof kind === 'number';
}
