/** Walks through DER that node-forge has read. Each function throws if something is not where the standard has it. */
import forge from 'node-forge';

export const { asn1 } = forge;
export type Node = forge.asn1.Asn1;

export function read(der: Buffer): Node {
  return asn1.fromDer(der.toString('latin1'), { strict: true, decodeBitStrings: false } as never);
}

export function members(node: Node): readonly Node[] {
  if (!Array.isArray(node.value)) throw new Error('Not a sequence');
  return node.value;
}

export function bytesOf(node: Node | undefined): Buffer {
  if (typeof node?.value !== 'string') throw new Error('Not a value');
  return Buffer.from(node.value, 'latin1');
}

export function oidOf(node: Node | undefined): string {
  return asn1.derToOid(forge.util.createBuffer(bytesOf(node).toString('latin1')));
}

export function derOf(node: Node): Buffer {
  return Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
}

export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A member is missing');
  return value;
}

export function isUniversal({ tagClass, type }: Node, ...types: readonly forge.asn1.Type[]): boolean {
  return tagClass === asn1.Class.UNIVERSAL && types.includes(type);
}

/** A member with a tag of its own, such as `[0]`. */
export function tagged(nodes: readonly Node[], tag: number): Node | undefined {
  return nodes.find(
    ({ tagClass, type }) => tagClass === asn1.Class.CONTEXT_SPECIFIC && (type as number) === tag,
  );
}

/** The content of an extension of a certificate or CRL. Undefined: there is no such extension. */
export function extensionOf(extensions: Node | undefined, oid: string): Node | undefined {
  if (extensions === undefined) return undefined;
  const found = members(present(members(extensions)[0]))
    .map(members)
    .find(([name]) => oidOf(name) === oid);
  // A boolean may lie between the name and the content: whether the extension is critical.
  return found === undefined ? undefined : read(bytesOf(found.at(-1)));
}
