/** What a client learns about sending the same content again with a number that DGII left free, and its order to do so. */
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import { repeatsAfterMs, repetitionOf } from '../../../ledger/vouchers/live-document.js';
import type { Answer } from '../../handler.js';

export function readResend(text: unknown): boolean {
  return text === 'si';
}

/** Absent: the voucher has no result, or its number is not free. */
export function repetitionIn(document: DocumentRecord): {
  readonly reenvio?: { readonly automatico: boolean; readonly desde: string | null };
} {
  const repetition = repetitionOf(document);
  if (repetition === undefined) return {};
  const { automatic, notBefore } = repetition;
  return { reenvio: { automatico: automatic, desde: notBefore?.toISOString() ?? null } };
}

/** Empty if its number is not free. */
export function repetitionText(document: DocumentRecord): string {
  const repetition = repetitionOf(document);
  if (repetition === undefined || document.state === 'refused') return '';
  if (document.verdict?.configuration !== undefined)
    return ' El número quedó libre: envíe otra vez el mismo comprobante cuando la DGII admita al firmante.';
  return repetition.automatic
    ? ' El número quedó libre: cuando se corrija la causa, envíe el mismo comprobante otra vez, como máximo una vez por minuto, o uno corregido.'
    : ' El número quedó libre: envíe el comprobante corregido, o el mismo con reenviar=si.';
}

/** Tells a client that repeated its request too soon when the same content starts another attempt. */
export function withRepeatAfter(answer: Answer, document: DocumentRecord, now: Date): Answer {
  const repetition = repetitionOf(document);
  const leftMs = repetition?.automatic === true ? repeatsAfterMs(repetition, now) : 0;
  if (leftMs === 0) return answer;
  return { ...answer, headers: { ...answer.headers, 'Retry-After': String(Math.ceil(leftMs / 1_000)) } };
}
