/** ecf-received/refused: what other taxpayers sent and the company refused to receive (version 2 only). */
import type { RefusedRow } from '../../ledger/received/refused-receptions.js';
import { listRefused } from '../../operator/received.js';
import type { ApiDeps } from '../deps.js';
import { processed, type Answer } from '../http/envelope.js';
import type { FairQueue } from '../../shared/fair-queue.js';
import { cursorAsked } from '../page-cursor.js';
import type { CompanyRequest } from '../requests.js';

const limitDefault = 100;

/** @param lists the companies' turns */
export async function refusedReceptions(
  deps: ApiDeps,
  { principal, query }: CompanyRequest,
  lists: FairQueue<number>,
): Promise<Answer> {
  const { companyId, environment } = principal.company;
  const { limit = limitDefault } = query as { readonly limit?: number };
  const cursor = cursorAsked(query['cursor']);
  const { rows, next } = await lists.run(companyId, () =>
    listRefused(deps, { companyId, environment, cursor, limit }),
  );
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
