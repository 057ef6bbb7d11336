/**
 * Canonical XML of a signed document, made by libxml2. xmlsec1 canonicalises with libxml2 too. xml-crypto's own canonicalisation sorts
 * prefixes by the rules of a language, leaves out what is beside the root, and does not inherit `xml:` attributes, so genuine signatures
 * fail with it. Here everything goes from text to text: no part of libxml2's memory outlives a call.
 */
import { XmlC14NMode, XmlCData, XmlElement, XmlText, type XmlDocument } from 'libxml2-wasm';
import { parseStrictly } from './xml-document.js';
import { algorithms, dsigNamespace } from './xmldsig.js';

const { XML_C14N_1_0: inclusive, XML_C14N_1_1: inclusive11, XML_C14N_EXCLUSIVE_1_0: exclusive } = XmlC14NMode;

/** The methods of the standard (XML Signature 1.1, 6.5). DGII prescribes the first one, and honours others that a signature names. */
const methods = {
  [algorithms.inclusiveC14n]: { mode: inclusive, comments: false },
  [algorithms.inclusiveC14nWithComments]: { mode: inclusive, comments: true },
  [algorithms.inclusiveC14n11]: { mode: inclusive11, comments: false },
  [algorithms.inclusiveC14n11WithComments]: { mode: inclusive11, comments: true },
  [algorithms.exclusiveC14n]: { mode: exclusive, comments: false },
  [algorithms.exclusiveC14nWithComments]: { mode: exclusive, comments: true },
} as const;

export type CanonicalMethod = keyof typeof methods;

export const canonicalMethods = Object.keys(methods) as readonly CanonicalMethod[];

export function isCanonicalMethod(algorithm: string): algorithm is CanonicalMethod {
  return Object.hasOwn(methods, algorithm);
}

/** Only the exclusive methods have a list of prefixes. */
export function hasPrefixList(method: CanonicalMethod): boolean {
  return methods[method].mode === exclusive;
}

export interface CanonicalForm {
  readonly method: CanonicalMethod;
  readonly prefixes: readonly string[];
}

const namespaces = { ds: dsigNamespace };

/**
 * What a Reference with `URI=""` and an enveloped signature covers: the document without its Signature, with its processing instructions, also
 * those beside the root (XML Signature 1.1, 4.4.3.3). Such a reference leaves out comments, even if the method would keep them: anybody may
 * change comments. Undefined if it has no canonical form, as with a relative namespace.
 */
export function canonicalContent(xml: string, form: CanonicalForm): string | undefined {
  return withDocument(xml, (document) => {
    for (const signature of document.find('/*/ds:Signature', namespaces)) signature.remove();
    return document.canonicalizeToString({ ...optionsOf(form), withComments: false });
  });
}

/** The root with nothing but its Signature, on which alone SignedInfo depends. Undefined if the document cannot be read. */
export function signatureFrame(xml: string): string | undefined {
  return withDocument(xml, (document) => {
    const others = '/node()[not(self::*)] | /*/node()[not(self::ds:Signature)]';
    for (const other of document.find(others, namespaces)) other.remove();
    // Only this mode has a canonical form for relative namespaces, which the exclusive method allows. Of a whole document both modes are equal.
    // SignedInfo keeps its comments under a method with comments.
    return document.canonicalizeToString({ mode: inclusive11, withComments: true });
  });
}

export function canonicalSignedInfo(frame: string, form: CanonicalForm): string | undefined {
  return withDocument(frame, (document) =>
    document.get('/*/ds:Signature/ds:SignedInfo', namespaces)?.canonicalizeToString(optionsOf(form)),
  );
}

/**
 * The document without its blank text, as .NET reads it with `PreserveWhitespace = false`. Undefined if it has no such text. Blank text beside
 * other text stays: comments split a value into several texts, and the blank ones among them belong to the value.
 */
export function withoutBlankText(xml: string): string | undefined {
  return withDocument(xml, (document) => {
    const blank = blankTextsIn(document.root);
    for (const node of blank) node.remove();
    return blank.length === 0 ? undefined : document.toString({ format: false });
  });
}

const visible = /[^ \t\r\n]/;

/**
 * .NET keeps a blank CDATA section. A walk, because a search with XPath compares the siblings that it finds: of an element with 8,000 texts it
 * took half a second, and strangers send these documents.
 */
function blankTextsIn(root: XmlElement): readonly XmlText[] {
  const found: XmlText[] = [];
  const elements = [root];
  for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
    const texts: XmlText[] = [];
    let hasValue = false;
    for (let child = element.firstChild; child !== null; child = child.next) {
      if (child instanceof XmlElement) elements.push(child);
      else if (child instanceof XmlText || child instanceof XmlCData) {
        hasValue ||= visible.test(child.content);
        if (child instanceof XmlText) texts.push(child);
      }
    }
    if (!hasValue) found.push(...texts);
  }
  return found;
}

function optionsOf({ method, prefixes }: CanonicalForm) {
  const { mode, comments } = methods[method];
  const options = { mode, withComments: comments };
  return hasPrefixList(method) ? { ...options, inclusiveNamespacePrefixes: [...prefixes] } : options;
}

function withDocument<T>(xml: string, use: (document: XmlDocument) => T): T | undefined {
  let document: XmlDocument | undefined;
  try {
    document = parseStrictly(xml);
    return use(document);
  } catch {
    return undefined;
  } finally {
    document?.dispose();
  }
}
