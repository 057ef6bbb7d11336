/** A sheet as a table: its first row has the headers, each other row one document. */
import { excerpt } from '../../ecf/model/fault.js';
import type { FindColumn, Step } from './columns.js';
import type { Faults } from './faults.js';
import { cellName, type Cell, type SheetRow } from './xlsx/sheet.js';
import type { Sheet } from './xlsx/workbook.js';

export interface Value {
  readonly path: readonly Step[];
  readonly header: string;
  readonly cell: Cell;
  /** The cell's sheet and name, such as `ECF!AB7`. */
  readonly at: string;
}

export interface TableRow {
  readonly row: number;
  /** In the order of the columns. Absent fields are left out. */
  readonly values: readonly Value[];
  find(name: string): Value | undefined;
  /** Where the field would be: its cell, or the row's first one when the sheet has no such column. */
  at(name: string): string;
}

export const caseColumn = 'CasoPrueba';
const casePath: readonly Step[] = [{ name: caseColumn, index: 1 }];

/** How the workbook of step 2 writes an absent field. The one of step 3 has a blank cell. */
const absent = '#e';

interface Header {
  readonly text: string;
  readonly path: readonly Step[] | undefined;
}

/** Reports headers that no field has, and two headers of one field, if there are values below. */
export function readTable(sheet: Sheet, find: FindColumn, faults: Faults): readonly TableRow[] {
  const [first, ...others] = sheet.rows;
  const headers = new Map<number, Header>();
  for (const { column, text } of first?.cells ?? []) {
    const isCase = text.trim().toLowerCase() === caseColumn.toLowerCase();
    headers.set(column, { text: text.trim(), path: isCase ? casePath : find(text) });
  }
  const columns = new Map(Array.from(headers, ([column, { path }]) => [path?.at(-1)?.name, column]));
  const rows = others.map(({ row, cells }) => ({ row, cells: cells.filter(isPresent) }));
  reportUnknown(sheet.name, rows, headers, faults);
  return rows
    .map((row) => {
      const values = valuesOf(sheet.name, row, headers, faults);
      const byName = new Map(values.map((value) => [value.path.at(-1)?.name, value]));
      return {
        row: row.row,
        values,
        find: (name: string) => byName.get(name),
        at: (name: string) => byName.get(name)?.at ?? cellName(sheet.name, columns.get(name) ?? 0, row.row),
      };
    })
    .filter(({ values }) => values.length > 0);
}

function isPresent({ text }: Cell): boolean {
  const trimmed = text.trim();
  return trimmed !== '' && trimmed.toLowerCase() !== absent;
}

function reportUnknown(
  sheet: string,
  rows: readonly SheetRow[],
  headers: ReadonlyMap<number, Header>,
  faults: Faults,
): void {
  const reported = new Set<number>();
  for (const { row, cells } of rows) {
    for (const { column } of cells) {
      const header = headers.get(column);
      if (header?.path !== undefined || reported.has(column)) continue;
      reported.add(column);
      const detail =
        header === undefined ? 'La columna no tiene encabezado.' : `Encabezado: «${excerpt(header.text)}».`;
      faults.add('HEADER_UNKNOWN', cellName(sheet, column, row), detail);
    }
  }
}

function valuesOf(
  sheet: string,
  { row, cells }: SheetRow,
  headers: ReadonlyMap<number, Header>,
  faults: Faults,
): Value[] {
  const values = new Map<string, Value>();
  for (const cell of cells) {
    const { text, path } = headers.get(cell.column) ?? {};
    if (text === undefined || path === undefined) continue;
    const at = cellName(sheet, cell.column, row);
    const key = path.map(({ name, index }) => `${name}[${index}]`).join('.');
    const earlier = values.get(key);
    if (earlier === undefined) values.set(key, { path, header: text, cell, at });
    else faults.add('HEADER_DUPLICATE', at, `${excerpt(text)} ya tiene un valor en ${earlier.at}.`);
  }
  return [...values.values()];
}

interface NamedRow {
  readonly key: string;
  readonly encf: string;
  readonly encfAt: string;
  readonly row: number;
}

export function reportRepeated(rows: readonly NamedRow[], faults: Faults): void {
  const seen = new Map<string, number>();
  for (const { key, encf, encfAt, row } of rows) {
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row);
    else faults.add('ROW_DUPLICATE', encfAt, `${excerpt(encf)} ya está en la fila ${earlier}.`);
  }
}
