/**
 * Writes tables as an Excel file (Office Open XML, ECMA-376): a sheet each, with real numbers and days, its head frozen. It is loaded when a
 * person asks for such a file. A text is marked as text, in its cell and in the cell's format, so no spreadsheet runs it as a formula or
 * takes a code for a number, also after a person has edited it.
 */
import { strToU8, zipSync } from 'fflate';
import { dayMs } from '../../../ecf/durations.js';
import { localMoment, numberForm, type Cell, type Sum, type Table } from './table.js';

/** Places in `cellXfs` of the styles below. */
const styles = { text: 1, head: 2, amount: 3, whole: 4, day: 5, moment: 6, sum: 7 } as const;
type Style = keyof typeof styles;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const xlsxType = `${types}.sheet`;

export interface Sheet {
  /** People see it. No two sheets of a file have the same name. */
  readonly name: string;
  readonly table: Table;
}

export function xlsxOf(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const eachSheet = (xmlOf: (number: number, sheet: Sheet) => string) =>
    sheets.map((sheet, at) => xmlOf(at + 1, sheet)).join('');
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${eachSheet((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${eachSheet((number, { name }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${eachSheet((number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml,
    ...Object.fromEntries(
      sheets.map(({ table }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(table, at === 0)]),
    ),
  };
  const entries = Object.entries(files).map(([path, xml]) => [path, strToU8(`${declaration}${xml}`)]);
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** In the order of `styles`, after the one that every file has. 4, 1 and 49 are Excel's own `#,##0.00`, `0` and text. */
const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${[
  [0, 0],
  [49, 0],
  [49, 1],
  [4, 0],
  [1, 0],
  [164, 0],
  [165, 0],
  [4, 1],
]
  .map(
    ([format = 0, font = 0]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function sheetXml({ heads, rows, sums }: Table, isFirst: boolean): string {
  const last = `${columnAt(heads.length - 1)}${rows.length + 1}`;
  const widths = heads.map((head, at) => {
    const longest = rows.slice(0, measuredMax).reduce((most, row) => Math.max(most, widthOf(row[at])), 0);
    const width = Math.min(Math.max(longest, head.length) + 2, widthMax);
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  // An empty row keeps the sums out of the filter.
  const firstSum = rows.length + 3;
  const lines = [
    rowXml(
      1,
      heads.map((head, at) => textXml(`${columnAt(at)}1`, head, 'head')),
    ),
    ...rows.map((row, at) =>
      rowXml(
        at + 2,
        row.map((cell, column) => cellXml(`${columnAt(column)}${at + 2}`, cell)),
      ),
    ),
    ...sums.map(({ label, cells }, at) =>
      rowXml(firstSum + at, [
        textXml(`A${firstSum + at}`, label, 'head'),
        ...cells.map((sum) => sumXml(firstSum + at, sum)),
      ]),
    ),
  ];
  return `<worksheet xmlns="${main}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${lines.join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
}

/** Enough rows to guess how wide a column is. */
const measuredMax = 200;
const widthMax = 60;

function widthOf(cell: Cell | undefined): number {
  if (cell === undefined) return 0;
  if (typeof cell === 'string') return cell.length;
  if ('code' in cell) return cell.code.length;
  if ('moment' in cell) return 19;
  // With the commas that the format adds.
  return 'day' in cell ? 10 : String(cell.number).length + 3;
}

function rowXml(row: number, cells: readonly string[]): string {
  return `<row r="${row}">${cells.join('')}</row>`;
}

function cellXml(at: string, cell: Cell): string {
  if (typeof cell === 'string') return textXml(at, cell);
  if ('code' in cell) return textXml(at, cell.code);
  if ('day' in cell) return numberXml(at, daysSince1900(cell.day), 'day');
  if ('moment' in cell) return numberXml(at, serialOf(cell.moment), 'moment');
  const text = String(cell.number);
  if (!numberForm.test(text)) return textXml(at, text);
  return numberXml(at, text, text.includes('.') ? 'amount' : 'whole');
}

function numberXml(at: string, value: string | number, style: Style): string {
  return `<c r="${at}" s="${styles[style]}"><v>${value}</v></c>`;
}

function textXml(at: string, text: string, style: Style = 'text'): string {
  if (text === '') return '';
  return `<c r="${at}" s="${styles[style]}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function sumXml(row: number, { column, value, formula }: Sum): string {
  return `<c r="${column}${row}" s="${styles.sum}"><f>${escaped(formula)}</f><v>${value}</v></c>`;
}

/** Excel counts days from the end of 1899, with a day in 1900 that never was. */
const day1970 = 25_569;

function daysSince1900(day: string): number {
  const [date = 0, month = 0, year = 0] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date) / dayMs + day1970;
}

function serialOf(iso: string): number {
  const [day, time] = localMoment(iso);
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return daysSince1900(day) + (hours * 3_600 + minutes * 60 + seconds) / 86_400;
}

/** 0 is A. No list has more than 26 columns. */
function columnAt(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Excel takes no longer text in a cell. */
const charsMax = 32_767;

/** What XML 1.0 cannot have. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Excel reads `_x0041_` in a text as A, so that beginning is escaped too. */
function escaped(text: string): string {
  return text
    .slice(0, charsMax)
    .replace(notInXml, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
