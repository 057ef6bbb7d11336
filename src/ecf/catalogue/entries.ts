/**
 * How the catalogue is written. An occurrence column has one character per type of e-CF, in the order
 * 31 32 33 34 41 43 44 45 46 47: `1` obligatory, `2` optional in the XSD but obligatory under a condition (DGII's code 2),
 * `?` optional, `-` does not exist in that type. The columns of documents other than the e-CF have one character.
 */
import type { DocumentKind } from './document-kind.js';
import type { FieldType, PerType } from './field-types.js';

interface Entry {
  readonly name: string;
  readonly occurs: string;
  /** Short Spanish label for messages and API documentation. */
  readonly label: string;
  /** The contract's JSON name, if different; the official name is accepted too. */
  readonly alias?: string;
  /** Spanish, after "obligatorio si": the condition of the columns with `2` (Formato e-CF v1.0 p.5). */
  readonly when?: string | PerType<string>;
  /** The most repetitions. If present, JSON has an array. */
  readonly max?: number | PerType<number>;
}

export interface FieldEntry extends Entry {
  readonly kind: 'field';
  readonly type: FieldType | PerType<FieldType>;
}

export interface GroupEntry extends Entry {
  readonly kind: 'group';
  readonly members: readonly CatalogueEntry[];
  /** What the XML contains when JSON leaves out a structure that the XSD requires. */
  readonly whenAbsent?: Readonly<Partial<Record<DocumentKind, Readonly<Record<string, string>>>>>;
}

export type CatalogueEntry = FieldEntry | GroupEntry;

type Options<T extends Entry> = Pick<Partial<T>, 'alias' | 'max' | 'when'>;

// eslint-disable-next-line max-params -- the catalogue is a table: a field is one row, and the arguments are its columns
export function field(
  name: string,
  occurs: string,
  type: FieldEntry['type'],
  label: string,
  options: Options<FieldEntry> = {},
): FieldEntry {
  return { kind: 'field', name, occurs, type, label, ...options };
}

/** The options come with the label, so that a reader sees them before the members. */
export function group(
  name: string,
  occurs: string,
  about: string | ({ label: string } & Options<GroupEntry> & Pick<GroupEntry, 'whenAbsent'>),
  members: readonly CatalogueEntry[],
): GroupEntry {
  const { label, ...options } = typeof about === 'string' ? { label: about } : about;
  return { kind: 'group', name, occurs, label, members, ...options };
}
