/** CSV for a spreadsheet, which must show every value as the service sent it. */
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import { swapDay } from './format.js';
import type { Days } from './list-filters.js';

/** The name of the file: `131880681_production_2026-11-01_2026-11-30.csv`. Without any day it has no days. */
export function csvName(parts: readonly (string | undefined)[], { desde, hasta }: Days): string {
  const days = desde === undefined && hasta === undefined ? [] : [desde ?? 'inicio', hasta ?? 'hoy'];
  return `${[...parts, ...days].filter((part) => part !== undefined).join('_')}.csv`;
}

/** A text, a number or a day; or a code: an RNC, a cédula, an NCF or a security code. */
type Cell = string | { readonly code: string };

/** @param rows the heads, and a line for each record */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  // The byte order mark makes spreadsheets read the text as UTF-8.
  return `\uFEFF${rows.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** `yyyy-MM-dd HH:mm:ss` in Santo Domingo: spreadsheets read it alike in every language. */
export function csvMoment(iso: string): string {
  const [day = '', time] = fechaHoraFirma(Date.parse(iso)).split(' ');
  return `${swapDay(day)} ${time}`;
}

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** Nothing here can end the text within a formula. A code with any other character is written as a text. */
const harmlessCode = /^[A-Za-z\d+/=]+$/;

export function cell(content: Cell): string {
  if (typeof content === 'string') return quoted(formulaStart.test(content) ? `'${content}` : content);
  const { code } = content;
  // As a formula, because a spreadsheet removes the zeros at the start of a bare cédula, and takes a code such as 1E2345 for a number.
  return harmlessCode.test(code) ? quoted(`="${code}"`) : cell(code);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
