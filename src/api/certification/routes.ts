/** Certification: people validate and issue the vouchers for which DGII asks. */
import type { Company } from '../../ledger/companies/company.js';
import { voucherLimitFor } from '../limits/limits.js';
import { findFaults } from '../vouchers/validate-ecf.js';
import { voucherRow } from '../vouchers/web-voucher-answer.js';
import { WebError } from '../web/web-error.js';
import { post, type OwnTurn, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { issueVoucher, type Order } from './issue-voucher.js';
import { previewOf, type Draft } from './number.js';

const path = '/companies/:companyId/:environment';

export function certificationRoutes(deps: RouteDeps): readonly WebRoute[] {
  const turn: OwnTurn = ({ company: { companyId }, body }, work) =>
    voucherLimitFor(deps.limits, Buffer.byteLength((body as Draft).ecf)).run(companyId, work);
  return [
    post(`${path}/validate`, { permission: 'certification', body: 'draft', turn }, async (request) => {
      refuseOthers(request);
      return validate(deps, request.company, request.body as Draft);
    }),
    post(
      `${path}/vouchers`,
      { permission: 'certification', body: 'draft', audit: 'voucher.issue', turn },
      async (request) => {
        refuseOthers(request);
        const { company, actor, correlationId, about } = request;
        const order = request.body as Order;
        const ordered = { by: actor.by, correlationId };
        const issued = await issueVoucher(deps, company.companyId, order, ordered);
        about(`${issued.encf} ${issued.attempt}`);
        return voucherRow(issued);
      },
    ),
  ];
}

function refuseOthers({ environment }: WebRequest): void {
  if (environment !== 'certification') throw new WebError('NOT_IN_CERTIFICATION');
}

async function validate(deps: RouteDeps, company: Company, written: Draft) {
  const inCertification: Company = { ...company, environment: 'certification' };
  const { draft, preview } = await previewOf(deps, company.companyId, written);
  const { errores, advertencias, xmlJson } = await findFaults(
    deps,
    { company: inCertification, readAgain: () => Promise.resolve(inCertification) },
    { body: { ok: true, bytes: preview ?? draft }, conditionalAllowed: false },
  );
  const xml = JSON.parse(Buffer.from(xmlJson).toString('utf8')) as string;
  return { valido: errores.length === 0, errores, advertencias, xml };
}
