/** People validate and issue vouchers: those for which DGII's certification asks, and elsewhere those of a company whose numbers we keep. */
import { issuingCompany } from '../../../services/vouchers/issue-by-person.js';
import type { ErrorCode } from '../../../shared/errors.js';
import { lastSoldItems } from '../../../services/vouchers/sold-items.js';
import { voucherLimitFor } from '../../limits/limits.js';
import { doneOr } from '../../web/operator-refusal.js';
import {
  get,
  post,
  type OwnTurn,
  type RouteDeps,
  type WebRequest,
  type WebRoute,
} from '../../web/web-route.js';
import { issueVoucher, type Order } from './issue-by-person.js';
import { previewOf, type Draft } from './person-draft.js';
import { ownerOf } from './web-drafts.js';
import { findFaults } from './validate-ecf.js';
import { voucherRow } from '../web-voucher-answer.js';

const path = '/companies/:companyId/:environment';

const notHandedOut: ErrorCode = 'ENCF_NOT_ISSUED_BY_SERVICE';

export function issueRoutes(deps: RouteDeps): readonly WebRoute[] {
  const turn: OwnTurn = ({ company: { companyId }, body }, work) =>
    voucherLimitFor(deps.limits, Buffer.byteLength((body as Draft).ecf)).run(companyId, work);
  return [
    get(`${path}/sold-items`, 'read', async ({ company: { companyId }, environment }) => ({
      items: await lastSoldItems(deps, { companyId, environment }),
    })),
    post(`${path}/validate`, { permission: 'issue', body: 'draft', turn }, (request) =>
      validate(deps, request),
    ),
    post(
      `${path}/vouchers`,
      { permission: 'issue', body: 'draft', audit: 'voucher.issue', turn },
      async (request) => {
        const { company, environment, actor, correlationId, about } = request;
        const place = { companyId: company.companyId, environment };
        const ordered = { by: actor.by, correlationId };
        const issued = await issueVoucher(deps, place, request.body as Order, ordered);
        about(`${issued.encf} ${issued.attempt}`);
        await deps.store.removeDraft(ownerOf(request), (request.body as Order).reference);
        return voucherRow(issued);
      },
    ),
  ];
}

async function validate(deps: RouteDeps, { company: { companyId }, environment, body }: WebRequest) {
  const company = await issuingCompany(deps, { companyId, environment });
  const issuing = 'outcome' in company ? doneOr(company) : company;
  const { draft, preview } = await previewOf(deps, issuing, body as Draft);
  const { errores, advertencias, xmlJson } = await findFaults(
    deps,
    { company: issuing, readAgain: () => Promise.resolve(issuing) },
    { body: { ok: true, bytes: preview ?? draft }, conditionalAllowed: false },
  );
  const xml = JSON.parse(Buffer.from(xmlJson).toString('utf8')) as string;
  return {
    valido: errores.length === 0,
    errores,
    // Nobody has the next number yet, so it cannot be one that the service handed out.
    advertencias: advertencias.filter(({ code }) => preview === undefined || code !== notHandedOut),
    xml,
  };
}
