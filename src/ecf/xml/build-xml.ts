/**
 * Builds the XML of a voucher or another document, without Signature. One pass writes the two forms that signing needs. Both are compact:
 * no blanks between elements, no empty elements, no attributes or namespaces.
 */
import { moneyText } from '../model/amounts.js';
import type { DocumentKind } from '../catalogue/document-kind.js';
import { documentEntry } from '../catalogue/documents.js';
import type { Ecf, EcfNode, EcfValue } from '../model/ecf.js';
import { repeats, shapeOf, type Member, type Shape } from '../json/shape.js';

export interface BuiltXml {
  /** XML declaration, then the compact root element, escaped as DGII asks. */
  readonly wire: string;
  /** Inclusive Canonical XML 1.0 of the root element. */
  readonly canonical: string;
  readonly rootName: string;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** `fechaHoraFirma` as dates.ts writes it. */
export function buildXml(ecf: Ecf, fechaHoraFirma: string): BuiltXml {
  return buildDocument(ecf.type, ecf.root, fechaHoraFirma);
}

/** `root` has the members of the root element. `signingTime`, as dates.ts writes it, fills the signing time if there is one. */
export function buildDocument(kind: DocumentKind, root: EcfNode, signingTime: string): BuiltXml {
  const rootName = documentEntry(kind).root.name;
  const writer = new Writer(signingTime);
  writer.raw(`${xmlDeclaration}<${rootName}>`, `<${rootName}>`);
  writer.members(root, shapeOf(kind));
  writer.raw(`</${rootName}>`);
  return { wire: writer.wire, canonical: writer.canonical, rootName };
}

/**
 * Throws unless the canonical text is one root element without attributes. A namespace on the root would also be in scope in
 * SignedInfo and would change its canonical form.
 */
export function assertPlainRoot({ canonical, rootName }: Pick<BuiltXml, 'canonical' | 'rootName'>): void {
  if (!canonical.startsWith(`<${rootName}>`) || !canonical.endsWith(`</${rootName}>`))
    throw new Error('The canonical text must be one root element without attributes');
}

/** The bytes of the XML that `buildXml` would build, without building it: escaped texts make it several times larger than the JSON. */
export function xmlBytesOf(ecf: Ecf, fechaHoraFirma: string): number {
  const rootName = documentEntry(ecf.type).root.name;
  const counter = new Counter(fechaHoraFirma);
  counter.raw(`${xmlDeclaration}<${rootName}></${rootName}>`);
  counter.members(ecf.root, shapeOf(ecf.type));
  return counter.bytes;
}

abstract class Walker {
  constructor(private readonly signingTime: string) {}

  /** Takes text without special characters. */
  abstract raw(text: string): void;
  protected abstract leaf(open: string, text: string, close: string): void;

  members(node: EcfNode, shape: Shape): void {
    for (const member of shape.members) {
      const value = node[member.name] ?? this.absent(member);
      if (value === undefined) continue;
      if (!repeats(member)) this.element(value, member);
      else for (const item of value as readonly EcfValue[]) this.element(item, member);
    }
  }

  private absent(member: Member): EcfValue | undefined {
    if (member.type === undefined) return member.whenAbsent;
    return member.type.kind === 'signingTime' ? this.signingTime : undefined;
  }

  private element(value: EcfValue, member: Member): void {
    const { open, close } = member.tags;
    if (member.type === undefined) {
      this.raw(open);
      this.members(value as EcfNode, member.shape);
      this.raw(close);
      return;
    }
    this.leaf(open, member.type.kind === 'decimal' ? moneyText(value as string) : (value as string), close);
  }
}

class Writer extends Walker {
  wire = '';
  canonical = '';

  raw(wire: string, canonical = wire): void {
    this.wire += wire;
    this.canonical += canonical;
  }

  protected leaf(open: string, text: string, close: string): void {
    if (special.test(text)) this.raw(open + escapeWire(text) + close, open + escapeCanonical(text) + close);
    else this.raw(open + text + close);
  }
}

class Counter extends Walker {
  bytes = 0;

  raw(ascii: string): void {
    this.bytes += ascii.length;
  }

  protected leaf(open: string, text: string, close: string): void {
    this.bytes += open.length + close.length + (plainAscii.test(text) ? text.length : escapedBytes(text));
  }
}

const special = /[&<>"'\r©€®]/;

/** DGII wants these as references (notice of 03-04-2025); numeric ones need no DTD. A bare CR would be read as LF. */
const wireReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\r': '&#13;',
  '©': '&#169;',
  '€': '&#8364;',
  '®': '&#174;',
};

/** Canonical XML 1.0 §2.3, text nodes. */
const canonicalReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
};

/** One byte for each character, and nothing to escape. */
const plainAscii = /^[\t\n !#-%(-;=?-~]*$/;

function escapedBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80 || code === 0xa9 || code === 0xae || code === 0x20ac)
      bytes += wireReferences[text.charAt(at)]?.length ?? 1;
    else if (code < 0x800) bytes += 2;
    else bytes += 3;
    // A surrogate pair has four bytes in all.
    if (code >= 0xd800 && code <= 0xdfff) bytes -= 1;
  }
  return bytes;
}

function escapeWire(text: string): string {
  return text.replace(/[&<>"'\r©€®]/g, (character) => wireReferences[character] ?? character);
}

function escapeCanonical(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => canonicalReferences[character] ?? character);
}
