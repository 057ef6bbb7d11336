/**
 * What DGII's published XSDs take, as we would write it, so that our own XSDs give the same verdict as DGII's. The receiver takes more: see
 * schema.ts.
 */
import { isEcfType, type DocumentKind } from '../../ecf/catalogue/document-kind.js';
import type { TextType } from '../../ecf/catalogue/field-types.js';
import { padDate, rewritten, usualText, type Leaf } from './schema.js';

export function fromPublishedSpelling(kind: DocumentKind, xml: string): string {
  return rewritten(kind, xml, publishedText);
}

/** Any other value stays as it is, so that our XSD refuses it too. */
function publishedText(leaf: Leaf, text: string): string {
  const { kind, name, type } = leaf;
  switch (type.kind) {
    case 'decimal':
      if (type.fixed !== true) return usualText(leaf, text);
      // The XSD of a summary takes no decimals or two; that of an approval takes only two.
      return kind === 'RFCE'
        ? text
            .trim()
            .replace(type.sign === 'signed' ? /^\+/ : /^$/, '')
            .replace(/^-?\d+$/, '$&.00')
        : text.trim();
    case 'date':
      return anyDay(padDate(kind === 'RFCE' ? text.trim() : text));
    case 'signingTime':
      // The XSDs take one digit for an hour, not for a day.
      return anyDay(text.replace(/ .*/, padDate));
    case 'encf':
      // The XSDs take any thirteen letters and digits; other checks look at the type.
      return /^[A-Za-z0-9]{13}$/.test(text)
        ? `E${isEcfType(kind) ? kind : kind === 'RFCE' ? 32 : 31}0000000001`
        : text;
    case 'code':
      if (name === 'Version' && kind !== 'RFCE')
        return versionIsText.has(kind) ? text : usualText(leaf, text);
      return type.json === 'number' || name === 'Version' ? text.trim() : text;
    case 'integer':
      // DGII has words of its own for these two of an annulment.
      return kind === 'ANECF' &&
        ['NoLinea', 'CantidadeNCFAnulados'].includes(name) &&
        /^(?:\d{1,2}|0+)$/.test(text)
        ? '1'
        : text;
    case 'text':
      return publishedWords(leaf, type, text);
    default:
      return usualText(leaf, text);
  }
}

function publishedWords(leaf: Leaf, { form }: TextType, text: string): string {
  switch (form?.name) {
    case undefined:
      return usualText(leaf, text);
    case 'FechaDesde2000':
      return anyDay(padDate(text));
    case 'CodigoSeguridad':
      return text.replace(/^.{6}$/u, 'aaaaaa');
    case 'Rnc':
      // A number in the XSDs of the other documents, which takes blanks around.
      return isEcfType(leaf.kind) ? text : text.trim();
    default:
      // Of blanks, those of XSD: not the one that does not break.
      return /[^ \t\n\r]/.test(text) && text.trim() === '' ? text : usualText(leaf, text);
  }
}

/** Version is a text in the XSDs of these documents, and a number in the others. */
const versionIsText: ReadonlySet<DocumentKind> = new Set(['ACECF', 'ANECF']);

/** DGII's XSDs do not know how many days a month has. */
function anyDay(date: string): string {
  return date.replace(/^(?:29|30|31)(?=-)/, '28');
}
