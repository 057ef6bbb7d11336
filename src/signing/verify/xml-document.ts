/** Parses XML strictly, within limits, into the DOM that xml-crypto uses. */
import { DOMParser } from '@xmldom/xmldom';
import { ParseOption, XmlDocument } from 'libxml2-wasm';
import { C14nCanonicalization } from 'xml-crypto';
import { isTooLarge } from './xml-bounds.js';

/** An e-CF has seven levels. Canonicalisation is recursive, so the depth must be limited. */
const depthMax = 64;

const textNode = 3;
const elementNode = 1;
const processingInstructionNode = 7;

export type ParseFault = 'too-large' | 'not-well-formed' | 'forbidden-construct';

/** @returns the document, or the fault. Forbids document types, because entities would be expanded. */
export function parseXml(xml: string): Document | ParseFault {
  if (isTooLarge(xml)) return 'too-large';
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
  return isTooDeep(document.documentElement) ? 'forbidden-construct' : document;
}

/** Asks libxml2 whether the XML is well-formed, because xmldom repairs faults such as a wrong end tag. */
export function isWellFormed(xml: string): boolean {
  try {
    // The parser's memory is outside the JavaScript heap, so we must release it explicitly.
    parseStrictly(xml).dispose();
    return true;
  } catch {
    return false;
  }
}

/** The caller must dispose of the document: its memory is outside the JavaScript heap. */
export function parseStrictly(xml: string): XmlDocument {
  return XmlDocument.fromBuffer(Buffer.from(xml.replace(/^\uFEFF/, '')), {
    encoding: 'utf-8',
    option: ParseOption.XML_PARSE_NO_XXE,
  });
}

function isTooDeep(root: Element): boolean {
  const pending: { readonly node: Node; readonly depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (depth > depthMax) return true;
    for (const child of childrenOf(node)) pending.push({ node: child, depth: depth + 1 });
  }
  return false;
}

/**
 * Whether there is a processing instruction in the document or beside its root. Ask before signing with xml-crypto: it canonicalises an
 * instruction as if it were text, and leaves out those beside the root.
 */
export function hasInstruction(document: Document): boolean {
  const pending: Node[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // For xmldom the declaration is an instruction too.
    if (node.nodeType === processingInstructionNode && node.nodeName !== 'xml') return true;
    for (const child of childrenOf(node)) pending.push(child);
  }
  return false;
}

/** Prepares a text for xmldom: removes the byte-order mark and protects the text from xmldom's line-end rule. */
export function forParser(xml: string): string {
  // xmldom turns U+0085 and U+2028 into line feeds, which is XML 1.1. Our documents are XML 1.0, where both are plain characters.
  return xml.replace(/^\uFEFF/, '').replace(/[\u0085\u2028]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * Removes every text node that has only white space, as .NET does with `PreserveWhitespace = false`. Changes the tree.
 * @returns whether it removed any
 */
export function dropBlankText(top: Document | Element): boolean {
  let dropped = false;
  const pending: Node[] = [top];
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

/**
 * Canonical XML 1.0 of a whole document, by another implementation. For a document without processing instructions it is the canonical form
 * of the root. Undefined if it has none, for example because a namespace is relative.
 */
export function strictCanonical(xml: string): string | undefined {
  let document: XmlDocument | undefined;
  try {
    document = parseStrictly(xml);
    return document.canonicalizeToString();
  } catch {
    return undefined;
  } finally {
    document?.dispose();
  }
}

/** Inclusive Canonical XML 1.0. */
export function canonicalRoot(document: Document): string {
  return new StandardOrder().process(document.documentElement, {});
}

/** xml-crypto sorts prefixes by the rules of a language; the standard sorts them by code point (Canonical XML 1.0, 2.2). */
class StandardOrder extends C14nCanonicalization {
  override nsCompare(a: { prefix: string }, b: { prefix: string }): number {
    return Buffer.compare(Buffer.from(a.prefix), Buffer.from(b.prefix));
  }
}

// Follows siblings, because xmldom's child lists are live and slow to index.
function* childrenOf(node: Node): Generator<Node> {
  for (let child: Node | null = node.firstChild; child !== null; child = child.nextSibling) yield child;
}

function refuse(message: string): never {
  throw new Error(message);
}
