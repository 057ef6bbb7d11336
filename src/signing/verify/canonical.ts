/**
 * Canonical XML of a signed document, made by libxml2. xmlsec1 canonicalises with libxml2 too. xml-crypto's own canonicalisation sorts
 * prefixes by the rules of a language, leaves out what is beside the root, and does not inherit `xml:` attributes, so genuine signatures
 * fail with it. Here everything goes from text to text: no part of libxml2's memory outlives a call.
 */
import { XmlC14NMode, XmlText, type XmlDocument } from 'libxml2-wasm';
import { parseStrictly } from './xml-document.js';
import { algorithms, dsigNamespace } from './xmldsig.js';

/** A canonicalisation method, as a signature names it. */
export interface CanonicalForm {
  readonly algorithm: string;
  /** The PrefixList of InclusiveNamespaces. Only the exclusive method has one. */
  readonly prefixes: readonly string[];
}

const namespaces = { ds: dsigNamespace };

/**
 * What a Reference with `URI=""` and an enveloped signature covers: the document without its Signature and without comments, but with the
 * processing instructions beside the root (XML Signature 1.1, 4.4.3.3). Undefined if it has no canonical form, as with a relative namespace.
 */
export function canonicalContent(xml: string, form: CanonicalForm): string | undefined {
  return withDocument(xml, (document) => {
    for (const signature of document.find('/*/ds:Signature', namespaces)) signature.remove();
    return document.canonicalizeToString(optionsOf(form));
  });
}

/** The root with nothing but its Signature, on which alone SignedInfo depends. Undefined if the document cannot be read. */
export function signatureFrame(xml: string): string | undefined {
  return withDocument(xml, (document) => {
    const others = '/node()[not(self::*)] | /*/node()[not(self::ds:Signature)]';
    for (const other of document.find(others, namespaces)) other.remove();
    // Only this mode has a canonical form for relative namespaces, which the exclusive method allows. Of a whole document both modes are equal.
    return document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
  });
}

/** SignedInfo in its place. */
export function canonicalSignedInfo(frame: string, form: CanonicalForm): string | undefined {
  return withDocument(frame, (document) =>
    document.get('/*/ds:Signature/ds:SignedInfo', namespaces)?.canonicalizeToString(optionsOf(form)),
  );
}

/** The document without its blank text, as .NET reads it with `PreserveWhitespace = false`. Undefined if it has no such text. */
export function withoutBlankText(xml: string): string | undefined {
  return withDocument(xml, (document) => {
    // XPath knows no difference between text and CDATA sections. .NET keeps a blank CDATA section.
    const blank = document.find('//text()[not(normalize-space())]').filter((node) => node instanceof XmlText);
    for (const node of blank) node.remove();
    return blank.length === 0 ? undefined : document.toString({ format: false });
  });
}

function optionsOf({ algorithm, prefixes }: CanonicalForm) {
  if (algorithm !== algorithms.exclusiveC14n) return { mode: XmlC14NMode.XML_C14N_1_0 };
  return { mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0, inclusiveNamespacePrefixes: [...prefixes] };
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
