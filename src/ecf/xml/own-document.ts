/**
 * What ARECF, ACECF and ANECF have in common: the service itself builds these documents from given values. It checks each
 * leaf against the catalogue, as in a voucher. The result is either faults or the XML.
 */
import { amountOf } from '../model/amounts.js';
import { buildDocument, type BuiltXml } from './build-xml.js';
import type { DecimalType } from '../catalogue/field-types.js';
import { checkValue, type Checked } from '../json/check-value.js';
import type { EcfNode } from '../model/ecf.js';
import { excerpt, memberPath, rejection, structureFault, type Fault } from '../model/fault.js';
import { shapeOf, type LeafMember, type Shape } from '../json/shape.js';

export type OwnDocument =
  | { readonly ok: true; readonly built: BuiltXml }
  /** At least one fault; paths are those of the XML, arrays zero-based. */
  | { readonly ok: false; readonly faults: readonly Fault[] };

export interface Leaves {
  /** Official names and texts, without the faulty leaves. */
  readonly node: EcfNode;
  readonly faults: readonly Fault[];
}

/** An answer to a voucher: one structure. Its Estado needs a reason if it is negative, and must have none otherwise. */
interface Answer {
  readonly kind: 'ARECF' | 'ACECF';
  readonly structure: string;
  readonly values: LeafValues;
  readonly negative: boolean;
  /** The field with the reason, and the faults if it is missing or should not be there. */
  readonly reason: string;
  readonly faults: Readonly<Record<'reasonMissing' | 'reasonExtra', { code: string; nombre: string }>>;
}

/** `fechaHora` as dates.ts writes it. */
export function buildAnswer(answer: Answer, fechaHora: string): OwnDocument {
  const { kind, structure, values, negative, reason } = answer;
  const path = `${kind}.${structure}`;
  const shape = shapeOf(kind).byName.get(structure)?.shape;
  if (shape === undefined) throw new Error(`The catalogue has no ${structure}`);
  const { node, faults } = checkLeaves({ Version: '1.0', ...values }, shape, path);
  const all = [...faults];
  if (negative !== (values[reason] !== undefined)) {
    const { code, nombre } = answer.faults[negative ? 'reasonMissing' : 'reasonExtra'];
    all.push(rejection(code, `${path}.${reason}`, nombre));
  }
  if (all.length > 0) return { ok: false, faults: all };
  return { ok: true, built: buildDocument(kind, { [structure]: node }, fechaHora) };
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
