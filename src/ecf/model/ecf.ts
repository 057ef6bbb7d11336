/**
 * A voucher after the structure check: official names only, members in the catalogue's order, every leaf as
 * text (decimals without trailing zeros). validate.ts and normalise.ts make it; the XML builder and the rules read it.
 */
import type { EcfType } from './ecf-types.js';

export type EcfValue = string | EcfNode | readonly EcfValue[];

export interface EcfNode {
  readonly [name: string]: EcfValue;
}

export interface Ecf {
  readonly type: EcfType;
  readonly root: EcfNode;
}

export function nodeAt(node: EcfNode | undefined, name: string): EcfNode | undefined {
  const value = node?.[name];
  return value === undefined || typeof value === 'string' || Array.isArray(value)
    ? undefined
    : (value as EcfNode);
}

export function textAt(node: EcfNode | undefined, name: string): string | undefined {
  const value = node?.[name];
  return typeof value === 'string' ? value : undefined;
}

export function nodesAt(node: EcfNode | undefined, name: string): readonly EcfNode[] {
  const value = node?.[name];
  return Array.isArray(value) ? (value as readonly EcfNode[]) : [];
}
