/** CSV for a spreadsheet. */
import type { Days } from './list-filters.js';

/** The name of the file: `131880681_production_2026-11-01_2026-11-30.csv`. Without any day it has no days. */
export function csvName(parts: readonly (string | undefined)[], { desde, hasta }: Days): string {
  const days = desde === undefined && hasta === undefined ? [] : [desde ?? 'inicio', hasta ?? 'hoy'];
  return `${[...parts, ...days].filter((part) => part !== undefined).join('_')}.csv`;
}

/** @param rows the heads, and a line for each record */
export function csvText(rows: readonly (readonly string[])[]): string {
  // The byte order mark makes spreadsheets read the text as UTF-8.
  return `\uFEFF${rows.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

export function cell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
