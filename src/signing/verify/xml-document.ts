/** Strict, bounded parsing of XML into the DOM that xml-crypto works on, and the dropping of blank text. */
import { DOMParser } from '@xmldom/xmldom';
import { ParseOption, XmlDocument } from 'libxml2-wasm';
import { C14nCanonicalization } from 'xml-crypto';

/** A voucher of 10,000 lines takes about 8 MB; more is not a voucher. */
export const documentCharsMax = 16 * 1024 * 1024;

/** An e-CF is nested seven levels deep; canonicalisation is recursive, so depth is limited. */
const depthMax = 64;

const textNode = 3;
const elementNode = 1;
const processingInstructionNode = 7;

export type ParseFault = 'too-large' | 'not-well-formed' | 'forbidden-construct';

/**
 * @returns the document, or why it is none. Document types and processing instructions inside the root are forbidden:
 * entities would be expanded, and xml-crypto canonicalises a processing instruction as if it were text.
 */
export function parseXml(xml: string): Document | ParseFault {
  if (xml.length > documentCharsMax) return 'too-large';
  if (xml.includes('<!DOCTYPE')) return 'forbidden-construct';
  if (!isWellFormed(xml)) return 'not-well-formed';
  let document: Document;
  try {
    document = new DOMParser({
      errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
    }).parseFromString(forParser(xml), 'text/xml');
  } catch {
    return 'not-well-formed';
  }
  const top = Array.from(childrenOf(document));
  if (top.filter((node) => node.nodeType === elementNode).length !== 1) return 'not-well-formed';
  return forbiddenInside(document.documentElement) ? 'forbidden-construct' : document;
}

/** xmldom repairs what is broken (an end tag of another name, for example); libxml2 is the judge of well-formedness. */
export function isWellFormed(xml: string): boolean {
  try {
    // Memory of the parser lies outside the heap of JavaScript: it is given back by hand.
    XmlDocument.fromBuffer(Buffer.from(xml.replace(/^\uFEFF/, '')), {
      encoding: 'utf-8',
      option: ParseOption.XML_PARSE_NO_XXE,
    }).dispose();
    return true;
  } catch {
    return false;
  }
}

function forbiddenInside(root: Element): boolean {
  const pending: { readonly node: Node; readonly depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (node.nodeType === processingInstructionNode || depth > depthMax) return true;
    for (const child of childrenOf(node)) pending.push({ node: child, depth: depth + 1 });
  }
  return false;
}

/** The text as every parse of ours gets it: without byte-order mark, and safe from xmldom's line-end rule. */
export function forParser(xml: string): string {
  // xmldom folds U+0085 and U+2028 into line feeds as XML 1.1 asks; documents are XML 1.0, where they are plain characters.
  return xml.replace(/^\uFEFF/, '').replace(/[\u0085\u2028]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * Removes every text node that is white space only, as .NET does with `PreserveWhitespace = false`. Changes the document.
 * @returns whether there was any.
 */
export function dropBlankText(document: Document): boolean {
  let dropped = false;
  const pending: Node[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const child of Array.from(childrenOf(node))) {
      if (child.nodeType !== textNode || !/^[ \t\r\n]*$/.test(child.nodeValue ?? '')) pending.push(child);
      else {
        node.removeChild(child);
        dropped = true;
      }
    }
  }
  return dropped;
}

/** Inclusive Canonical XML 1.0 of the root element. */
export function canonicalRoot(document: Document): string {
  return new C14nCanonicalization().process(document.documentElement, {});
}

// xmldom's child lists are live and slow to index; siblings are not.
function* childrenOf(node: Node): Generator<Node> {
  for (let child: Node | null = node.firstChild; child !== null; child = child.nextSibling) yield child;
}

function refuse(message: string): never {
  throw new Error(message);
}
