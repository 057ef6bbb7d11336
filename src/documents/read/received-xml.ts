/** Opens XML that a stranger sent. All XML that receiving reads passes through this file, so hostile XML is refused in one place. */
import { utf8Text } from '../../ecf/json/utf8.js';
import { parseXml } from '../../signing/verify/xml-document.js';

interface OpenedXml {
  readonly xml: string;
  readonly root: Element;
}

const elementNode = 1;

/** The limit for approvals and seeds, which have about 4 KB. The ledger keeps them, so large ones would fill it. */
export const smallXmlBytesMax = 64 * 1024;

/** Byte-order marks, and the first characters of an XML document in encodings of two or four bytes. The longest first. */
const beginnings: readonly (readonly [hex: string, encoding: string])[] = [
  ['fffe0000', 'UTF-32LE'],
  ['3c000000', 'UTF-32LE'],
  ['0000feff', 'UTF-32BE'],
  ['0000003c', 'UTF-32BE'],
  ['4c6fa794', 'EBCDIC'],
  ['fffe', 'UTF-16LE'],
  ['3c00', 'UTF-16LE'],
  ['feff', 'UTF-16BE'],
  ['003c', 'UTF-16BE'],
];

/** A declaration has about 60 characters. */
const declarationBytesMax = 300;

/**
 * The encoding that we do not read, by its byte-order mark or its declaration. Undefined if the text is UTF-8. Pure ASCII has one reading in
 * all encodings that extend ASCII. .NET declares UTF-16 whatever it sends, so that declaration is ignored.
 */
export function foreignEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, declarationBytesMax));
  const wide = beginnings.find(([hex]) => head.toString('hex').startsWith(hex));
  if (wide !== undefined) return wide[1];
  const [, declared = ''] = declaredEncoding.exec(head.toString('latin1')) ?? [];
  if (utf8Text(bytes) === undefined) return isUtf8(declared) ? 'desconocida' : declared;
  if (isUtf8(declared) || /^utf-?16/i.test(declared)) return undefined;
  return extendsAscii.test(declared) && bytes.every((byte) => byte < asciiEnd) ? undefined : declared;
}

/** The first three bytes may be a byte-order mark. */
const declaredEncoding = /^[^<]{0,3}<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const asciiEnd = 0x80;
const extendsAscii = /^(?:us-)?ascii$|^(?:iso-?8859|windows|cp125|latin)-?\d/i;

function isUtf8(declared: string): boolean {
  return declared === '' || /^utf-?8$/i.test(declared);
}

/** Undefined if the bytes are not UTF-8 or not well-formed, too large or too deep, or have a document type. */
export function openXml(bytes: Uint8Array, bytesMax = Infinity): OpenedXml | undefined {
  if (bytes.length > bytesMax) return undefined;
  const xml = utf8Text(bytes);
  if (xml === undefined) return undefined;
  const document = parseXml(xml);
  return typeof document === 'string' ? undefined : { xml, root: document.documentElement };
}

/**
 * The text of the element at a path below `root`, such as `Encabezado/IdDoc/eNCF`. Undefined if an element of the path is absent, or if
 * there are two of it, because then nobody can say which one is meant.
 */
export function textAt(root: Element, path: string): string | undefined {
  let at: Element | undefined = root;
  for (const name of path.split('/')) {
    at = onlyChild(at, name);
    if (at === undefined) return undefined;
  }
  return elementsOf(at).length > 0 ? undefined : at.textContent;
}

function onlyChild(parent: Element, name: string): Element | undefined {
  const found = elementsOf(parent).filter(({ nodeName }) => nodeName === name);
  return found.length === 1 ? found[0] : undefined;
}

/** Goes from sibling to sibling, because xmldom is slow at finding a child by its index. */
export function elementsOf(parent: Element): Element[] {
  const elements: Element[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === elementNode) elements.push(child as Element);
  return elements;
}
