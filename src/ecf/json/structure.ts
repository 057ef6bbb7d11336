/**
 * The structure check: a JSON value against the catalogue of its type. It finds every fault, in document order, and
 * returns the voucher with official names and order when an XML can be built from it.
 */
import { allowedValues, checkValue, expectedInstead, type Checked } from './check-value.js';
import type { Ecf, EcfNode, EcfValue } from '../model/ecf.js';
import { ecfTypeList, type EcfType } from '../model/ecf-types.js';
import { Gaps } from './gaps.js';
import { memberPath, rejection, structureFault, type Fault, type StructureFault } from '../model/fault.js';
import { repeats, shapeOf, type LeafMember, type Member, type Shape } from './shape.js';
import { UnknownFields } from './unknown-field.js';

export interface Structure {
  readonly faults: Fault[];
  /** Undefined when no XML can be built from the JSON. A text with a wrong value does not prevent the XML. */
  readonly ecf: Ecf | undefined;
  /** What the rules can read, even without an XML. Undefined when there is nothing to read or there are too many faults. */
  readonly readable: Ecf | undefined;
  /** The fields that are missing in `readable`, or that no rule can read. Undefined when there is no such field. */
  readonly gaps: Gaps | undefined;
}

/** At most `faultsMax` faults are collected. */
export function checkStructure(value: unknown, type: EcfType, faultsMax: number): Structure {
  const check = new Check(type, faultsMax);
  const root = check.object(value, shapeOf(type), 'ECF');
  const readable = root === undefined ? undefined : { type, root };
  return { faults: check.faults, ecf: check.shapeless ? undefined : readable, readable, gaps: check.gaps };
}

class Check {
  readonly faults: Fault[] = [];
  /** True when a value could not be read: leaving it out would build an XML that the client did not mean. */
  shapeless = false;
  gaps: Gaps | undefined;
  /** Path of the member just checked if it is a gap; `takeGap` returns and clears it. */
  private gap: string | undefined;

  private readonly unknown: UnknownFields;

  constructor(
    type: EcfType,
    private readonly faultsMax: number,
  ) {
    this.unknown = new UnknownFields(type);
  }

  object(value: unknown, shape: Shape, path: string): EcfNode | undefined {
    if (!isObject(value)) {
      this.unreadable('un objeto', value, path);
      return undefined;
    }
    const keys = Object.keys(value);
    if (keys.length === 0) {
      this.shapeless = true;
      this.gap = path;
      this.add(structureFault('tooFew', path));
      return undefined;
    }
    const node: Record<string, EcfValue> = {};
    for (const member of shape.members) {
      if (this.full) return undefined;
      const found = this.member(value, member, path);
      const gap = this.takeGap();
      if (gap !== undefined) {
        this.gaps ??= new Gaps();
        this.gaps.mark(node, member.name, gap, found);
      } else if (found !== undefined) node[member.name] = found;
    }
    for (const key of keys) {
      if (this.full) return undefined;
      if (shape.byName.has(key) || value[key] === undefined || isNoExpiry(key, value[key])) continue;
      this.add(
        shape.foreign.has(key)
          ? structureFault('notInThisType', memberPath(path, key))
          : structureFault('unknownField', memberPath(path, key), this.unknown.hint(key, shape)),
      );
    }
    return node;
  }

  private member(
    parent: Readonly<Record<string, unknown>>,
    member: Member,
    path: string,
  ): EcfValue | undefined {
    const contract = own(parent, member.jsonName);
    const official = member.jsonName === member.name ? undefined : own(parent, member.name);
    if (contract !== undefined && official !== undefined) {
      const detail = `Envíe solo ${member.jsonName} o solo ${member.name}.`;
      this.add(structureFault('bothSpellings', memberPath(path, member.name), detail));
    }
    const value = contract === undefined ? official : contract;
    // Most members are absent in most vouchers, so return before building their path.
    const mayBeLeftOut = !member.required || mayBeAbsent(member);
    if (value === undefined && mayBeLeftOut) return undefined;
    const campo = `${path}.${official !== undefined && contract === undefined ? member.name : member.jsonName}`;
    if (value === undefined) {
      this.gap = campo;
      this.add(structureFault('missing', campo, missingDetail(member)));
      return undefined;
    }
    if (repeats(member)) return this.list(value, member, member.max, campo);
    return this.single(value, member, campo);
  }

