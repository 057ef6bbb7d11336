/** ecf-received/refused: what other taxpayers sent and the company refused to receive (version 2 only). */
import type { RefusedRow } from '../../ledger/received/refused-receptions.js';
import { listRefused } from '../../operator/received.js';
import type { Answer, CompanyRequest, HandlerDeps } from '../handler.js';
import { processed } from '../http/envelope.js';
import { cursorAsked } from '../page-cursor.js';

const limitDefault = 100;

export async function refusedReceptions(
  deps: HandlerDeps,
  { company: { companyId, environment }, query }: CompanyRequest,
): Promise<Answer> {
  const { limit = limitDefault } = query as { readonly limit?: number };
  const cursor = cursorAsked(query['cursor']);
  const { rows, next } = await listRefused(deps, { companyId, environment, cursor, limit });
  return {
    body: processed('Comprobantes no recibidos.', rows.map(refusedAnswer)),
    ...(next !== null && { headers: { 'X-Next-Cursor': next } }),
  };
}

function refusedAnswer(row: RefusedRow & { readonly reason: string }): object {
  const { rncEmisor, rncComprador, encf, environment, code, reason, detail, arecf } = row;
  return {
    rncEmisor,
    rncComprador,
    encf,
    environment,
    codigo: code,
    motivo: reason,
    detalle: detail,
    receivedAt: row.receivedAt.toISOString(),
    xmlSha256: row.sha256,
    bytes: row.bytes,
    acuse: arecf === undefined ? null : { fecha: arecf.signedAt.toISOString(), sha256: arecf.sha256 },
    conservadoHasta: row.expireAt.toISOString(),
  };
}
