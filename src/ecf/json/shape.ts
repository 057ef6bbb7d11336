/** The catalogue for one kind of document, e.g. one type of e-CF. Its columns are resolved, and one step finds a member by name. */
import { isEcfType, type DocumentKind } from '../catalogue/document-kind.js';
import { documentEntry } from '../catalogue/documents.js';
import type { CatalogueEntry, GroupEntry } from '../catalogue/entries.js';
import { ecfTypeList } from '../model/ecf-types.js';
import type { FieldType, PerType } from '../catalogue/field-types.js';

export interface Shape {
  /** In the XML's order. */
  readonly members: readonly Member[];
  /** By JSON name, both spellings. */
  readonly byName: ReadonlyMap<string, Member>;
  /** Names that other types have here, but this type does not. */
  readonly foreign: ReadonlySet<string>;
}

interface MemberBase {
  readonly name: string;
  /** The contract's spelling in JSON: the alias, if there is one. */
  readonly jsonName: string;
  readonly label: string;
  /** Made once, not once per line: making these texts again took most of the time of a large voucher. */
  readonly tags: { readonly open: string; readonly close: string };
  readonly order: number;
  readonly required: boolean;
  /** Spanish: when the format requires this although the XSD does not. Undefined: never. */
  readonly when: string | undefined;
  /** Undefined: at most one, and JSON has no array. */
  readonly max: number | undefined;
}

export interface LeafMember extends MemberBase {
  readonly type: FieldType;
  readonly shape?: never;
}

export interface GroupMember extends MemberBase {
  readonly shape: Shape;
  readonly whenAbsent: Readonly<Record<string, string>> | undefined;
  readonly type?: never;
}

export type Member = LeafMember | GroupMember;

const shapes = new Map<DocumentKind, Shape>();

export function shapeOf(kind: DocumentKind): Shape {
  const known = shapes.get(kind);
  if (known !== undefined) return known;
  const { root, column } = documentEntry(kind);
  const shape = resolve(root, kind, column);
  shapes.set(kind, shape);
  return shape;
}

/** Undefined: this kind of document does not have it. */
export function memberAt(kind: DocumentKind, path: readonly string[]): Member | undefined {
  let shape: Shape | undefined = shapeOf(kind);
  let member: Member | undefined;
  for (const name of path) {
    member = shape?.byName.get(name);
    shape = member?.shape;
  }
  return member;
}

let namesKnown: ReadonlySet<string> | undefined;

export function voucherNames(): ReadonlySet<string> {
  if (namesKnown !== undefined) return namesKnown;
  const names = new Set(['ECF']);
  const add = ({ members, byName, foreign }: Shape) => {
    for (const name of [...byName.keys(), ...foreign]) names.add(name);
    for (const { shape } of members) if (shape !== undefined) add(shape);
  };
  for (const type of ecfTypeList) add(shapeOf(type));
  namesKnown = names;
  return names;
}

export function repeats(member: Member): member is Member & { readonly max: number } {
  return member.max !== undefined;
}

function resolve(group: GroupEntry, kind: DocumentKind, column: number): Shape {
  const present = group.members.filter((entry) => entry.occurs[column] !== '-');
  const members = present.map((entry, order) => resolveMember(entry, kind, column, order));
  const byName = new Map<string, Member>();
  for (const member of members) {
    byName.set(member.name, member);
    byName.set(member.jsonName, member);
  }
  const foreign = new Set(
    group.members.filter((entry) => entry.occurs[column] === '-').map((entry) => entry.name),
  );
  return { members, byName, foreign };
}

function resolveMember(entry: CatalogueEntry, kind: DocumentKind, column: number, order: number): Member {
  const base: MemberBase = {
    name: entry.name,
    jsonName: entry.alias ?? entry.name,
    label: entry.label,
    tags: { open: `<${entry.name}>`, close: `</${entry.name}>` },
    order,
    required: entry.occurs[column] === '1',
    when: entry.when !== undefined && entry.occurs[column] === '2' ? pick(entry.when, kind) : undefined,
    max: entry.max === undefined ? undefined : pick(entry.max, kind),
  };
  return entry.kind === 'field'
    ? { ...base, type: pick(entry.type, kind) }
    : { ...base, shape: resolve(entry, kind, column), whenAbsent: entry.whenAbsent?.[kind] };
}

/** Unknown ones come last. */
export function inFormatOrder<T>(members: Readonly<Record<string, T>>, { byName }: Shape): [string, T][] {
  const order = (name: string) => byName.get(name)?.order ?? Number.MAX_SAFE_INTEGER;
  return Object.entries(members).sort(([a], [b]) => order(a) - order(b));
}

function pick<T>(value: T | PerType<T>, kind: DocumentKind): T {
  if (!isPerType(value)) return value;
  return (isEcfType(kind) ? value.types[kind] : undefined) ?? value.otherwise;
}

function isPerType<T>(value: T | PerType<T>): value is PerType<T> {
  return typeof value === 'object' && value !== null && 'otherwise' in value;
}
