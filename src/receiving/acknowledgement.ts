/**
 * Reads the acknowledgement (ARECF) that a buyer's receiver answers to our voucher. Buyers write it in many ways, so we read it
 * liberally: with or without declaration, indented after signing, tags in any case, empty members, wrapped into a JSON text. A
 * verdict must name our voucher; the signature is checked and its state is kept beside the verdict.
 */
import { parseXml } from '../signing/verify/xml-document.js';
import { verifyXml, type VerifyFault } from '../signing/verify/verify.js';

/** The voucher that was sent. */
export interface Acknowledged {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
}

/** CodigoMotivoNoRecibido: 1 specification, 2 signature, 3 duplicate, 4 not the buyer (Formato ARECF v1.0 p. 5). */
export type NotReceivedCode = '1' | '2' | '3' | '4';

export type Acknowledgement =
  | {
      readonly kind: 'received' | 'not-received';
      /** Null when it was received, or when the buyer gave no known code. */
      readonly code: NotReceivedCode | null;
      /** As written by the buyer; null when absent or not a date. */
      readonly fechaHora: string | null;
      readonly signature: 'valid' | VerifyFault;
      /** The signer's certificate, when the signature is valid: the subject on one line. */
      readonly signer: string | null;
    }
  /** No verdict on our voucher. `other`: about another voucher. */
  | { readonly kind: 'unusable'; readonly reason: 'unreadable' | 'not-arecf' | 'no-verdict' | 'other' };

/** Ours have 4 KB. */
const bytesMax = 64 * 1024;
const signerCharsMax = 300;

const elementNode = 1;

/** Never throws. */
export function readAcknowledgement(bytes: Uint8Array, expected: Acknowledged): Acknowledgement {
  if (bytes.length > bytesMax) return unusable('unreadable');
  const xml = unwrapped(textOf(bytes));
  const verified = verifyXml(xml, 'either');
  // What the signature covers, so that no second parser reads something else.
  const members = membersOf(verified.ok ? verified.content : xml);
  if (typeof members === 'string') return unusable(members);
  if (!isAbout(members, expected)) return unusable('other');
  const verdict = verdictOf(members);
  if (verdict === undefined) return unusable('no-verdict');
  const fechaHora = members.get('fechahoraacuserecibo') ?? '';
  return {
    ...verdict,
    fechaHora: /^[\d:T\-/ .+Z]{8,40}$/.test(fechaHora) ? fechaHora : null,
    signature: verified.ok ? 'valid' : verified.reason,
    signer: verified.ok ? verified.certificate.subject.split('\n').join(', ').slice(0, signerCharsMax) : null,
  };
}

function unusable(reason: Extract<Acknowledgement, { kind: 'unusable' }>['reason']): Acknowledgement {
  return { kind: 'unusable', reason };
}

/** In the encoding that the bytes declare, usually UTF-8. */
function textOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const utf16 = /^(\xff\xfe|<\0)/.test(head) ? 'utf-16le' : /^\xfe\xff/.test(head) ? 'utf-16be' : undefined;
  const declared = /^[^<]{0,3}<\?xml[^>]{0,100}encoding=["']([\w.-]{1,30})["']/i.exec(head)?.[1];
  // .NET's StringWriter declares UTF-16 whatever is sent. A declaration that can be read byte by byte is not in UTF-16.
  const bytewise = declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
  try {
    return new TextDecoder(utf16 ?? bytewise).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** ASP.NET writes a text as JSON, or as `<string>`, unless its author prevents it. */
function unwrapped(body: string): string {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text.startsWith('"')) {
    try {
      const inner: unknown = JSON.parse(text);
      return typeof inner === 'string' ? inner.replace(/^\uFEFF/, '').trim() : text;
    } catch {
      return text;
    }
  }
  if (!/^(<\?xml[^>]*\?>\s*)?<string[\s>]/.test(text)) return text;
  const document = parseXml(text);
  return typeof document === 'string' ? text : document.documentElement.textContent.trim();
}

/** The texts of the elements outside the signature, by name in lower case. The first of two with the same name counts. */
function membersOf(xml: string): ReadonlyMap<string, string> | 'unreadable' | 'not-arecf' {
  const document = parseXml(xml);
  if (typeof document === 'string') return 'unreadable';
  if (nameOf(document.documentElement) !== 'arecf') return 'not-arecf';
  const members = new Map<string, string>();
  const pending: Element[] = [document.documentElement];
  for (let element = pending.shift(); element !== undefined; element = pending.shift()) {
    // Follows siblings, because xmldom's child lists are slow to index.
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType !== elementNode || nameOf(child as Element) === 'signature') continue;
      pending.push(child as Element);
      const name = nameOf(child as Element);
      if (!members.has(name)) members.set(name, (child.textContent ?? '').trim());
    }
  }
  return members;
}

function nameOf(element: Element): string {
  return (element.localName || element.nodeName).toLowerCase();
}

/** It must have our e-NCF. An RNC may be missing, but not be another one. */
function isAbout(
  members: ReadonlyMap<string, string>,
  { rncEmisor, rncComprador, encf }: Acknowledged,
): boolean {
  const fits = (name: string, rnc: string) => {
    const given = members.get(name)?.replace(/\D/g, '') ?? '';
    return given === '' || given === rnc;
  };
  return (
    members.get('encf')?.toUpperCase() === encf &&
    fits('rncemisor', rncEmisor) &&
    fits('rnccomprador', rncComprador)
  );
}

function verdictOf(
  members: ReadonlyMap<string, string>,
): { readonly kind: 'received' | 'not-received'; readonly code: NotReceivedCode | null } | undefined {
  const estado = /^0*([01])$/.exec(members.get('estado') ?? '')?.[1];
  const [, code] = /^0*([1-4])$/.exec(members.get('codigomotivonorecibido') ?? '') ?? [];
  if (estado === '0') return { kind: 'received', code: null };
  if (estado === undefined && code === undefined) return undefined;
  return { kind: 'not-received', code: (code as NotReceivedCode | undefined) ?? null };
}
