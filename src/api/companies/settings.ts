/** Changes a company's environment with its consent to production, the origin of its numbers, and its other settings. */
import { encfAsked } from '../encf-asked.js';
import { originHoldMs } from '../../ledger/companies/origin-change.js';
import type { NotFinal } from '../../ledger/companies/company-settings.js';
import type { Company } from '../../ledger/companies/company.js';
import { renameCompany } from '../../services/companies/add-company.js';
import {
  changeSettings,
  setEnvironment,
  type EnvironmentChange,
} from '../../services/companies/change-settings.js';
import { customerMailSettings, type CustomerMail } from '../../services/mail/customer-mail-settings.js';
import {
  finishOriginChange,
  startOriginChange,
  type OriginChange,
} from '../../services/companies/change-origin.js';
import { isCompanyName } from '../../services/input-rules.js';
import { ServiceError } from '../../shared/errors.js';
import { refused } from '../../shared/refused.js';
import { doneOr } from '../web/operator-refusal.js';
import { patch, type RouteDeps, type WebRoute } from '../web/web-route.js';

const path = '/companies/:companyId';

export function settingsRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    patch(
      `${path}/environment`,
      { permission: 'platformSettings', freshCode: true, audit: 'company.environment' },
      async ({ company, body, about }) => {
        const change = body as EnvironmentChange;
        about(change.consent === undefined ? change.to : `${change.to} ${change.consent}`);
        const { productionAllowed } = doneOr(await setEnvironment(deps, company, change), (refused) => ({
          campo: 'to',
          ...(refused.refusal === 'DOCUMENTS_NOT_FINAL' && { mensaje: notFinalText(refused.facts) }),
        }));
        return { environment: change.to, productionAllowed };
      },
    ),
    patch(
      `${path}/origin`,
      { permission: 'platformSettings', freshCode: true, audit: 'company.origin' },
      async ({ company, body, about }) => {
        const step = body as OriginStep;
        about(`${step.action} ${step.to ?? ''}`.trim());
        return changeOrigin(deps, company, step);
      },
    ),
    patch(
      `${path}/settings`,
      { permission: 'companySettings', audit: 'company.settings' },
      async ({ company, body, about }) => {
        const { approvals, mailReplyTo, mailAccepted, ...others } = body as SettingsBody;
        const { razonSocial } = others;
        const wanted = { ...others, ...(approvals && { approvals: approvalsOf(approvals) }) };
        about(aboutSettings(body as SettingsBody));
        if (razonSocial !== undefined && !isCompanyName(razonSocial))
          doneOr(refused('NAME_INVALID'), () => ({ campo: 'razonSocial' }));
        const mail = await customerMailSettings(deps, company, { mailReplyTo, mailAccepted });
        const { settings } = doneOr(mail, () => ({ campo: 'mailReplyTo' }));
        // One write, so either all of them change or none.
        doneOr(await changeSettings(deps, company.companyId, { ...wanted, ...settings }));
        return body;
      },
    ),
    // The audit log keeps no names.
    patch(
      `${path}/name`,
      { permission: 'companySettings', audit: 'company.name' },
      async ({ company: { companyId }, body }) => {
        const { razonSocial } = body as Pick<Company, 'razonSocial'>;
        doneOr(await renameCompany(deps, companyId, razonSocial), () => ({ campo: 'razonSocial' }));
        return { razonSocial };
      },
    ),
    settingRoute(deps, 'conditional', 'conditional'),
    settingRoute(deps, 'deferred-sending', 'deferredSending'),
    settingRoute(deps, 'annul-rejected', 'annulRejected'),
    patch(
      `${path}/approvals`,
      { permission: 'companySettings', audit: 'company.approvals' },
      async ({ company: { companyId }, body, about }) => {
        const approvals = approvalsOf(body as ApprovalsBody);
        about(aboutApprovals(approvals));
        doneOr(await changeSettings(deps, companyId, { approvals }));
        return approvalsAnswer({ approvals });
      },
    ),
    settingRoute(deps, 'buyer-delivery', 'buyerDelivery', ({ buyerDelivery, buyerDelivery45 }) => {
      return `${buyerDelivery} 45:${buyerDelivery45}`;
    }),
  ];
}

