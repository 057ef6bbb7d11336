/** Received vouchers as CSV. */
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { ReceivedRow } from '../../api/answers.js';
import { es } from '../../es.js';
import { csvText } from '../../shared/csv.js';
import { whenExactly } from '../../shared/format.js';

const texts = es.received;

export function receivedCsv(rows: readonly ReceivedRow[]): string {
  const lines = rows.map((row) => [
    ...[row.encf, String(row.ecfType), ecfTypes[row.ecfType].nombre, row.rncEmisor, row.issuer],
    ...[row.total, row.totalItbis ?? ''],
    ...[row.issuedOn, texts.dgiiStates[row.dgii ?? 'unknown'], texts.decided[row.decided ?? 'pendiente']],
    whenExactly(row.receivedAt),
  ]);
  return csvText([texts.csvHeads, ...lines]);
}
