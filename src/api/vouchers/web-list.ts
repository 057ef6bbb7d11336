/** The list of a company's vouchers. */
import type { DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import { parseEcfType } from '../../ecf/model/ecf-types.js';
import type { BuyerTrouble, VoucherQuery } from '../../ledger/vouchers/lists/voucher-pages.js';
import { WebError } from '../web/web-error.js';
import { download, get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { daysAsked, issueDaysAsked } from '../days-asked.js';
import { pageAnswer, pageAsked } from '../web/list-page.js';
import { amountsAsked, soughtAsked, unindexedFor } from './search-asked.js';
import { sumsAnswer } from './sums-answer.js';
import { voucherRow } from './web-voucher-answer.js';
import { voucherZip } from './voucher-zip.js';

const vouchersPath = '/companies/:companyId/:environment/vouchers';

export function listRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, limits } = deps;
  return [
    get(vouchersPath, 'read', async (request) => {
      const page = await store.findVouchers(queryOf(request));
      if (page === 'too-slow') throw new WebError('FILTER_TOO_BROAD');
      return pageAnswer(page, voucherRow);
    }),
    get(`${vouchersPath}-sums`, 'read', async (request) => {
      const { cursor: _cursor, limit: _limit, ...filters } = queryOf(request);
      const [sums, unindexed] = await Promise.all([store.sumVouchers(filters), unindexedFor(store, filters)]);
      if (sums === 'too-slow') throw new WebError('FILTER_TOO_BROAD');
      return sumsAnswer(sums, unindexed);
    }),
    get(`${vouchersPath}-files`, { permission: 'read', turn: 'none' }, async (request) => {
      const { company, environment, hasLeft } = request;
      // The contract limits how many there are, and their form.
      const encfs = request.query['encfs'] as readonly string[];
      const zip = await limits.zips.run(company.companyId, () =>
        voucherZip(deps, { company, environment, encfs, hasLeft }),
      );
      return download(`comprobantes-${company.rnc}.zip`, 'application/zip', zip);
    }),
  ];
}

function queryOf(request: WebRequest): VoucherQuery {
  const { query } = request;
  const { state, reason, encf, correlationId, externalReference, rncComprador, atBuyer, search } =
    query as Readonly<Record<string, string | undefined>>;
  const type = query['type'] === undefined ? undefined : parseEcfType(Number(query['type']));
  return {
    ...pageAsked(request),
    ...(state !== undefined && { state: state as DocumentState }),
    ...(reason !== undefined && { waiting: reason as WaitingReason | 'any' }),
    ...(String(query['pending']) === 'true' && { pending: true }),
    ...(type !== undefined && { type }),
    ...(encf !== undefined && { encf: encf.toUpperCase() }),
    ...(correlationId !== undefined && { correlationId }),
    ...(externalReference !== undefined && { externalReference }),
    ...(rncComprador !== undefined && { rncComprador }),
    ...(atBuyer !== undefined && { atBuyer: atBuyer as BuyerTrouble }),
    ...soughtAsked('search', search),
    ...amountsAsked(query, ['amountFrom', 'amountTo']),
    ...daysAsked(query, ['from', 'to']),
    ...issueDaysAsked(query, ['issuedFrom', 'issuedTo']),
  };
}
