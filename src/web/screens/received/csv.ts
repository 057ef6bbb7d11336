/** Received vouchers as CSV. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Received } from '../../api/answers.js';
import { csvAmounts, csvMoment, csvText } from '../../shared/csv.js';
import { swapDay } from '../../shared/format.js';
import { received as texts } from '../../texts/received.js';

export function receivedCsv(rows: readonly Received[]): string {
  const lines = rows.map((row) => [
    ...[{ code: row.encf }, { number: row.tipoeCF }, ecfTypes[row.tipoeCF].nombre, { code: row.rncEmisor }],
    ...[row.razonSocialEmisor, ...csvAmounts(row), swapDay(row.fechaEmision)],
    ...[texts.dgiiStates[row.dgii?.state ?? 'unknown'], texts.decided[row.decision?.estado ?? 'pendiente']],
    ...[csvMoment(row.receivedAt), { code: row.ncfModificado ?? '' }],
  ]);
  return csvText([texts.csvHeads, ...lines]);
}
