/**
 * The cells of one sheet. Blank cells are left out. A formula is a fault: its value may be stale, and DGII's workbooks have none.
 */
import { decimalText } from '../../../ecf/model/amounts.js';
import { utcDateTime } from '../../../ecf/model/dates.js';
import { faultsMax, workbookFault, type WorkbookFault } from '../faults.js';
import { textLengthMax, TextRuns } from './strings.js';
import type { XmlHandler } from './xml.js';

/** DGII's sheets have 25 rows. */
export const rowsMax = 60;
/** DGII's widest sheet has 5,215 columns. */
export const columnsMax = 10_000;
/**
 * The texts of all cells of a sheet together. One shared text may stand in every cell, so a small file could have thousands of millions of
 * characters. The largest genuine sheet has about 0.5 million.
 */
export const sheetCharsMax = 4_000_000;

export interface Cell {
  readonly column: number;
  /** `date`: a cell of ISO 8601, as ECMA-376 allows. `other`: a truth value or an error of Excel. */
  readonly kind: 'text' | 'number' | 'date' | 'other';
  /** Never empty. A number is in the canonical form of a decimal, a date is `dd-MM-yyyy HH:mm:ss`. */
  readonly text: string;
}

export interface SheetRow {
  readonly row: number;
  readonly cells: readonly Cell[];
}

export function cellName(sheet: string, column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${sheet}!${letters}${row}`;
}

/** A column's letters: `A` is 0. Excel has at most three. */
function columnNumber(letters: string): number {
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** `2026-06-17` and `2026-06-17T09:05:01` as `dd-MM-yyyy HH:mm:ss`. Undefined for anything else, also for a day that does not exist. */
function dateTimeOf(iso: string): string | undefined {
  const [, day = '', time = '00:00', seconds = '00'] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d(?:\.\d{1,9})?))?Z?)?$/.exec(iso) ?? [];
  const ms = Date.parse(`${day}T${time}:${seconds}Z`);
  if (!Number.isFinite(ms) || !new Date(ms).toISOString().startsWith(day)) return undefined;
  return utcDateTime(Math.round(ms / 1_000) * 1_000);
}

export class SheetReader implements XmlHandler {
  readonly rows: SheetRow[] = [];
  readonly faults: WorkbookFault[] = [];
  /** `unreadable`: rows or cells are out of order, point to no text, or have one that is too long. */
  problem: 'unreadable' | 'tooLarge' | undefined;

  private inData = false;
  private row = 0;
  private cells: Cell[] | undefined;
  private cell: { readonly column: number; readonly type: string } | undefined;
  private column = -1;
  private value = '';
  private chars = 0;
  private inValue = false;
  private readonly inline = new TextRuns();

  constructor(
    private readonly sheet: string,
    private readonly shared: readonly string[],
  ) {}

  get done(): boolean {
    return this.problem !== undefined || this.faults.length >= faultsMax;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.inData = true;
    else if (!this.inData || this.done) return;
    else if (this.cell !== undefined) this.openInCell(name, this.cell.column);
    else if (name === 'row') this.startRow(attributes['r']);
    else if (name === 'c' && this.cells !== undefined)
      this.startCell(attributes['r'], attributes['t'] ?? 'n');
  }

  text(text: string): void {
    if (this.inValue) this.value += text;
    else if (this.cell !== undefined) this.inline.text(text);
    if (this.inline.tooLong || this.value.length > textLengthMax) this.problem = 'unreadable';
  }

  close(name: string): void {
    if (name === 'sheetData') this.inData = false;
    if (this.cell !== undefined) {
      this.inline.close(name);
      if (name === 'v') this.inValue = false;
      else if (name === 'c') this.endCell(this.cell);
    } else if (name === 'row' && this.cells !== undefined) this.endRow(this.cells);
  }

  private startRow(reference: string | undefined): void {
    const row = reference === undefined ? this.row + 1 : Number(reference);
    if (!Number.isInteger(row) || row <= this.row) this.problem = 'unreadable';
    this.row = row;
    this.column = -1;
    this.cells = [];
  }

  private endRow(cells: readonly Cell[]): void {
    this.cells = undefined;
    // Programs write empty rows that have a format.
    if (cells.length === 0) return;
    if (this.rows.length === rowsMax) this.problem = 'tooLarge';
    else this.rows.push({ row: this.row, cells });
  }

  private startCell(reference: string | undefined, type: string): void {
    const column = reference === undefined ? this.column + 1 : this.columnIn(reference);
    if (column === undefined || column <= this.column) {
      this.problem = 'unreadable';
      return;
    }
    this.column = column;
    this.cell = { column, type };
    this.value = '';
    this.inline.take();
  }

  private columnIn(reference: string): number | undefined {
    const [, letters, row] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(reference) ?? [];
    return letters === undefined || Number(row) !== this.row ? undefined : columnNumber(letters);
  }

  private openInCell(name: string, column: number): void {
    if (name === 'v') this.inValue = true;
    else if (name === 'f') {
      this.faults.push(workbookFault('WORKBOOK_FORMULA', { cell: cellName(this.sheet, column, this.row) }));
    } else this.inline.open(name);
  }

  private endCell({ column, type }: { readonly column: number; readonly type: string }): void {
    this.cell = undefined;
    const found = this.read(type);
    if (found === undefined || found.text === '') return;
    this.chars += found.text.length;
    if (column >= columnsMax || this.chars > sheetCharsMax) this.problem = 'tooLarge';
    else this.cells?.push({ column, ...found });
  }

  private read(type: string): Pick<Cell, 'kind' | 'text'> | undefined {
    switch (type) {
      case 's': {
        const text = this.shared[Number(this.value.trim() || NaN)];
        if (text === undefined) this.problem = 'unreadable';
        return text === undefined ? undefined : { kind: 'text', text };
      }
      case 'inlineStr':
        return { kind: 'text', text: this.inline.take() };
      case 'str':
        return { kind: 'text', text: this.value };
      case 'n': {
        const text = this.value.trim();
        const number = Number(text);
        return /^[-+.\dEe]+$/.test(text) && Number.isFinite(number)
          ? { kind: 'number', text: decimalText(number) }
          : { kind: 'other', text };
      }
      case 'd': {
        const text = dateTimeOf(this.value.trim());
        return text === undefined ? { kind: 'other', text: this.value } : { kind: 'date', text };
      }
      default:
        return { kind: 'other', text: this.value };
    }
  }
}
