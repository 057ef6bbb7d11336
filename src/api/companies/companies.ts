/** The companies that a person may see, one company in detail, and adding a company. */
import type { Company } from '../../ledger/companies/company.js';
import { addCompany, type NewCompany } from '../../services/companies/add-company.js';
import { shownRole } from '../session/permissions.js';
import { doneOr } from '../web/operator-refusal.js';
import { get, post, type RouteDeps, type WebActor, type WebRoute } from '../web/web-route.js';
import { cursorInvalid, pageSize } from '../web/list-page.js';
import { approvalsAnswer, originChangeAnswer } from './settings.js';

export function companyRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, allowProduction } = deps;
  return [
    get('/companies', 'person', async ({ actor, query }) => {
      const limit = pageSize(query);
      const found = await companiesOf(deps, actor, afterOf(query['cursor']), limit + 1);
      const shown = found.slice(0, limit);
      return {
        items: shown.map((company) => rowOf(company, actor)),
        next: found.length > limit ? String(shown.at(-1)?.companyId) : null,
      };
    }),
    post(
      '/companies',
      { permission: 'addCompany', audit: 'company.add' },
      async ({ body, actor, about, madeCompany }) => {
        const asked = { ...(body as NewCompany), ...(actor.vendor && { addedByKey: actor.id }) };
        const added = doneOr(await addCompany(deps, asked), ({ refusal }) => {
          if (refusal === 'NAME_INVALID') return { campo: 'razonSocial' };
          return { campo: refusal === 'COMPANY_ID_TAKEN' ? 'companyId' : 'rnc' };
        });
        about(String(added.company.companyId));
        madeCompany(added.company.companyId);
        return rowOf(added.company, actor);
      },
    ),
    get('/companies/:companyId', 'read', async ({ company, actor }) => {
      const pending = await store.countPending(company.companyId);
      const { suspended, conditional = 'block', productionAllowed } = company;
      const { buyerDelivery = 'on', buyerDelivery45 = 'off' } = company;
      const { mailAccepted = 'off', mailReplyTo = '' } = company;
      const { deferredSending = 'refuse', annulRejected = 'refuse' } = company;
      return {
        ...rowOf(company, actor),
        conditional,
        deferredSending,
        annulRejected,
        pending,
        openVouchers: sum(Object.values(pending)),
        approvals: approvalsAnswer(company),
        buyerDelivery,
        buyerDelivery45,
        mailAccepted,
        mailReplyTo,
        originChange: originChangeAnswer(company),
        productionAllowed,
        consents: { service: allowProduction, company: productionAllowed },
        suspension: suspended === undefined ? null : suspensionView(suspended),
      };
    }),
  ];
}

async function companiesOf(
  deps: RouteDeps,
  { id, support, vendor, memberships }: WebActor,
  after: number,
  limit: number,
): Promise<readonly Company[]> {
  if (support) return deps.store.listCompanies(after, limit);
  if (vendor) return deps.store.listCompaniesAddedBy(id, after, limit);
  const ids = memberships.map(({ companyId }) => companyId).filter((companyId) => companyId > after);
  return deps.store.findCompanies([...new Set(ids)].sort((a, b) => a - b).slice(0, limit));
}

function afterOf(cursor: unknown): number {
  if (cursor === undefined) return 0;
  if (typeof cursor !== 'string' || !/^\d{1,15}$/.test(cursor)) throw cursorInvalid();
  return Number(cursor);
}

function rowOf({ companyId, rnc, razonSocial, environment, origin }: Company, actor: WebActor) {
  return { companyId, rnc, razonSocial, environment, origin, role: shownRole(actor, companyId) };
}

function suspensionView({ environment, reason, since }: NonNullable<Company['suspended']>) {
  return { environment, reason, since };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
