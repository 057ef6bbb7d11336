/**
 * Reads the workbook of step 3, "Pruebas de datos aprobaciones": the commercial approvals that DGII wants to receive. Its columns are the
 * fields of the ACECF. Unlike the workbook of step 2, it has numbers where a number or a date is meant, and a blank cell for an absent
 * field.
 */
import { dayMs } from '../../ecf/durations.js';
import { amountOf } from '../../ecf/model/amounts.js';
import { parseDate, utcDateTime } from '../../ecf/model/dates.js';
import { excerpt } from '../../ecf/model/fault.js';
import { checkDigitFits } from '../../ecf/model/rnc.js';
import { columnsOf } from './columns.js';
import { documentJson } from './document.js';
import { Faults, type WorkbookFault } from './faults.js';
import { readTable, reportRepeated, type TableRow, type Value } from './table.js';
import { readSheets } from './xlsx/workbook.js';

export interface ApprovalSetRow {
  /** Row of the sheet, as Excel counts. */
  readonly row: number;
  readonly rncEmisor: string;
  readonly encf: string;
  /** DD-MM-YYYY. */
  readonly fechaEmision: string;
  /** Two decimals. */
  readonly montoTotal: string;
  readonly rncComprador: string;
  /** 1 accepted, 2 rejected. */
  readonly estado: 1 | 2;
  /** Present exactly when `estado` is 2. */
  readonly detalleMotivoRechazo?: string;
  /** `dd-MM-yyyy HH:mm:ss`. */
  readonly fechaHoraAprobacionComercial: string;
}

export type ApprovalSet =
  | { readonly ok: true; /** In the order of the sheet. */ readonly rows: readonly ApprovalSetRow[] }
  | { readonly ok: false; readonly faults: readonly WorkbookFault[] };

/** DGII's own spelling. */
const sheetName = 'ACEECF_Generadas';

/** @param rnc the company's; every row must have it as buyer */
export async function readApprovalSet(bytes: Uint8Array, rnc: string): Promise<ApprovalSet> {
  const read = await readSheets(bytes, [sheetName]);
  if (!read.ok) return read;
  const [sheet] = read.sheets;
  if (sheet === undefined) throw new Error('A sheet was read and is not there');
  const faults = new Faults();
  const meant = { rnc, from1904: read.from1904 };
  const table = readTable(sheet, columnsOf('ACECF'), faults).map((row) => withTexts(row, meant));
  if (table.length === 0) faults.add('SHEET_EMPTY', undefined, `Hoja ${sheetName}.`);
  const rows = table.flatMap((row) => readRow(row, rnc, faults) ?? []);
  reportDuplicates(table, faults);
  return faults.list.length > 0 ? { ok: false, faults: faults.list } : { ok: true, rows };
}

/** Excel counts days from here, since it takes 1900 for a leap year. */
const dayZeroMs = Date.UTC(1899, 11, 30);
/** A workbook can say that it counts from here instead. */
const dayZero1904Ms = Date.UTC(1904, 0, 1);

const rncFields: readonly string[] = ['RNCEmisor', 'RNCComprador'];
const dayFields: Readonly<Record<string, (dateTime: string) => string>> = {
  FechaEmision: (dateTime) => dateTime.slice(0, 10),
  FechaHoraAprobacionComercial: (dateTime) => dateTime,
};

/**
 * A number has lost its leading zeros, so one of up to nine digits may be an RNC or a cédula, as `001…`. The company's own number is meant
 * if it can be. Otherwise the check digits decide, if they fit one of the two only.
 * @returns undefined if both may be meant
 */
function rncText(digits: string, own: string): string | undefined {
  const cedula = digits.padStart(11, '0');
  if (!/^\d{1,9}$/.test(digits)) return cedula;
  const readings = [digits.padStart(9, '0'), cedula];
  if (readings.includes(own)) return own;
  const [fitting, ...others] = readings.filter(checkDigitFits);
  return others.length === 0 ? fitting : undefined;
}

/** `dd-MM-yyyy HH:mm:ss`. The text itself if it is no count of days, which the check of the field then reports. */
function dateTimeText(days: string, zeroMs: number): string {
  const date = new Date(Math.round((zeroMs + Number(days) * dayMs) / 1_000) * 1_000);
  return date.getTime() > zeroMs ? utcDateTime(date.getTime()) : days;
}

