/** Issued vouchers as CSV. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { VoucherRow } from '../../api/answers.js';
import { es } from '../../es.js';
import { csvText } from '../../shared/csv.js';
import { whenExactly } from '../../shared/format.js';

export function csvOf(rows: readonly VoucherRow[]): string {
  const lines = rows.map((row) => [
    ...[row.encf, String(row.ecfType), ecfTypes[row.ecfType].nombre, row.buyerRnc, row.buyerName ?? ''],
    ...[row.total, row.totalItbis ?? '', row.issuedOn],
    ...[row.status, row.waiting === null ? '' : es.waiting[row.waiting], whenExactly(row.receivedAt)],
    ...[row.modifies ?? '', row.securityCode ?? ''],
  ]);
  return csvText([es.vouchers.csvHeads, ...lines]);
}
