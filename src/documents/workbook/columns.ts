/**
 * From a header of DGII's workbook to a field of the catalogue. A header is the field's name and one index, from 1, for each structure
 * around it that repeats: `MontoTotal`, `NombreItem[3]`, `TipoCodigo[3][1]`. Letter case does not matter, because the workbook writes
 * `ENCF` and `MontosubRecargo`; neither do blanks around a header, because it writes `NumeroContenedor `.
 */
import type { DocumentKind } from '../../ecf/catalogue/document-kind.js';
import { documentEntry } from '../../ecf/catalogue/documents.js';
import type { GroupEntry } from '../../ecf/catalogue/entries.js';

export interface Step {
  readonly name: string;
  /** From 1; always 1 for what does not repeat. */
  readonly index: number;
}

/** Undefined: the header names no field. */
export type FindColumn = (header: string) => readonly Step[] | undefined;

/** The workbook's own name for a field whose name another field has too. */
const ownNames: Readonly<Record<string, string>> = {
  'DescuentosORecargos.DescuentoORecargo.NumeroLinea': 'NumeroLineaDoR',
};

/** The workbook has one repetition of this structure, and leaves its index out. */
const oftenWithoutIndex = 'Subtotal';

interface Field {
  readonly path: readonly { readonly name: string; readonly repeats: boolean }[];
}

/** `kind`: for vouchers one type stands for all, because all types share one catalogue. */
export function columnsOf(kind: DocumentKind): FindColumn {
  const fields = new Map<string, Field>();
  collect(documentEntry(kind).root, [], fields);
  return (header) => {
    const [, name = '', indexText = ''] = /^([^[\]]+)((?:\[[1-9]\d{0,4}\]){0,3})$/.exec(header.trim()) ?? [];
    const indexes = Array.from(indexText.matchAll(/\d+/g), ([digits]) => Number(digits));
    const field = fields.get(keyOf(name, indexes.length));
    let next = 0;
    return field?.path.map((step) => ({ name: step.name, index: step.repeats ? (indexes[next++] ?? 1) : 1 }));
  };
}

function collect(group: GroupEntry, path: Field['path'], fields: Map<string, Field>): void {
  for (const entry of group.members) {
    const here = [...path, { name: entry.name, repeats: entry.max !== undefined }];
    if (entry.kind === 'group') {
      collect(entry, here, fields);
      continue;
    }
    const name = ownNames[here.map((step) => step.name).join('.')] ?? entry.name;
    const depth = here.filter(({ repeats }) => repeats).length;
    add(keyOf(name, depth), { path: here }, fields);
    if (path.at(-1)?.name === oftenWithoutIndex) add(keyOf(name, 0), { path: here }, fields);
  }
}

function add(key: string, field: Field, fields: Map<string, Field>): void {
  if (fields.has(key)) throw new Error(`Two fields of the catalogue have the header ${key}`);
  fields.set(key, field);
}

function keyOf(name: string, indexes: number): string {
  return `${name.trim().toLowerCase()}/${indexes}`;
}
