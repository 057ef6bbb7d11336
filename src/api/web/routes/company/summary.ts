/** The first page of a company: what needs a person today. */
import { localDate, startOfDay } from '../../../../ecf/model/dates.js';
import { stockWarnings } from '../../../../ledger/numbering/stock-warnings.js';
import type { SequenceStatus } from '../../../../ledger/numbering/numbering.js';
import type { StoredCertificate } from '../../../../ledger/store.js';
import type { RouteDeps } from '../../route-deps.js';
import type { WebRoute } from '../../web-route.js';
import { createDgiiWatch } from './dgii-watch.js';

const dayMs = 86_400_000;

export function summaryRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock, config } = deps;
  const dgiiNow = createDgiiWatch(deps);
  return [
    {
      ...{ method: 'get', path: '/companies/:companyId/:environment/summary', permission: 'read' },
      handle: async ({ company, environment }) => {
        const { companyId, suspended } = company;
        const now = clock();
        const today = localDate(now.getTime());
        const [counts, sequences, certificate] = await Promise.all([
          store.countVouchers(companyId, environment, new Date(startOfDay(today))),
          store.sequencesOverview(companyId, environment, today),
          store.currentCertificate(companyId),
        ]);
        return {
          ...{ open: counts.open, finalToday: counts.ended, waiting: counts.waiting },
          ranges: sequences.flatMap((one) => rangeView(one, stockWarnings(one, today, config.numbering))),
          certificate: certificate === undefined ? null : certificateView(certificate, now),
          dgii: dgiiNow(environment),
          suspended: suspended?.environment === environment ? suspended.reason : null,
        };
      },
    },
  ];
}

/** Only types whose numbers run out, ran out, or expire soon. */
function rangeView(
  { ecfType, available, expiresOn, state }: SequenceStatus,
  warnings: ReturnType<typeof stockWarnings>,
) {
  const ended = state === 'Agotada' || state === 'Vencida';
  if (warnings.length === 0 && !ended) return [];
  return [
    {
      ecfType,
      available,
      expiresOn,
      state,
      warnings: warnings.map(({ code, mensaje }) => ({ code, mensaje })),
    },
  ];
}

function certificateView({ notAfter }: StoredCertificate, now: Date) {
  return {
    notAfter: notAfter.toISOString(),
    daysLeft: Math.floor((notAfter.getTime() - now.getTime()) / dayMs),
  };
}
