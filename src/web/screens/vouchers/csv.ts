/** Issued vouchers as CSV. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { VoucherRow } from '../../api/answers.js';
import { es } from '../../es.js';
import { csvMoment, csvText } from '../../shared/csv.js';
import { swapDay } from '../../shared/format.js';

export function csvOf(rows: readonly VoucherRow[]): string {
  const lines = rows.map((row) => [
    ...[{ code: row.encf }, { number: row.ecfType }, ecfTypes[row.ecfType].nombre],
    ...[{ code: row.buyerRnc }, row.buyerName ?? '', { number: row.total }, { number: row.totalItbis ?? '' }],
    ...[
      swapDay(row.issuedOn),
      row.status,
      row.waiting === null ? '' : es.waiting[row.waiting],
      csvMoment(row.receivedAt),
    ],
    ...[{ code: row.modifies ?? '' }, { code: row.securityCode ?? '' }],
  ]);
  return csvText([es.vouchers.csvHeads, ...lines]);
}