/** A number that may be an RNC or a cédula stays a number. */
function withTexts(
  row: TableRow,
  { rnc, from1904 }: { readonly rnc: string; readonly from1904: boolean },
): TableRow {
  const zeroMs = from1904 ? dayZero1904Ms : dayZeroMs;
  const textOf = (name: string, { kind, text }: Value['cell']): string | undefined => {
    if (rncFields.includes(name)) return kind === 'number' ? rncText(text, rnc) : undefined;
    const write = dayFields[name];
    if (write === undefined || (kind !== 'number' && kind !== 'date')) return undefined;
    return write(kind === 'date' ? text : dateTimeText(text, zeroMs));
  };
  const values = row.values.map((value): Value => {
    const text = textOf(value.path.at(-1)?.name ?? '', value.cell);
    return text === undefined ? value : { ...value, cell: { ...value.cell, kind: 'text', text } };
  });
  return { ...row, values, find: (name) => values.find(({ path }) => path.at(-1)?.name === name) };
}

function reportDuplicates(table: readonly TableRow[], faults: Faults): void {
  const named = table.flatMap((row) => {
    const [issuer, encf] = ['RNCEmisor', 'eNCF'].map((name) => row.find(name)?.cell.text.trim());
    if (issuer === undefined || encf === undefined) return [];
    return [{ key: `${issuer} ${encf}`, encf, encfAt: row.at('eNCF'), row: row.row }];
  });
  reportRepeated(named, faults);
}

/** The service sets this time when it signs any other approval, so the catalogue does not check it. Here DGII gives it. */
const timeField = 'FechaHoraAprobacionComercial';

const requiredFields = [
  'RNCEmisor',
  'eNCF',
  'FechaEmision',
  'MontoTotal',
  'RNCComprador',
  'Estado',
  timeField,
];

function readRow(row: TableRow, rnc: string, faults: Faults): ApprovalSetRow | undefined {
  const before = faults.list.length;
  const text = (name: string) => row.find(name)?.cell.text.trim() ?? '';
  const missing = requiredFields.filter((name) => row.find(name) === undefined);
  for (const name of missing) faults.add('CELL_MISSING', row.at(name), `Falta ${name}.`);
  const ambiguous = row.values.filter(
    ({ path, cell }) => cell.kind === 'number' && rncFields.includes(path.at(-1)?.name ?? ''),
  );
  for (const { header, at, cell } of ambiguous) {
    const [asRnc, asCedula] = [cell.text.padStart(9, '0'), cell.text.padStart(11, '0')];
    const detail = `${header}: el número ${cell.text} puede ser el RNC ${asRnc} o la cédula ${asCedula}, sin sus ceros: escríbalo como texto.`;
    faults.add('CELL_INVALID', at, detail);
  }
  const others = row.values.filter(
    (value) => value.path.at(-1)?.name !== timeField && !ambiguous.includes(value),
  );
  documentJson(others, 'ACECF', faults);

  const buyer = text('RNCComprador');
  if (buyer !== '' && buyer !== rnc && row.find('RNCComprador')?.cell.kind === 'text')
    faults.add('BUYER_OTHER', row.at('RNCComprador'), `Se esperaba ${rnc}; se recibió «${excerpt(buyer)}».`);
  const time = signingTime(text(timeField));
  if (time === undefined && row.find(timeField) !== undefined) {
    const detail = `${timeField}: se esperaba DD-MM-AAAA HH:MM:SS; se recibió «${excerpt(text(timeField))}».`;
    faults.add('CELL_INVALID', row.at(timeField), detail);
  }
  const reason = row.find('DetalleMotivoRechazo')?.cell.text;
  const estado = Number(text('Estado')) === 2 ? 2 : 1;
  if ((estado === 2) !== (reason !== undefined)) {
    const [code, detail] =
      estado === 2
        ? (['CELL_MISSING', 'Con Estado 2 falta DetalleMotivoRechazo.'] as const)
        : (['CELL_INVALID', 'DetalleMotivoRechazo solo va con Estado 2.'] as const);
    faults.add(code, row.at('DetalleMotivoRechazo'), detail);
  }
  if (faults.list.length > before || faults.full || time === undefined) return undefined;
  return {
    row: row.row,
    rncEmisor: text('RNCEmisor'),
    encf: text('eNCF'),
    fechaEmision: text('FechaEmision'),
    montoTotal: amountOf(text('MontoTotal')).toFixed(2),
    rncComprador: buyer,
    estado,
    ...(reason === undefined ? {} : { detalleMotivoRechazo: reason }),
    fechaHoraAprobacionComercial: time,
  };
}

/** Undefined when the text is not a real day and time. The official schema allows hours, minutes and seconds of one digit. */
function signingTime(text: string): string | undefined {
  const [, date = '', ...parts] =
    /^(\d{2}-\d{2}-\d{4}) (2[0-3]|[01]?\d):([0-5]?\d):([0-5]?\d)$/.exec(text) ?? [];
  if (parseDate(date) === undefined) return undefined;
  return `${date} ${parts.map((part) => part.padStart(2, '0')).join(':')}`;
}
