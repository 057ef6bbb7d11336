/**
 * Reads the acknowledgement (ARECF) that a buyer's receiver returns for our voucher. Buyers write it in many ways, so the reader accepts it
 * with or without an XML declaration, indented after signing, with tags in any case, with empty members, or wrapped into a JSON text. An
 * acknowledgement must name our voucher. An invalid signature does not refuse it; the result says what is wrong with the signature.
 */
import { parseXml } from '../../signing/verify/xml-document.js';
import { verifyXml, type VerifyFault } from '../../signing/verify/verify.js';
import { elementsOf } from './received-xml.js';

export interface Acknowledged {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
}

/** CodigoMotivoNoRecibido: 1 specification, 2 signature, 3 duplicate, 4 not the buyer (Formato ARECF v1.0 p. 5). */
type NotReceivedCode = '1' | '2' | '3' | '4';

export type Acknowledgement =
  | {
      readonly kind: 'received' | 'not-received';
      /** Null if the buyer received the voucher or gave no known code. */
      readonly code: NotReceivedCode | null;
      /** As the buyer wrote it; null if it is absent or not a date. */
      readonly fechaHora: string | null;
      readonly signature: 'valid' | VerifyFault;
      /** The subject of the signer's certificate on one line; null if the signature is not valid. */
      readonly signer: string | null;
    }
  /** The answer does not say whether the buyer received our voucher. `other` means that it names another voucher. */
  | { readonly kind: 'unusable'; readonly reason: 'unreadable' | 'not-arecf' | 'no-verdict' | 'other' };

/** Far more than an acknowledgement needs: ours have 4 KB. */
const bytesMax = 64 * 1024;
const signerCharsMax = 300;

/** Never throws: bytes that it cannot read give `unusable`. */
export function readAcknowledgement(bytes: Uint8Array, expected: Acknowledged): Acknowledgement {
  if (bytes.length > bytesMax) return unusable('unreadable');
  const xml = unwrapped(textOf(bytes));
  const verified = verifyXml(xml, 'either');
  // Reads the signed content itself, so that nobody can sign one text and show another.
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

function textOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const utf16 = /^(\xff\xfe|<\0)/.test(head) ? 'utf-16le' : /^\xfe\xff/.test(head) ? 'utf-16be' : undefined;
  const declared = /^[^<]{0,3}<\?xml[^>]{0,100}encoding=["']([\w.-]{1,30})["']/i.exec(head)?.[1];
  // .NET's StringWriter always declares UTF-16, whatever encoding it sends. A declaration that is readable byte by byte is not UTF-16.
  const bytewise = declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
  try {
    return new TextDecoder(utf16 ?? bytewise).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** ASP.NET wraps a text into JSON or into a `<string>` element, unless its author prevents that. */
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

/** The texts of the elements outside the signature, by name in lower case. If two elements have the same name, the first one is used. */
function membersOf(xml: string): ReadonlyMap<string, string> | 'unreadable' | 'not-arecf' {
  const document = parseXml(xml);
  if (typeof document === 'string') return 'unreadable';
  if (nameOf(document.documentElement) !== 'arecf') return 'not-arecf';
  const members = new Map<string, string>();
  const pending: Element[] = [document.documentElement];
  for (let element = pending.shift(); element !== undefined; element = pending.shift()) {
    for (const child of elementsOf(element)) {
      const name = nameOf(child);
      if (name === 'signature') continue;
      pending.push(child);
      if (!members.has(name)) members.set(name, child.textContent.trim());
    }
  }
  return members;
}

function nameOf(element: Element): string {
  return (element.localName || element.nodeName).toLowerCase();
}

/** An RNC may be missing, but a wrong RNC means another voucher. */
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
