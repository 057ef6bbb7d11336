/** The simulation of the certification (steps 4 and 5): what DGII still wants, and the files for its portal. */
import { simulationOf, type KindCount } from '../../services/certification/count-simulation.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import { ServiceError } from '../../shared/errors.js';
import { daysAsked } from '../days-asked.js';
import { download, get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { simulationFiles } from './simulation-files.js';

const path = '/companies/:companyId/simulation';

export function simulationRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    get(path, 'read', async (request) => {
      const kinds = await simulationOf(deps, request.company.companyId, firstDay(request));
      return { kinds: kinds.map(shownKind) };
    }),
    get(`${path}/files`, { permission: 'read', turn: 'none' }, async (request) => {
      const { company, hasLeft } = request;
      const from = firstDay(request);
      const zip = await deps.limits.zips.run(company.companyId, () =>
        simulationFiles(deps, { company, from, hasLeft }),
      );
      return download('simulacion.zip', 'application/zip', zip);
    }),
  ];
}

/** The contract demands the parameter, but any day of 31 fits it. */
function firstDay({ query }: WebRequest): Date {
  const { from } = daysAsked(query, ['from', 'to']);
  if (from === undefined) throw new ServiceError('REQUEST_INVALID', { campo: 'from' });
  return from;
}

function shownKind({ vouchers, ...kind }: KindCount) {
  return {
    ...kind,
    vouchers: vouchers.map((voucher) => ({
      ecf: voucher.encf,
      attempt: voucher.attempt,
      state: voucher.state,
      status: statusOf(voucher),
      ...(voucher.waiting && { reason: voucher.waiting.reason }),
      receivedAt: voucher.receivedAt,
    })),
  };
}
