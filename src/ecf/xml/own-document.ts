/**
 * What ARECF, ACECF and ANECF have in common: the service itself builds these documents from given values. It checks each
 * leaf against the catalogue, as in a voucher. The result is either faults or the XML.
 */
import { amountOf } from '../model/amounts.js';
import type { BuiltXml } from './build-xml.js';
import type { DecimalType } from '../catalogue/field-types.js';
import { checkValue, type Checked } from '../json/check-value.js';
import type { EcfNode } from '../model/ecf.js';
import { excerpt, memberPath, structureFault, type Fault } from '../model/fault.js';
import type { LeafMember, Shape } from '../json/shape.js';

export type OwnDocument =
  | { readonly ok: true; readonly built: BuiltXml }
  /** At least one fault; paths are those of the XML, arrays zero-based. */
  | { readonly ok: false; readonly faults: readonly Fault[] };

export interface Leaves {
  /** Official names and texts, without the faulty leaves. */
  readonly node: EcfNode;
  readonly faults: readonly Fault[];
}

/** Codes are numbers, as in a voucher's JSON; amounts are decimal texts; undefined means left out. */
export type LeafValues = Readonly<Record<string, string | number | undefined>>;

/** Checks the leaves of one structure. It skips signing times, which the builder fills in, and inner structures. */
export function checkLeaves(values: LeafValues, shape: Shape, path: string): Leaves {
  const node: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const member of shape.members) {
    if (member.type === undefined || member.type.kind === 'signingTime') continue;
    const value = values[member.name];
    if (value === undefined && !member.required) continue;
    const { text, fault } = checkLeaf(value, member);
    if (fault !== undefined) faults.push(faultOf(fault, memberPath(path, member.name)));
    else if (text !== undefined) node[member.name] = text;
  }
  return { node, faults };
}

function checkLeaf(value: string | number | undefined, { name, label, type }: LeafMember): Checked {
  if (value === undefined)
    return { text: undefined, fault: { kind: 'missing', detail: `${name}: ${label}.` } };
  return type.kind === 'decimal' && typeof value === 'string'
    ? checkAmount(value, type)
    : checkValue(value, type);
}

/** An amount as in the XML of a voucher: no sign, no exponent, and no more digits than the type allows. */
function checkAmount(text: string, { integers, decimals }: DecimalType): Checked {
  const [, whole = '', fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole !== '' && whole.length <= integers && fraction.length <= decimals)
    return { text: amountOf(text).toFixed() };
  const detail = `Se esperaba un monto de hasta ${integers} enteros y ${decimals} decimales; se recibió «${excerpt(text)}».`;
  return { text: undefined, fault: { kind: 'numberFormat', detail } };
}

function faultOf({ kind, detail }: NonNullable<Checked['fault']>, campo: string): Fault {
  if (kind === 'encf')
    return rejection('ENCF_INVALID', campo, `El e-NCF no tiene la forma esperada. ${detail}`);
  if (kind === 'tipoEcf') return rejection('ECF_TYPE_INVALID', campo, `El tipo de e-CF no existe. ${detail}`);
  return structureFault(kind, campo, detail);
}

/** The severity is always `rechazo`: the recipient refuses such a document for any fault. */
export function rejection(code: string, campo: string, mensaje: string): Fault {
  return { code, campo, mensaje, severidad: 'rechazo' };
}
