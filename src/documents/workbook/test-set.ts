/**
 * Reads the workbook of step 2, "Pruebas de datos e-CF": the vouchers that DGII wants to receive, in the order to send them. Numbers,
 * dates and names are the set's, and are never corrected. The sheet ECF has every voucher in full. The sheet RFCE has the summaries of
 * the small consumption vouchers again; the service makes each summary itself, so this sheet is only compared.
 */
import { amountOf, shownMoney, type Amount } from '../../ecf/model/amounts.js';
import { goesAsSummary } from '../../ecf/model/consumer-threshold.js';
import { parseEcfType, type EcfType } from '../../ecf/model/ecf-types.js';
import { parseEncf, type Encf } from '../../ecf/model/encf.js';
import { excerpt } from '../../ecf/model/fault.js';
import { columnsOf } from './columns.js';
import { documentJson } from './document.js';
import { Faults, type WorkbookFault } from './faults.js';
import { inSendingOrder, type SendingGroup } from './sending-order.js';
import { caseColumn, readTable, reportRepeated, type TableRow, type Value } from './table.js';
import { readSheets } from './xlsx/workbook.js';

export interface TestSetRow {
  readonly row: number;
  readonly encf: string;
  readonly tipoeCF: EcfType;
  readonly group: SendingGroup;
  /** JSON text of the voucher, as a client of the api would send it: `{"ECF":{…}}`. No rule has checked it yet. */
  readonly content: string;
}

export type TestSet =
  | {
      readonly ok: true;
      /** In the official order of sending. */
      readonly rows: readonly TestSetRow[];
      readonly summaries: number;
    }
  | { readonly ok: false; readonly faults: readonly WorkbookFault[] };

export async function readTestSet(bytes: Uint8Array, rnc: string): Promise<TestSet> {
  const read = await readSheets(bytes, ['ECF', 'RFCE']);
  if (!read.ok) return read;
  const [ecf, rfce] = read.sheets;
  if (ecf === undefined || rfce === undefined) throw new Error('A sheet was read and is not there');
  const faults = new Faults();
  const room = { chars: setCharsMax };
  // Every type has the columns of all types.
  const vouchers = readTable(ecf, columnsOf(31), faults).flatMap(
    (row) => readVoucher(row, rnc, room, faults) ?? [],
  );
  const summaries = readTable(rfce, columnsOf('RFCE'), faults).flatMap(
    (row) => readSummary(row, rnc, faults) ?? [],
  );
  if (vouchers.length === 0 && faults.list.length === 0) faults.add('SHEET_EMPTY', undefined, 'Hoja ECF.');
  for (const rows of [vouchers, summaries])
    reportRepeated(
      rows.map(({ row, encf, encfAt }) => ({ key: encf, encf, encfAt, row })),
      faults,
    );
  compareSummaries(vouchers, summaries, faults);
  if (faults.list.length > 0) return { ok: false, faults: faults.list };
  const rows = inSendingOrder(vouchers).map(({ row, encf, tipoeCF, group, content }) => {
    return { row, encf, tipoeCF, group, content };
  });
  return { ok: true, rows, summaries: summaries.length };
}

/** Characters of one row's voucher. A row of DGII's set has less than 10,000. */
const contentCharsMax = 256 * 1024;
/**
 * Characters of all rows' vouchers together. A genuine set has a quarter of a million. The api holds them while it checks the rows, and a
 * worker reads all of them to issue one.
 */
export const setCharsMax = 2_000_000;

interface Identified {
  readonly row: number;
  readonly encf: string;
  readonly encfAt: string;
  readonly tipoeCF: EcfType;
  readonly montoTotal: Amount;
  readonly montoAt: string;
}

interface Voucher extends Identified {
  readonly content: string;
  readonly modifies: string | undefined;
}

/** Undefined when the row has no valid type, number or total, or is too large. All faults of the row are reported. */
function readVoucher(
  row: TableRow,
  rnc: string,
  room: { chars: number },
  faults: Faults,
): Voucher | undefined {
  // The workbook is refused already, and no further fault is kept.
  if (faults.full || room.chars < 0) return undefined;
  const identified = identify(row, rnc, faults);
  // Only the type says which fields the voucher has.
  const type = identified?.tipoeCF ?? parseEcfType(row.find('TipoeCF')?.cell.text.trim());
  if (type === undefined) {
    const found = row.find('TipoeCF');
    if (found !== undefined)
      faults.add('CELL_INVALID', found.at, `«${excerpt(found.cell.text)}» no es un tipo de e-CF.`);
    return undefined;
  }
  const content = `{"ECF":${documentJson(fields(row), type, faults)}}`;
  room.chars -= content.length;
  // One shared text can stand in thousands of cells, so a small file could become hundreds of megabytes.
  if (content.length > contentCharsMax || room.chars < 0) {
    const detail =
      room.chars < 0 ? `El máximo es de ${setCharsMax} caracteres en todas las filas.` : undefined;
    faults.add('WORKBOOK_TOO_LARGE', row.at('eNCF'), detail);
    return undefined;
  }
  return identified && { ...identified, content, modifies: row.find('NCFModificado')?.cell.text.trim() };
}

