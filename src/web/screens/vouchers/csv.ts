/** Issued vouchers as CSV. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { VoucherRow } from '../../api/answers.js';
import { es } from '../../es.js';
import { csvAmounts, csvMoment, csvText } from '../../shared/csv.js';
import { swapDay } from '../../shared/format.js';

export function csvOf(rows: readonly VoucherRow[]): string {
  const lines = rows.map((row) => [
    ...[{ code: row.ecf }, { number: row.tipoeCF }, ecfTypes[row.tipoeCF].nombre],
    ...[{ code: row.rncComprador }, row.razonSocialComprador ?? '', ...csvAmounts(row)],
    ...[
      swapDay(row.fechaEmision),
      row.status,
      row.reason === undefined ? '' : es.waiting[row.reason],
      csvMoment(row.receivedAt),
    ],
    ...[{ code: row.ncfModificado ?? '' }, { code: row.securityCode }],
  ]);
  return csvText([es.vouchers.csvHeads, ...lines]);
}
