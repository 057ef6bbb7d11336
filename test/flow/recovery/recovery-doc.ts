/** Reads docs/develop/recovery.md as tables: every row, with its lists split into items. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Row = Readonly<Record<string, string>>;

/** Rows of the table under a heading, by column name. @throws when there is no such table */
export function rowsUnder(heading: string): Row[] {
  const file = fileURLToPath(new URL('../../../docs/develop/recovery.md', import.meta.url));
  const text = readFileSync(file, 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  const lines = (section ?? '').split('\n').filter((line) => line.startsWith('|'));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`|`$/g, ''));
  const [head = '', , ...rows] = lines;
  if (rows.length === 0) throw new Error(`docs/develop/recovery.md has no table under "${heading}"`);
  return rows.map((line) => Object.fromEntries(cells(head).map((name, i) => [name, cells(line)[i] ?? ''])));
}

export function listOf(cell: string): string[] {
  return cell.split(',').map((one) => one.trim());
}

/** `kind: one, another` → `kind: one`, `kind: another`; `one, another` → both. */
export function answersOf(cell: string): string[] {
  const [kind = '', causes] = cell.split(':');
  return causes === undefined ? listOf(kind) : listOf(causes).map((cause) => `${kind}: ${cause}`);
}

const environments = { testecf: 'pre-certification', certecf: 'certification', ecf: 'production' } as const;
export type Amb = keyof typeof environments;

export function environmentsOf(cell: string): Amb[] {
  return cell === 'all' ? (Object.keys(environments) as Amb[]) : (listOf(cell) as Amb[]);
}

export function environmentOf(amb: Amb) {
  return environments[amb];
}