function readSummary(row: TableRow, rnc: string, faults: Faults): Identified | undefined {
  const identified = identify(row, rnc, faults);
  // The code comes from the signature of the full voucher.
  const compared = fields(row).filter(({ path }) => path.at(-1)?.name !== 'CodigoSeguridadeCF');
  documentJson(compared, 'RFCE', faults);
  return identified;
}

function fields({ values }: TableRow): readonly Value[] {
  return values.filter(({ path }) => path.at(-1)?.name !== caseColumn);
}

function identify(row: TableRow, rnc: string, faults: Faults): Identified | undefined {
  const text = (name: string) => required(row, name, faults);
  const caseText = text(caseColumn);
  const issuer = text('RNCEmisor');
  const tipoeCF = parseEcfType(text('TipoeCF'));
  const encf = parseEncf(text('eNCF'));
  const total = text('MontoTotal');
  if (issuer !== undefined && issuer !== rnc)
    faults.add('ISSUER_OTHER', row.at('RNCEmisor'), `Se esperaba ${rnc}; se recibió «${excerpt(issuer)}».`);
  if (encf === undefined || tipoeCF === undefined) return undefined;
  reportOtherNames(row, { caseText, issuer, encf, tipoeCF }, faults);
  if (total === undefined || !/^\d+(\.\d+)?$/.test(total)) return undefined;
  const places = { encfAt: row.at('eNCF'), montoAt: row.at('MontoTotal') };
  return { row: row.row, encf: encf.text, tipoeCF, montoTotal: amountOf(total), ...places };
}

interface Names {
  readonly caseText: string | undefined;
  readonly issuer: string | undefined;
  readonly encf: Encf;
  readonly tipoeCF: EcfType;
}

function reportOtherNames(row: TableRow, { caseText, issuer, encf, tipoeCF }: Names, faults: Faults): void {
  if (encf.type !== tipoeCF)
    faults.add('CELL_INVALID', row.at('eNCF'), `${encf.text} no es un e-NCF del tipo ${tipoeCF}.`);
  const expected = `${issuer ?? ''}${encf.text}`;
  if (caseText !== undefined && issuer !== undefined && caseText !== expected)
    faults.add(
      'CASE_MISMATCH',
      row.at(caseColumn),
      `Se esperaba ${excerpt(expected)}; se recibió «${excerpt(caseText)}».`,
    );
}

function required(row: TableRow, name: string, faults: Faults): string | undefined {
  const value = row.find(name);
  if (value === undefined) faults.add('CELL_MISSING', row.at(name), `Falta ${name}.`);
  return value?.cell.text.trim();
}

/** The two sheets have the same small consumption vouchers, in different orders. */
function compareSummaries(
  vouchers: readonly Identified[],
  summaries: readonly Identified[],
  faults: Faults,
): void {
  const bySummary = new Map(summaries.map((summary) => [summary.encf, summary]));
  const small = vouchers.filter(({ tipoeCF, montoTotal }) => goesAsSummary(tipoeCF, montoTotal));
  for (const { encf, encfAt, montoTotal } of small) {
    const summary = bySummary.get(encf);
    if (summary === undefined) faults.add('SUMMARY_MISSING', encfAt, `${encf}.`);
    else if (!summary.montoTotal.eq(montoTotal)) {
      const [expected, found] = [montoTotal, summary.montoTotal].map(shownMoney);
      faults.add(
        'SUMMARY_DIFFERENT',
        summary.montoAt,
        `La factura ${encf} tiene ${expected}; el resumen, ${found}.`,
      );
    }
  }
  const known = new Set(small.map(({ encf }) => encf));
  for (const { encf, encfAt } of summaries)
    if (!known.has(encf)) faults.add('SUMMARY_UNMATCHED', encfAt, `${encf}.`);
}
