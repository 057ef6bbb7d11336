/** The tables of an export, for a spreadsheet: index.csv with a line for each voucher and annulment, and crl/index.csv. */
import type { EventRecord } from '../events/event-record.js';
import { crlPath, dayOf, type CrlRecord } from './crl-record.js';
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

const crlColumns = [
  ...['dia', 'archivo', 'autoridad', 'emitida', 'proxima', 'descargada', 'firma_comprobada', 'direccion'],
];

export const crlIndexHead = `${crlColumns.join(',')}\n`;

/** Which CRL an authority had on a day. */
export function crlIndexLine(crl: CrlRecord): string {
  const { sha256, issuer, issuerPem, thisUpdate, nextUpdate, fetchedAt, url } = crl;
  const times = [thisUpdate, nextUpdate, fetchedAt].map((time) => time?.toISOString() ?? '');
  const isChecked = issuerPem === undefined ? 'no' : 'sí';
  return `${[dayOf(crl), crlPath(sha256), issuer, ...times, isChecked, url].map(cell).join(',')}\n`;
}

/** A trackId is DGII's text, and an identifier may be a foreign one: a spreadsheet must not take it for a formula. */
function cell(text: string): string {
  // Nearly every text is of this kind, and a day may have millions.
  if (/^[\w./][\w./-]*$/.test(text) || text === '') return text;
  const shown = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
