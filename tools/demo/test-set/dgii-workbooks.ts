/** Fictitious workbooks in the form of DGII's. Genuine ones name a real taxpayer, so they are not in the project. */
import type { GroupEntry } from '../../../src/ecf/catalogue/entries.js';
import { documentEntry } from '../../../src/ecf/catalogue/documents.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { amountOf, decimalText, moneyText } from '../../../src/ecf/model/amounts.js';
import { goesAsSummary } from '../../../src/ecf/model/consumer-threshold.js';
import { letters, type SheetCell, type SheetContent } from './xlsx.js';

export interface Voucher {
  readonly ECF: {
    readonly Encabezado: {
      readonly IdDoc: { eNCF: string; readonly TipoeCF: EcfType };
      readonly Emisor: { RNCEmisor: string; RazonSocialEmisor: string; readonly FechaEmision: string };
      readonly Comprador: { RNCComprador?: string };
      readonly Totales: { MontoTotal: number };
    };
    readonly DetallesItems: { readonly Item: readonly { NumeroLinea: number }[] };
    InformacionReferencia?: { NCFModificado: string };
  };
}

interface Column {
  readonly header: string;
  /** The steps of a JSON path; a number is an index, from 0. */
  readonly path: readonly (string | number)[];
  readonly money: boolean;
}

/** How often DGII's sheets repeat a structure. With these numbers they have the 5,215 and 56 columns of the genuine workbooks. */
const repetitions: Readonly<Record<string, number>> = {
  FormaDePago: 7,
  TelefonoEmisor: 3,
  ImpuestosAdicionales: 4,
  ImpuestoAdicionalOtraMoneda: 4,
  Item: 62,
  CodigosItem: 5,
  SubcantidadItem: 5,
  SubDescuento: 5,
  SubRecargo: 5,
  TablaImpuestoAdicional: 2,
  Subtotal: 1,
  DescuentoORecargo: 2,
  Pagina: 2,
};

const headers: Readonly<Record<string, string>> = {
  eNCF: 'ENCF',
  MontoSubRecargo: 'MontosubRecargo',
  NumeroContenedor: 'NumeroContenedor ',
  'DescuentoORecargo.NumeroLinea': 'NumeroLineaDoR',
};

/** The contract's spellings in JSON. The catalogue of the RFCE does not have them. */
const contractNames: Readonly<Record<string, string>> = {
  TipoIngresos: 'TipoIngreso',
  FormaDePago: 'FormasDePago',
};

const notInWorkbook = ['FechaHoraFirma'];

export const ecfColumns = columnsOf(documentEntry(31).root, ['ECF']);
export const rfceColumns = columnsOf(documentEntry('RFCE').root, ['ECF']);

function columnsOf(group: GroupEntry, path: Column['path'], indexes = ''): Column[] {
  return group.members
    .filter(({ name }) => !notInWorkbook.includes(name))
    .flatMap((entry) => {
      const here = [...path, contractNames[entry.name] ?? entry.name];
      const times = entry.max === undefined ? undefined : repetitionsOf(entry.name, group.name);
      const each = times === undefined ? [undefined] : Array.from({ length: times }, (_, index) => index);
      return each.flatMap((index): Column[] => {
        const at = index === undefined ? here : [...here, index];
        const shown = index === undefined || entry.name === 'Subtotal' ? indexes : `${indexes}[${index + 1}]`;
        if (entry.kind === 'group') return columnsOf(entry, at, shown);
        const name = headers[`${group.name}.${entry.name}`] ?? headers[entry.name] ?? entry.name;
        const money = 'kind' in entry.type && entry.type.kind === 'decimal';
        return [{ header: `${name}${shown}`, path: at, money }];
      });
    });
}

/** ImpuestoAdicional exists in two places. */
function repetitionsOf(name: string, parent: string): number {
  const times = repetitions[name] ?? repetitions[parent];
  if (times === undefined) throw new Error(`How often does the workbook repeat ${name}?`);
  return times;
}

