/** The only writer of CSV. A spreadsheet must show every value as the service sent it, and run none of them as a formula. */
import { swapDay } from '../format.js';
import type { Days } from '../list-filters.js';
import { localMoment, numberForm, type Cell, type Table } from './table.js';

/** The name of a file: `131880681_production_2026-11-01_2026-11-30.csv`. Without any day it has no days. */
export function listFileName(
  parts: readonly (string | undefined)[],
  { desde, hasta }: Days,
  ending: 'csv' | 'xlsx',
): string {
  const days = desde === undefined && hasta === undefined ? [] : [desde ?? 'inicio', hasta ?? 'hoy'];
  return `${[...parts, ...days].filter((part) => part !== undefined).join('_')}.${ending}`;
}

export function csvText(rows: readonly (readonly Cell[])[]): string {
  // The byte order mark makes spreadsheets read the text as UTF-8.
  return `\uFEFF${rows.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

export function tableCsv({ heads, rows }: Table): string {
  return csvText([heads, ...rows]);
}

/** `yyyy-MM-dd HH:mm:ss` in Santo Domingo: spreadsheets read it alike in every language. */
export function csvMoment(iso: string): string {
  const [day, time] = localMoment(iso);
  return `${swapDay(day)} ${time}`;
}

export function cell(content: Cell): string {
  if (typeof content === 'string') return quoted(harmless(content));
  if ('code' in content) return quoted(asTyped(content.code));
  if ('day' in content) return quoted(swapDay(content.day));
  if ('moment' in content) return quoted(csvMoment(content.moment));
  const text = String(content.number);
  return numberForm.test(text) ? text : quoted(harmless(text));
}

/** An RNC of nine digits reads the same as a number. These codes come to no harm either: they begin with a letter, and no date does so. */
const plainCode = /^(?:[1-9]\d{8}|[BE]\d{10,12})?$/;

/**
 * A spreadsheet removes the zeros at the start of a cédula, and reads a security code such as 1E2345 as a number and
 * SEPT12 as a day. The apostrophe keeps it a text. A formula such as ="001" would teach people to run formulas.
 */
function asTyped(code: string): string {
  return plainCode.test(code) ? code : `'${harmless(code).replace(/^'/, '')}`;
}

/** A spreadsheet runs a cell that begins with one of these signs as a formula, and some do so with the other forms of the signs. */
const signs: ReadonlySet<string> = new Set('=+-@＝＋－＠﹦﹢﹣﹫−');
/** Whatever a spreadsheet may take as the end of a cell or of a line. */
const separators: ReadonlySet<string> = new Set(',;|\t\n\v\f\r\u0085\u2028\u2029');
/** Blanks, quotes and characters without a picture, which a spreadsheet leaves out before the first sign. */
const leftOut = /[\s\p{C}"]/u;

/**
 * Puts an apostrophe before each sign at which a spreadsheet may begin a cell. One that splits by `;` ends a cell in
 * the middle of our text, because quotes protect only the separator that it expects, so `ACME;=1+1` needs it there.
 */
function harmless(text: string): string {
  const characters = Array.from(text);
  let startsCell = true;
  let isAfterBlank = false;
  const written = characters.map((character, at) => {
    const isSign = signs.has(character);
    const standsAlone = /^\s?$/.test(characters[at + 1] ?? '');
    const needsApostrophe = isSign && (startsCell || (isAfterBlank && !standsAlone));
    const isLeftOut = leftOut.test(character);
    startsCell = separators.has(character) || (startsCell && isLeftOut);
    isAfterBlank = /\s/.test(character) || (isAfterBlank && isLeftOut);
    return needsApostrophe ? `'${character}` : character;
  });
  return written.join('');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
