/**
 * Checks the structure of a Signature before any cryptography. xml-crypto accepts many profiles and searches leniently, which
 * makes signature-wrapping attacks possible. Here we accept only the profile of an e-CF, read strictly, child by child.
 */
import { hasPrefixList, isCanonicalMethod, type CanonicalForm, type CanonicalMethod } from './canonical.js';
import { algorithms, dsigNamespace } from './xmldsig.js';

export type SignatureFault =
  | 'signature-missing'
  | 'signature-repeated'
  /** Not the last child of the root. */
  | 'signature-misplaced'
  | 'signature-structure'
  /** DGII demands RSA with SHA-256 (Firmado e-CF, p. 2). So others are refused, stronger ones too: DGII would not take the voucher. */
  | 'algorithm-refused'
  /** The reference is not to the whole document. */
  | 'reference-refused';

export interface SignatureParts {
  readonly element: Element;
  /** Base64 SignatureValue without white space. */
  readonly value: string;
  /** DER, in the order of the document. */
  readonly certificates: readonly Buffer[];
  readonly signedInfoForm: CanonicalForm;
  readonly contentForm: CanonicalForm;
}

const elementNode = 1;
const textNode = 3;

/**
 * A Signature has 14 elements, with white space around each and a text in some. X509Data may have more, which we do not read. xml-crypto
 * searches the Signature several times, and comments and instructions count too.
 */
const signatureNodesMax = 256;

/**
 * DGII's profile has only the signer's certificate. Some signers add its chain, in any order, to the same X509Data or in one X509Data each
 * (XML Signature 1.1, 4.5.4). The signer's is the one whose key fits the signature.
 */
const chainMax = 5;

/** The prefixes of InclusiveNamespaces. Each one is searched in every element. */
const inclusivePrefixesMax = 16;

export function readSignature(document: Document): SignatureParts | SignatureFault {
  const root = document.documentElement;
  const all = Array.from(root.getElementsByTagNameNS('*', 'Signature'));
  const [element] = all;
  if (element === undefined) return 'signature-missing';
  if (all.length > 1) return 'signature-repeated';
  if (element.namespaceURI !== dsigNamespace) return 'signature-missing';
  if (element.parentNode !== root || contentAfter(element)) return 'signature-misplaced';
  if (hasMoreNodes(element, signatureNodesMax)) return 'signature-structure';

  const [signedInfo, value, keyInfo, ...further] = elementsOf(element, [
    'SignedInfo',
    'SignatureValue',
    'KeyInfo',
  ]);
  if (signedInfo === undefined || value === undefined || keyInfo === undefined || further.length > 0)
    return 'signature-structure';
  const forms = formsOf(signedInfo);
  if (typeof forms === 'string') return forms;

  const certificates = dsigChildren(keyInfo, 'X509Data')
    .flatMap((data) => dsigChildren(data, 'X509Certificate'))
    .map(base64);
  const readable = certificates.filter((one) => one !== undefined);
  if (certificates.length === 0 || certificates.length > chainMax) return 'signature-structure';
  const valueBytes = base64(value);
  if (valueBytes === undefined || readable.length < certificates.length) return 'signature-structure';
  return { element, value: valueBytes.toString('base64'), certificates: readable, ...forms };
}

type Forms = Pick<SignatureParts, 'signedInfoForm' | 'contentForm'>;

function formsOf(signedInfo: Element): Forms | SignatureFault {
  const [c14n, method, reference] = elementsOf(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  if (c14n === undefined || method === undefined || reference === undefined) return 'signature-structure';
  const signedInfoMethod = algorithmOf(c14n);
  if (!isCanonicalMethod(signedInfoMethod)) return 'algorithm-refused';
  if (algorithmOf(method) !== algorithms.rsaSha256) return 'algorithm-refused';
  if (!reference.hasAttribute('URI') || reference.getAttribute('URI') !== '') return 'reference-refused';
  const [transforms, digestMethod, digestValue] = elementsOf(reference, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  if (transforms === undefined || digestMethod === undefined || digestValue === undefined)
    return 'signature-structure';
  if (algorithmOf(digestMethod) !== algorithms.sha256) return 'algorithm-refused';
  if (base64(digestValue) === undefined) return 'signature-structure';
  // Enveloped, then at most one canonicalisation. Some public signers name the exclusive one here.
  const [first, second, ...more] = childElements(transforms);
  if (first === undefined || algorithmOf(first) !== algorithms.enveloped || more.length > 0)
    return 'reference-refused';
  // Without a canonicalisation of its own the content has the inclusive one (XML Signature 1.1, 4.4.3.2).
  const contentMethod = second === undefined ? algorithms.inclusiveC14n : algorithmOf(second);
  if (!isCanonicalMethod(contentMethod)) return 'algorithm-refused';
  const signedInfoForm = formOf(signedInfoMethod, c14n);
  const contentForm = formOf(contentMethod, second);
  if (signedInfoForm === undefined || contentForm === undefined) return 'signature-structure';
  return { signedInfoForm, contentForm };
}

/** Undefined if the element has other parameters than the method has. */
function formOf(method: CanonicalMethod, element: Element | undefined): CanonicalForm | undefined {
  const [parameter, ...more] = element === undefined ? [] : childElements(element);
  if (parameter === undefined) return { method, prefixes: [] };
  const isList =
    hasPrefixList(method) &&
    parameter.namespaceURI === algorithms.exclusiveC14n &&
    parameter.localName === 'InclusiveNamespaces';
  if (!isList || more.length > 0) return undefined;
  const prefixes = (parameter.getAttribute('PrefixList') ?? '')
    .split(/[ \t\r\n]+/)
    .filter((one) => one !== '');
  return prefixes.length > inclusivePrefixesMax ? undefined : { method, prefixes };
}

function dsigChildren(parent: Element, name: string): Element[] {
  return childElements(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === dsigNamespace,
  );
}

/** Returns the children if they are exactly these names of the signature namespace, in this order. Otherwise an empty list. */
function elementsOf(parent: Element, names: readonly string[]): Element[] {
  const children = childElements(parent);
  const fits =
    children.length === names.length &&
    children.every(
      (child, index) => child.localName === names[index] && child.namespaceURI === dsigNamespace,
    );
  return fits ? children : [];
}

function childElements(parent: Element): Element[] {
  return Array.from(parent.childNodes).filter((node) => node.nodeType === elementNode) as Element[];
}

function algorithmOf(element: Element): string {
  return element.getAttribute('Algorithm') ?? '';
}

/** The bytes of an element that has only canonical Base64. Canonical means that each byte string has exactly one spelling. */
function base64(element: Element): Buffer | undefined {
  if (Array.from(element.childNodes).some((node) => node.nodeType !== textNode)) return undefined;
  const text = element.textContent.replace(/[ \t\r\n]/g, '');
  const bytes = Buffer.from(text, 'base64');
  return text !== '' && bytes.toString('base64') === text ? bytes : undefined;
}

function hasMoreNodes(element: Element, max: number): boolean {
  let count = 0;
  const pending: Node[] = [element];
  for (let node = pending.pop(); node !== undefined && count <= max; node = pending.pop())
    for (let child = node.firstChild; child !== null && count <= max; child = child.nextSibling) {
      count += 1;
      pending.push(child);
    }
  return count > max;
}

function contentAfter(element: Element): boolean {
  for (let next = element.nextSibling; next !== null; next = next.nextSibling) {
    if (next.nodeType === elementNode) return true;
    if (next.nodeType === textNode && (next.nodeValue ?? '').trim() !== '') return true;
  }
  return false;
}
