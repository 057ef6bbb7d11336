/** Checks received XML against the XSD of its kind, and tolerates what genuine documents at DGII contain. */
import type { DocumentKind } from '../../ecf/catalogue/document-kind.js';
import type { FieldType } from '../../ecf/catalogue/field-types.js';
import { shapeOf, type Shape } from '../../ecf/json/shape.js';
import type { XsdValidator } from '../check/xsd-validator.js';

const detailCharsMax = 300;

/**
 * Our XSDs are stricter than DGII's, because they are made for what we write. DGII accepts more spellings of a value, so we must not answer
 * them with code 1. We rewrite each value as we would write it, and then our XSD checks it. Genuine documents also break DGII's own XSDs:
 * DGII's program writes Version `1` in approvals, and their amount without decimals. Some vouchers of one page have TotalPaginas `1`,
 * although the XSDs demand at least 2.
 *
 * @returns the first fault, undefined if there are no faults. It is libxml2's English text with values of the document: do not log it.
 */
export function schemaFault(kind: DocumentKind, xml: string, xsd: XsdValidator): string | undefined {
  return xsd.validate(kind, rewritten(kind, xml, usualText))[0]?.message.slice(0, detailCharsMax);
}

export interface Leaf {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly type: FieldType;
}

export function rewritten(
  kind: DocumentKind,
  xml: string,
  rewrite: (leaf: Leaf, text: string) => string,
): string {
  const types = leafTypesOf(kind);
  return asRead(xml)
    .replace(emptyLeaves, (element, name: string) => (mayBeEmpty.has(name) ? '' : element))
    .replace(leaves, (element, name: string, text: string) => {
      const type = types.get(name);
      return type === undefined ? element : `<${name}>${rewrite({ kind, name, type }, text)}</${name}>`;
    });
}

/**
 * The text for any XSD, without the declaration and without TotalPaginas `1` (see above). Also without comments and instructions, which no
 * XSD sees: they may split a value, or contain what looks like an element.
 */
export function asRead(xml: string): string {
  return xml
    .replace(declaration, '')
    .replace(besideText, keepCdata)
    .replace('<TotalPaginas>1</TotalPaginas>', '');
}

/** The text is decoded already. .NET declares UTF-16 whatever it sends, and libxml2 would believe it. */
const declaration = /^\uFEFF?\s*<\?xml[^>]*\?>/;

const besideText = /<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|<\?[^]*?\?>/g;
const keepCdata = (token: string) => (token.startsWith('<![') ? token : '');

/** Elements with text. No element of these documents has attributes. */
const leaves = /<(\w+)>([^<]+)<\/\1>/g;
const emptyLeaves = /<(\w+)\s*(?:\/>|><\/\1>)/g;

/** DGII's XSDs accept these without text. Only optional elements: they are left out. */
const mayBeEmpty: ReadonlySet<string> = new Set(['ResponsablePago', 'DetalleMotivoRechazo']);

export function usualText({ name, type }: Leaf, text: string): string {
  const bare = text.trim();
  switch (type.kind) {
    case 'decimal': {
      const amount = type.sign === 'signed' ? bare.replace(/^\+/, '') : bare;
      return type.fixed === true ? withDecimals(amount) : amount;
    }
    case 'date':
      // DGII's XSDs do not know how many days a month has. We repeat FechaEmision in our approval, so it must be a real day.
      return name === 'FechaEmision' ? padDate(text) : padDate(text).replace(/^(?:29|30|31)(?=-)/, '28');
    case 'signingTime':
      return padDate(text);
    case 'tipoEcf':
      return /^\+?0*[1-9][0-9]$/.test(bare) ? bare.slice(-2) : bare;
    case 'code':
      return name === 'Version' ? bare.replace(/^\+?0*1(?:\.0*)?$/, '1.0') : bare;
    case 'text':
      // Texts of blanks are texts for DGII's XSDs.
      if (bare === '') return text.replace(/\s/g, 'x');
      if (type.form?.name === 'FechaDesde2000') return padDate(text);
      // Some numbers of documents are xs:integer, which takes blanks around.
      return /^[0-9]+$/.test(bare) ? bare : text;
    default:
      return text;
  }
}

/** Adds the missing leading zeros to a date, or to a date and time. */
export function padDate(date: string): string {
  return date.replace(/(?<!\d)\d(?!\d)/g, '0$&');
}

function withDecimals(amount: string): string {
  const [, whole, tenth = '0'] = /^(\d{1,16})(?:\.(\d))?$/.exec(amount) ?? [];
  return whole === undefined ? amount : `${whole}.${tenth}0`;
}

/** An element has the same type wherever its name occurs. */
function leafTypesOf(kind: DocumentKind): ReadonlyMap<string, FieldType> {
  const found = new Map<string, FieldType>();
  const add = ({ members }: Shape) => {
    for (const { name, type, shape } of members) {
      if (shape !== undefined) add(shape);
      else found.set(name, type);
    }
  };
  add(shapeOf(kind));
  return found;
}
