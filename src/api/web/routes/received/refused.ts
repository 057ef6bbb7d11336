/** What other taxpayers sent and the company refused to receive. */
import { listRefused } from '../../../../operator/received.js';
import { get, type RouteDeps, type WebRoute } from '../../web-route.js';
import { pageAnswer, pageAsked } from '../list-page.js';

export function refusedRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    get('/companies/:companyId/:environment/received/refused', 'read', async (request) =>
      pageAnswer(
        await listRefused(deps, pageAsked(request)),
        ({ rncEmisor, rncComprador, encf, code, reason, ...row }) => ({
          id: row._id,
          rncEmisor,
          buyerRnc: rncComprador,
          encf,
          code,
          reason,
          detail: row.detail,
          receivedAt: row.receivedAt.toISOString(),
          keptUntil: row.expireAt.toISOString(),
          acknowledgedAt: row.arecf?.signedAt.toISOString() ?? null,
          xmlSha256: row.sha256,
          bytes: row.bytes,
        }),
      ),
    ),
  ];
}
