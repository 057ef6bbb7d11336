/**
 * The normal form of a voucher: the contract's JSON with official names, in the catalogue's order, decimals without
 * trailing zeros. The same content always has the same normal form, whatever spelling and order the client used. Its
 * SHA-256 is the content hash. The ledger keeps the normal form, and the XML is built from it later.
 */
import { isJsonNumber } from '../catalogue/field-types.js';
import { decimalText } from '../model/amounts.js';
import type { Ecf, EcfNode, EcfValue } from '../model/ecf.js';
import { parseEcfType } from '../model/ecf-types.js';
import { repeats, shapeOf, type Member, type Shape } from './shape.js';

export function normalise(ecf: Ecf): string {
  return `{"ECF":${objectText(ecf.root, shapeOf(ecf.type))}}`;
}

function objectText(node: EcfNode, shape: Shape): string {
  const parts: string[] = [];
  for (const member of shape.members) {
    const value = node[member.name];
    if (value !== undefined) parts.push(`"${member.name}":${valueText(value, member)}`);
  }
  return `{${parts.join(',')}}`;
}

function valueText(value: EcfValue, member: Member): string {
  if (!repeats(member)) return singleText(value, member);
  return `[${(value as readonly EcfValue[]).map((item) => singleText(item, member)).join(',')}]`;
}

function singleText(value: EcfValue, member: Member): string {
  if (member.type === undefined) return objectText(value as EcfNode, member.shape);
  return isJsonNumber(member.type) ? (value as string) : JSON.stringify(value);
}

/**
 * Reads a normal form without validating it again, so an admitted voucher builds the same XML even after the catalogue
 * became stricter. Throws when the text is not a normal form: the ledger is then damaged.
 */
export function parseNormalised(text: string): Ecf {
  const root = (toNode(JSON.parse(text)) as EcfNode | undefined)?.['ECF'];
  const tipo = (
    ((root as EcfNode | undefined)?.['Encabezado'] as EcfNode | undefined)?.['IdDoc'] as EcfNode | undefined
  )?.['TipoeCF'];
  const type = parseEcfType(tipo);
  if (root === undefined || type === undefined) throw new Error('The normal form of a voucher is damaged');
  return { type, root: root as EcfNode };
}

function toNode(value: unknown): EcfValue {
  if (typeof value === 'number') return decimalText(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toNode);
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, toNode(member)]));
}
