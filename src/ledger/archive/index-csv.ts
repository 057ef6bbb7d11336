/** index.csv of an export: one line for each voucher and annulment, for a spreadsheet. */
import type { EventRecord } from '../events/event-record.js';
import type { EvidenceFacts } from './evidence.js';
import type { Day } from './manifest-record.js';

const columns = [
  ...['dia', 'clase', 'e-NCF', 'intento', 'emisor', 'comprador', 'fecha_emision', 'monto_total'],
  ...['total_itbis', 'resultado', 'track_id', 'carpeta'],
];

export const indexHead = `${columns.join(',')}\n`;

interface Row {
  readonly day: Day;
  readonly event: Pick<EventRecord, 'type' | 'data'>;
  readonly folder: string;
  readonly facts: EvidenceFacts;
}

export function indexLine({ day, event, folder, facts }: Row): string {
  const [kind = ''] = folder.split('/');
  const { encf, attempt, rncEmisor, rncComprador, fechaEmision, montoTotal, totalITBIS, trackId } = facts;
  const result = String(event.data['status'] ?? event.data['estado'] ?? '');
  const cells = [
    ...[day, kinds[kind] ?? kind, encf, attempt === null ? '' : String(attempt), rncEmisor, rncComprador],
    ...[fechaEmision, montoTotal, totalITBIS, result, trackId, folder],
  ];
  return `${cells.map(cell).join(',')}\n`;
}

const kinds: Readonly<Record<string, string>> = {
  issued: 'emitido',
  received: 'recibido',
  annulled: 'anulado',
};

/** A trackId is DGII's text, and an identifier may be a foreign one: a spreadsheet must not take it for a formula. */
function cell(text: string): string {
  // Nearly every text is of this kind, and a day may have millions.
  if (/^[\w./][\w./-]*$/.test(text) || text === '') return text;
  const shown = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
