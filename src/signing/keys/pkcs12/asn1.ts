/** Reads BER, the encoding of PKCS#12 files, with node-forge. Throws OpenError for anything unexpected. */
import forge from 'node-forge';
import { unreadable } from '../open-fault.js';

export type Node = forge.asn1.Asn1;

const { Class, Type } = forge.asn1;

/**
 * Strict: a value that was cut off is refused. forge's types know only the older form of its options.
 */
const options = { strict: true, parseAllBytes: false, decodeBitStrings: false } as unknown as boolean;

/** Reads the first value. What comes after it (a line feed, padding of a copied file) does not count. */
export function readBer(bytes: Uint8Array): Node {
  try {
    return forge.asn1.fromDer(Buffer.from(bytes).toString('latin1'), options);
  } catch {
    throw unreadable();
  }
}

export function derOf(node: Node): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
}

export function childrenOf(node: Node | undefined): readonly Node[] {
  if (!Array.isArray(node?.value)) throw unreadable();
  return node.value;
}

/** The bytes of a text or octet string. With an indefinite length they come in pieces. */
export function octetsOf(node: Node | undefined): Buffer {
  if (node === undefined) throw unreadable();
  if (Array.isArray(node.value)) return Buffer.concat(node.value.map(octetsOf));
  return Buffer.from(node.value, 'latin1');
}

export function oidOf(node: Node | undefined): string {
  if (node?.type !== Type.OID || typeof node.value !== 'string') throw unreadable();
  return forge.asn1.derToOid(node.value);
}

export function isInteger(node: Node | undefined): boolean {
  return node?.tagClass === Class.UNIVERSAL && node.type === Type.INTEGER;
}

/** Numbers of a PKCS#12 file are versions, rounds and sizes. No useful one takes more bytes; `Infinity` stands for those that do. */
const integerBytesMax = 6;

export function countOf(node: Node | undefined): number {
  if (!isInteger(node)) throw unreadable();
  const bytes = octetsOf(node);
  if (bytes.length > integerBytesMax) return Infinity;
  const count = bytes.length === 0 ? 0 : bytes.readIntBE(0, bytes.length);
  if (count < 1) throw unreadable();
  return count;
}

export function algorithmOf(node: Node | undefined): { readonly oid: string; readonly params?: Node } {
  const [id, params] = childrenOf(node);
  return { oid: oidOf(id), ...(params && { params }) };
}

/** The name of an algorithm that people search for, with its OID. */
export function nameOf(oid: string): string {
  const name = (forge.pki.oids as Readonly<Record<string, string | undefined>>)[oid];
  return name === undefined ? `el algoritmo ${oid}` : `${name} (${oid})`;
}
