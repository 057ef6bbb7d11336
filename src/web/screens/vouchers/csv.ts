/** The vouchers of one page as CSV, for a spreadsheet. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { VoucherRow } from '../../api/answers.js';
import { es } from '../../es.js';
import { whenExactly } from '../../shared/format.js';

const heads = es.vouchers.csvHeads;

export function csvOf(rows: readonly VoucherRow[]): string {
  const lines = rows.map((row) => [
    ...[row.encf, ecfTypes[row.ecfType].nombre, row.buyerRnc, row.total, row.issuedOn],
    ...[row.status, row.waiting === null ? '' : es.waiting[row.waiting], whenExactly(row.receivedAt)],
  ]);
  // The byte order mark makes spreadsheets read the text as UTF-8.
  return `\uFEFF${[heads, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

export function cell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
