/** Received vouchers as CSV. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { ReceivedRow } from '../../api/answers.js';
import { es } from '../../es.js';
import { csvMoment, csvText } from '../../shared/csv.js';
import { swapDay } from '../../shared/format.js';

const texts = es.received;

export function receivedCsv(rows: readonly ReceivedRow[]): string {
  const lines = rows.map((row) => [
    ...[{ code: row.encf }, { number: row.ecfType }, ecfTypes[row.ecfType].nombre, { code: row.rncEmisor }],
    ...[row.issuer, { number: row.total }, { number: row.totalItbis ?? '' }, swapDay(row.issuedOn)],
    ...[texts.dgiiStates[row.dgii ?? 'unknown'], texts.decided[row.decided ?? 'pendiente']],
    ...[csvMoment(row.receivedAt), { code: row.modifies ?? '' }],
  ]);
  return csvText([texts.csvHeads, ...lines]);
}
