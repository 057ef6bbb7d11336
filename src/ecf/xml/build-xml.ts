/**
 * Builds the XML of a voucher or another document, without Signature. One pass writes the two forms that signing needs.
 * Both are compact: no blanks between elements, no empty elements, no attributes or namespaces. Elements are in the
 * catalogue's order.
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

class Writer {
  wire = '';
  canonical = '';

  constructor(private readonly signingTime: string) {}

  members(node: EcfNode, shape: Shape): void {
    for (const member of shape.members) {
      const value = node[member.name] ?? this.absent(member);
      if (value === undefined) continue;
      if (!repeats(member)) this.element(value, member);
      else for (const item of value as readonly EcfValue[]) this.element(item, member);
    }
  }

  raw(wire: string, canonical = wire): void {
    this.wire += wire;
    this.canonical += canonical;
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
    const text = member.type.kind === 'decimal' ? moneyText(value as string) : (value as string);
    if (special.test(text)) this.raw(open + escapeWire(text) + close, open + escapeCanonical(text) + close);
    else this.raw(open + text + close);
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

function escapeWire(text: string): string {
  return text.replace(/[&<>"'\r©€®]/g, (character) => wireReferences[character] ?? character);
}

function escapeCanonical(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => canonicalReferences[character] ?? character);
}
