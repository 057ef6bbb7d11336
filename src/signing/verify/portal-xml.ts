/**
 * Reads an XML file that DGII's portal generates and a person must sign: the application (`Postulacion`), the sworn declaration, a
 * delegation. The portal decides what is in it, so this file knows no schema. It refuses everything that must not be signed here, above all
 * fiscal documents: those are signed only where vouchers are numbered and recorded.
 */
import { canonicalRoot, dropBlankText, parseXml, strictCanonical, type ParseFault } from './xml-document.js';
import { dsigNamespace } from './xmldsig.js';

/** DGII's files have a few kilobytes. */
export const portalXmlBytesMax = 100 * 1024;

/**
 * How many `<` and `=` a file may have. DGII's have about a hundred. The api reads a file while other requests wait, and one element with
 * ten thousand attributes would take it a second.
 */
const marksMax = 5_000;

export type PortalXmlFault =
  | 'XML_TOO_LARGE'
  | 'XML_ENCODING_WRONG'
  /** The file is not well-formed, or two parsers read different things in it. */
  | 'XML_UNREADABLE'
  /** A DTD, a processing instruction, or an attribute that verifiers read differently. */
  | 'XML_FORBIDDEN'
  | 'XML_EMPTY'
  /** It is or contains a fiscal document, or the seed with which a signer logs in at DGII. */
  | 'XML_FISCAL'
  | 'XML_ALREADY_SIGNED';

export interface PortalXml {
  readonly root: string;
  readonly before: string;
  /** The end tag of the root, and what follows it. */
  readonly after: string;
  /** Canonical XML of the root. */
  readonly canonical: string;
  /** The prefixes that the root declares, in canonical form. The canonical form of SignedInfo repeats them. */
  readonly scope: string;
}

export type ReadPortalXml =
  { readonly ok: true; readonly portal: PortalXml } | { readonly ok: false; readonly fault: PortalXmlFault };

/** Local names in lower case. A wrapper around one of them is refused too: somebody could cut the document out of it. */
const refusedNames: ReadonlySet<string> = new Set([
  ...['ecf', 'rfce', 'anecf', 'acecf', 'arecf'],
  'semillamodel',
]);

/** A longer name is not DGII's. The audit log and the answer repeat it. */
const rootCharsMax = 100;

const parseFaults: Readonly<Record<ParseFault, PortalXmlFault>> = {
  'too-large': 'XML_TOO_LARGE',
  'not-well-formed': 'XML_UNREADABLE',
  'forbidden-construct': 'XML_FORBIDDEN',
};

/** Both the api's side and the worker call it, because the worker trusts nobody. */
export function readPortalXml(bytes: Uint8Array): ReadPortalXml {
  if (bytes.length > portalXmlBytesMax) return refused('XML_TOO_LARGE');
  const text = utf8(bytes);
  if (text === undefined) return refused('XML_ENCODING_WRONG');
  if ((text.match(/[<=]/g)?.length ?? 0) > marksMax) return refused('XML_TOO_LARGE');
  const original = parseXml(text);
  if (typeof original === 'string') return refused(parseFaults[original]);
  const fault = contentFault(original);
  if (fault !== undefined) return refused(fault);
  const split = withoutBlankText(text);
  if (split === undefined) return refused('XML_FORBIDDEN');
  dropBlankText(original.documentElement);
  return checked(split, canonicalRoot(original));
}

type Split = Pick<PortalXml, 'before' | 'after'>;

/**
 * Reads the text that will be signed, with both parsers. If one of them reads something else in it, a verifier could find another digest or
 * another document.
 * @param expected the canonical form of the file without its blank text
 */
function checked({ before, after }: Split, expected: string): ReadPortalXml {
  const text = before + after;
  const document = parseXml(text);
  if (typeof document === 'string' || dropBlankText(document.documentElement))
    return refused('XML_UNREADABLE');
  const canonical = canonicalRoot(document);
  if (canonical !== expected || strictCanonical(text) !== canonical) return refused('XML_UNREADABLE');
  const root = document.documentElement.localName;
  const scope = /^<[^\s>]+((?: xmlns(?::[^=]+)?="[^"]*")*)/.exec(canonical)?.[1] ?? '';
  const prefixes = scope.replace(/ xmlns="[^"]*"/, '');
  return { ok: true, portal: { root, before, after, canonical, scope: prefixes } };
}

/** Undefined if the bytes are not UTF-8, or if the declaration names another encoding. A byte-order mark stays in the text. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const encoding = /^\uFEFF?<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
    return encoding === undefined || encoding.toLowerCase() === 'utf-8' ? text : undefined;
  } catch {
    return undefined;
  }
}

function contentFault(document: Document): PortalXmlFault | undefined {
  const root = document.documentElement;
  const elements = [root, ...Array.from(root.getElementsByTagName('*'))];
  if (elements.some(({ localName }) => refusedNames.has(localName.toLowerCase()))) return 'XML_FISCAL';
  if (elements.some(isSignature)) return 'XML_ALREADY_SIGNED';
  if (elements.length === 1) return 'XML_EMPTY';
  if (root.localName.length > rootCharsMax) return 'XML_UNREADABLE';
  return elements.some(isAmbiguous) ? 'XML_FORBIDDEN' : undefined;
}

/** Readers of signed documents look for the local name in any namespace, so another Signature would confuse them. */
function isSignature({ localName, namespaceURI }: Element): boolean {
  return localName === 'Signature' || namespaceURI === dsigNamespace;
}

/**
 * Verifiers disagree about these two: the canonical SignedInfo inherits the `xml:` attributes of the root, and some read the `&amp;` of a
 * namespace as five characters.
 */
function isAmbiguous(element: Element): boolean {
  const isRoot = element === element.ownerDocument.documentElement;
  return Array.from(element.attributes).some(
    ({ name, value }) =>
      (isRoot && name.startsWith('xml:')) || (/^xmlns(:|$)/.test(name) && /[&<>"\s]/.test(value)),
  );
}

/** Comment, CDATA, processing instruction, tag, text. The text is known to be well-formed. */
const tokens =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<[^<"'>]*(?:(?:"[^<"]*"|'[^<']*')[^<"'>]*)*>|[^<]+/g;

const blank = /^(?:[ \t\r\n]|&#0*(?:9|10|13|32);|&#x0*(?:9|a|d|20);)*$/i;

/**
 * Removes text between two tags that has only white space, as .NET does with `PreserveWhitespace = false`. DGII's signer and DGII's
 * verifier read a document without that text. Others read it with the text. If the file keeps its indentation, one of the two finds another
 * digest. Without the indentation the signature is right for both. All other characters stay as they are.
 * @returns undefined if there is a processing instruction: a verifier must digest one outside the root too, and not every verifier does
 */
function withoutBlankText(text: string): Split | undefined {
  let kept = '';
  let depth = 0;
  let end = 0;
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith('<?') && !/^<\?xml\s/.test(token)) return undefined;
    const isTag = token.startsWith('<') && !/^<[!?]/.test(token);
    if (isTag && token.startsWith('</')) {
      depth -= 1;
      if (depth === 0) end = kept.length;
    } else if (isTag && !token.endsWith('/>')) depth += 1;
    if (depth === 0 || !blank.test(token)) kept += token;
  }
  return { before: kept.slice(0, end), after: kept.slice(end) };
}

function refused(fault: PortalXmlFault): ReadPortalXml {
  return { ok: false, fault };
}
