/** ecf-received/refused: what other taxpayers sent and the company refused to receive (version 2 only). */
import type { RefusedRow } from '../../ledger/received/refused-receptions.js';
import { listRefused } from '../../services/received/decide-reception.js';
import type { ApiDeps } from '../deps.js';
import type { Answer, CompanyRequest } from '../handler.js';
import { pageAnswer, pageAsked } from '../page-cursor.js';
import { acuseOf } from './received-answer.js';

const limitDefault = 100;

export async function refusedReceptions(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const { rows, next } = await listRefused(deps, pageAsked(request, limitDefault));
  return pageAnswer('Comprobantes no recibidos.', rows.map(refusedAnswer), next);
}

export function refusedAnswer(row: RefusedRow & { readonly reason: string }) {
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
    acuse: acuseOf(arecf),
    conservadoHasta: row.expireAt.toISOString(),
  };
}
