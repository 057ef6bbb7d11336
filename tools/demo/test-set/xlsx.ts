/** Writes .xlsx files. fflate packs them, so the reader meets a ZIP that is not our own. */
import { strToU8, zipSync } from 'fflate';

/** A text becomes a shared string, a number a numeric cell, `iso` a cell of a date in ISO 8601, and undefined no cell. */
export type SheetCell = string | number | { readonly iso: string } | undefined;

export interface SheetContent {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
}

export type Parts = Record<string, string>;

export const sharedStringsPart = 'xl/sharedStrings.xml';
export const workbookPart = 'xl/workbook.xml';
/** @param number from 1, in the order of the sheets */
export const sheetPart = (number: number) => `xl/worksheets/sheet${number}.xml`;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

export function xlsxOf(sheets: readonly SheetContent[]): Uint8Array {
  return packed(xlsxParts(sheets));
}

export function packed(parts: Parts): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

export function xlsxParts(sheets: readonly SheetContent[]): Parts {
  const strings = new Map<string, number>();
  const parts: Parts = {
    '[Content_Types].xml': contentTypesXml(sheets.length),
    '_rels/.rels': relationshipsXml([['officeDocument', 'xl/workbook.xml']]),
    [workbookPart]: `${declaration}<workbook ${main} xmlns:r="${relations}"><sheets>${sheets
      .map(
        ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  };
  sheets.forEach(({ rows }, index) => {
    const data = rows.map((cells, at) => rowXml(cells, at + 1, strings)).join('');
    parts[sheetPart(index + 1)] =
      `${declaration}<worksheet ${main}><sheetData>${data}</sheetData></worksheet>`;
  });
  const items = Array.from(strings.keys(), (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  parts[sharedStringsPart] =
    `${declaration}<sst ${main} count="${items.length}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  return parts;
}

/** Other programs do not open a file without it; our reader does not need it. */
function contentTypesXml(sheets: number): string {
  const type = (part: string, name: string) =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`;
  const relationshipType = 'application/vnd.openxmlformats-package.relationships+xml';
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
    `<Default Extension="rels" ContentType="${relationshipType}"/>`,
    type(workbookPart, 'sheet.main'),
    ...Array.from({ length: sheets }, (_, index) => type(sheetPart(index + 1), 'worksheet')),
    type(sharedStringsPart, 'sharedStrings'),
  ].join('')}</Types>`;
}

function relationshipsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageRelations}">${list.join('')}</Relationships>`;
}

function rowXml(cells: readonly SheetCell[], row: number, strings: Map<string, number>): string {
  const xml = cells.map((value, column) => {
    if (value === undefined) return '';
    const reference = `${letters(column)}${row}`;
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
    if (typeof value === 'object') return `<c r="${reference}" t="d"><v>${escaped(value.iso)}</v></c>`;
    const known = strings.get(value) ?? strings.size;
    strings.set(value, known);
    return `<c r="${reference}" t="s"><v>${known}</v></c>`;
  });
  return `<row r="${row}">${xml.join('')}</row>`;
}

/** Letters of a column, from 0. */
export function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${letters(Math.floor(column / 26) - 1)}${last}`;
}

/** A carriage return, and what looks like an escape, in the workbook's own way: XML would change a carriage return. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/\r/g, '_x000D_')
    .replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}