  private single(value: unknown, member: Member, campo: string): EcfValue | undefined {
    return member.type === undefined
      ? this.object(value, member.shape, campo)
      : this.leaf(value, member, campo);
  }

  private list(value: unknown, member: Member, max: number, campo: string): EcfValue | undefined {
    if (!Array.isArray(value)) {
      this.unreadable('una lista', value, campo);
      return undefined;
    }
    if (value.length === 0) {
      this.shapeless = true;
      this.gap = campo;
      this.add(structureFault('tooFew', campo));
      return undefined;
    }
    // If one item of a list is dropped, the whole list is a gap, because the items after it may have another index.
    let gap = value.length > max;
    if (gap) this.add(structureFault('tooMany', campo, `El máximo es ${max}; hay ${value.length}.`));
    const items: EcfValue[] = [];
    // Items beyond the limit are reported above and not checked, so that a long list costs no more than a full one.
    for (let index = 0; index < value.length && index < max; index++) {
      if (this.full) return undefined;
      const item = this.single(value[index], member, `${campo}[${index}]`);
      if (item !== undefined) items.push(item);
      gap = this.takeGap() !== undefined || gap;
    }
    this.gap = gap ? campo : undefined;
    return items.length === 0 ? undefined : items;
  }

  private leaf(value: unknown, member: LeafMember, campo: string): string | undefined {
    const { text, fault } = checkValue(value, member.type);
    if (fault === undefined) return text;
    if (text === undefined && fault.kind !== 'ofTheService') this.shapeless = true;
    if (text === undefined || unusable.has(fault.kind)) this.gap = campo;
    this.add(leafFault(fault, campo));
    return text;
  }

  private unreadable(expected: string, value: unknown, path: string): void {
    this.shapeless = true;
    this.gap = path;
    this.add(structureFault('wrongType', path, expectedInstead(expected, value)));
  }

  private takeGap(): string | undefined {
    const { gap } = this;
    this.gap = undefined;
    return gap;
  }

  private add(fault: Fault): void {
    if (!this.full) this.faults.push(fault);
  }

  private get full(): boolean {
    return this.faults.length >= this.faultsMax;
  }
}

/** FechaHoraFirma is set when signing. A structure with `whenAbsent`, such as Comprador, gets a default in the XML. */
function mayBeAbsent(member: Member): boolean {
  return member.type === undefined ? member.whenAbsent !== undefined : member.type.kind === 'signingTime';
}

/**
 * `next` answers `sequenceExpiresOn: null` for the types without an expiry (32 and 34). A client that copies this null into
 * FechaVencimientoSecuencia says the same as one that leaves the field out.
 */
function isNoExpiry(name: string, value: unknown): boolean {
  return name === 'FechaVencimientoSecuencia' && value === null;
}

function missingDetail({ jsonName, label, type }: Member): string {
  const values = type === undefined ? undefined : allowedValues(type);
  const named = label === jsonName ? label : `${jsonName}: ${label}`;
  return values === undefined ? `${named}.` : `${named}. Valores: ${values}.`;
}

/** A value with such a fault can be shown, but the rules must not compute with it. */
const unusable: ReadonlySet<string> = new Set<StructureFault>(['notInTable', 'numberRange']);

function leafFault({ kind, detail }: NonNullable<Checked['fault']>, campo: string): Fault {
  if (kind === 'encf') {
    const form = 'la letra E, dos dígitos de tipo y diez de secuencia desde el 1, por ejemplo E310000000001';
    return rejection('ENCF_INVALID', campo, `El e-NCF lleva ${form}. ${detail}`);
  }
  if (kind !== 'tipoEcf') return structureFault(kind, campo, detail);
  const expected = `TipoeCF debe ser uno de ${ecfTypeList.join(', ')}.`;
  return rejection('ECF_TYPE_INVALID', campo, `${expected} ${detail}`);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a member that was sent; never one inherited from the prototype. */
export function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function member(value: unknown, name: string): unknown {
  return isObject(value) ? own(value, name) : undefined;
}
