/**
 * The company's settings about other taxpayers: who decides about the vouchers that it receives, and whether its own vouchers go to their
 * buyers.
 */
import type { Company } from '../../../../ledger/companies/company.js';
import { changeSettings } from '../../../../operator/settings/company-settings.js';
import { ServiceError } from '../../../../shared/errors.js';
import { doneOr } from '../../refusals/operator-refusal.js';
import { patch, type RouteDeps, type WebRoute } from '../../web-route.js';

const path = '/companies/:companyId';

type Approvals = NonNullable<Company['approvals']>;

export function buyerSettingsRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    patch(
      `${path}/approvals`,
      { permission: 'companySettings', audit: 'company.approvals' },
      async ({ company: { companyId }, body, about }) => {
        const approvals = approvalsOf(body as ApprovalsBody);
        about(approvals.mode === 'reminder' ? `reminder ${approvals.days}` : approvals.mode);
        doneOr(await changeSettings(deps, companyId, { approvals }));
        return approvalsAnswer({ approvals });
      },
    ),
    patch(
      `${path}/buyer-delivery`,
      { permission: 'companySettings', audit: 'company.buyerDelivery' },
      async ({ company: { companyId }, body, about }) => {
        const wanted = body as Required<Pick<Company, 'buyerDelivery' | 'buyerDelivery45'>>;
        about(`${wanted.buyerDelivery} 45:${wanted.buyerDelivery45}`);
        doneOr(await changeSettings(deps, companyId, wanted));
        return wanted;
      },
    ),
  ];
}

interface ApprovalsBody {
  readonly mode: Approvals['mode'];
  readonly days: number | null;
}

/** Keeps the days only for a reminder. openapi-web.yaml has checked their number. */
function approvalsOf({ mode, days }: ApprovalsBody): Approvals {
  if (mode !== 'reminder') return { mode };
  if (days !== null) return { mode, days };
  throw new ServiceError('REQUEST_INVALID', { campo: 'days', mensaje: 'Indique después de cuántos días.' });
}

export function approvalsAnswer({ approvals }: Pick<Company, 'approvals'>): ApprovalsBody {
  const { mode } = approvals ?? { mode: 'manual' };
  return { mode, days: approvals?.mode === 'reminder' ? approvals.days : null };
}