/** The settings that a person changes together. */
interface SettingsBody extends Partial<PlainSettings & CustomerMail & Pick<Company, 'razonSocial'>> {
  readonly approvals?: ApprovalsBody;
}

/** For the audit log, which keeps no names and addresses: `approvals:reminder 5 conditional:allow razonSocial`. */
function aboutSettings({ razonSocial, mailReplyTo, approvals, ...plain }: SettingsBody): string {
  const values = Object.entries(plain).map(([name, value]) => `${name}:${value}`);
  return [
    ...values,
    ...(approvals === undefined ? [] : [`approvals:${aboutApprovals(approvalsOf(approvals))}`]),
    ...(mailReplyTo === undefined ? [] : ['mailReplyTo']),
    ...(razonSocial === undefined ? [] : ['razonSocial']),
  ]
    .sort()
    .join(' ');
}

function aboutApprovals(approvals: Approvals): string {
  return approvals.mode === 'reminder' ? `reminder ${approvals.days}` : approvals.mode;
}

type PlainSettings = Pick<
  Company,
  'conditional' | 'deferredSending' | 'annulRejected' | 'buyerDelivery' | 'buyerDelivery45'
>;

function settingRoute(
  deps: RouteDeps,
  end: string,
  name: keyof PlainSettings,
  aboutOf = (wanted: PlainSettings) => String(wanted[name]),
): WebRoute {
  return patch(
    `${path}/${end}`,
    { permission: 'companySettings', audit: `company.${name}` },
    async ({ company: { companyId }, body, about }) => {
      const wanted = body as PlainSettings;
      about(aboutOf(wanted));
      doneOr(await changeSettings(deps, companyId, wanted));
      return wanted;
    },
  );
}

type Approvals = NonNullable<Company['approvals']>;

interface ApprovalsBody {
  readonly mode: Approvals['mode'];
  readonly days: number | null;
}

/** Only the mode `reminder` has days. openapi-web.yaml has checked their number. */
function approvalsOf({ mode, days }: ApprovalsBody): Approvals {
  if (mode !== 'reminder') return { mode };
  if (days !== null) return { mode, days };
  throw new ServiceError('REQUEST_INVALID', { campo: 'days', mensaje: 'Indique después de cuántos días.' });
}

export function approvalsAnswer({ approvals }: Pick<Company, 'approvals'>): ApprovalsBody {
  const { mode } = approvals ?? { mode: 'manual' };
  return { mode, days: approvals?.mode === 'reminder' ? approvals.days : null };
}

function notFinalText({ count, neededConsent }: NotFinal['facts']): string {
  return neededConsent
    ? `Hay ${count} comprobantes o anulaciones de producción sin terminar: sin el consentimiento no terminarían.`
    : `Hay ${count} comprobantes sin resultado final.`;
}

/** Null if no change is under way. */
export function originChangeAnswer({ originChange }: Company) {
  if (originChange === undefined) return null;
  const { to, since } = originChange;
  return { to, since, readyAt: new Date(since.getTime() + originHoldMs) };
}

/** `start` stops issuing for at least a minute, `finish` completes the change, and `cancel` keeps the old origin. */
interface OriginStep {
  readonly action: 'start' | 'finish' | 'cancel';
  readonly to?: OriginChange['to'];
  readonly abandonReserved?: boolean;
  readonly next?: readonly string[];
}

async function changeOrigin(deps: RouteDeps, company: Company, step: OriginStep) {
  const { action, to = company.originChange?.to, abandonReserved = false, next = [] } = step;
  if (action === 'cancel') {
    doneOr(await deps.store.cancelOriginChange(company.companyId));
    return { outcome: 'cancelled', readyAt: null, abandoned: 0 };
  }
  if (to === undefined) throw new ServiceError('REQUEST_INVALID', { campo: 'to', mensaje: 'Falta to.' });
  const change: OriginChange = { to, abandonReserved, next: next.map((text) => encfAsked(text, 'next')) };
  if (action === 'start') {
    const { readyAt } = doneOr(await startOriginChange(deps, company, change));
    return { outcome: 'started', readyAt, abandoned: 0 };
  }
  const { abandoned } = doneOr(await finishOriginChange(deps, company, change));
  return { outcome: 'changed', readyAt: null, abandoned };
}