/** Sheets ECF, with the vouchers in their order, and RFCE, with the small consumption vouchers in the opposite order. */
export function testSetSheets(vouchers: readonly Voucher[]): readonly [SheetContent, SheetContent] {
  const small = vouchers.filter((voucher) => {
    const { IdDoc, Totales } = voucher.ECF.Encabezado;
    return goesAsSummary(IdDoc.TipoeCF, amountOf(decimalText(Totales.MontoTotal)));
  });
  return [sheetOf('ECF', ecfColumns, vouchers), sheetOf('RFCE', rfceColumns, [...small].reverse())];
}

/** Undefined leaves the cell blank. @param row from 2, as Excel counts */
export function withCell(sheet: SheetContent, row: number, header: string, value: SheetCell): SheetContent {
  const column = sheet.rows[0]?.indexOf(header) ?? -1;
  if (column < 0 || row < 2) throw new Error(`The sheet ${sheet.name} has no cell ${header} in row ${row}`);
  const rows = sheet.rows.map((cells, at) =>
    at === row - 1 ? cells.map((cell, index) => (index === column ? value : cell)) : cells,
  );
  return { ...sheet, rows };
}

/** The name of a cell as a message shows it, such as `ECF!AB7`. */
export function cellAt(sheet: SheetContent, row: number, header: string): string {
  return `${sheet.name}!${letters(sheet.rows[0]?.indexOf(header) ?? -1)}${row}`;
}

function sheetOf(name: string, columns: readonly Column[], vouchers: readonly Voucher[]): SheetContent {
  const rows = vouchers.map((voucher) => {
    const { IdDoc, Emisor } = voucher.ECF.Encabezado;
    const cells = columns.map((column) => cellOf(voucher, column));
    if (name === 'ECF') assertAllWritten(voucher, cells);
    return [`${Emisor.RNCEmisor}${IdDoc.eNCF}`, ...cells];
  });
  return { name, rows: [['CasoPrueba', ...columns.map(({ header }) => header)], ...rows] };
}

function cellOf(voucher: Voucher, { path, money }: Column): string {
  const value = path.reduce<unknown>(memberOf, voucher) as string | number | undefined;
  if (value === undefined) return '#e';
  if (typeof value === 'string') return value;
  return money ? moneyText(decimalText(value)) : decimalText(value);
}

function memberOf(value: unknown, step: string | number): unknown {
  return (value as Readonly<Record<string | number, unknown>> | undefined)?.[step];
}

/** @throws when a voucher has more repetitions of a structure than the sheet has columns for */
function assertAllWritten(voucher: Voucher, cells: readonly string[]): void {
  const written = cells.filter((cell) => cell !== '#e').length;
  const values = countValues(voucher);
  if (written !== values) throw new Error(`The sheet has ${written} of the voucher's ${values} values`);
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 0);
}

export interface Approval {
  readonly RNCEmisor: string;
  readonly eNCF: string;
  readonly FechaEmision: string;
  readonly MontoTotal: number;
  readonly RNCComprador: string;
  readonly Estado: number;
  readonly DetalleMotivoRechazo?: string;
  readonly FechaHoraAprobacionComercial: string;
}

const approvalHeaders = [
  ...['Version', 'RNCEmisor', 'eNCF', 'FechaEmision', 'MontoTotal', 'RNCComprador', 'Estado'],
  ...['DetalleMotivoRechazo', 'FechaHoraAprobacionComercial'],
];

export function approvalSheet(approvals: readonly Approval[]): SheetContent {
  const rows = approvals.map((approval) => {
    const cells: Readonly<Record<string, SheetCell>> = { Version: '1.0', ...approval };
    return approvalHeaders.map((header) => cells[header]);
  });
  return { name: 'ACEECF_Generadas', rows: [approvalHeaders, ...rows] };
}
