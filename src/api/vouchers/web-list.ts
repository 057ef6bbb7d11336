/** The list of a company's vouchers. */
import type { DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import { parseEcfType } from '../../ecf/model/ecf-types.js';
import type { BuyerTrouble, VoucherQuery, VoucherRow } from '../../ledger/vouchers/voucher-pages.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import { WebError } from '../web/web-error.js';
import { get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { daysAsked, issueDaysAsked } from '../days-asked.js';
import { pageAnswer, pageAsked } from '../web/list-page.js';

export function listRoutes({ store }: RouteDeps): readonly WebRoute[] {
  return [
    get('/companies/:companyId/:environment/vouchers', 'read', async (request) => {
      const page = await store.findVouchers(queryOf(request));
      if (page === 'too-slow') throw new WebError('FILTER_TOO_BROAD');
      return pageAnswer(page, voucherRowView);
    }),
  ];
}

/** openapi-web.yaml has checked states, reasons and the form of days. */
function queryOf(request: WebRequest): VoucherQuery {
  const { query } = request;
  const { state, waiting, encf, correlationId, buyerRnc, atBuyer } = query as Readonly<
    Record<string, string | undefined>
  >;
  const type = query['type'] === undefined ? undefined : parseEcfType(Number(query['type']));
  return {
    ...pageAsked(request),
    ...(state !== undefined && { state: state as DocumentState }),
    ...(waiting !== undefined && { waiting: waiting as WaitingReason | 'any' }),
    ...(String(query['pending']) === 'true' && { pending: true }),
    ...(type !== undefined && { type }),
    ...(encf !== undefined && { encf: encf.toUpperCase() }),
    ...(correlationId !== undefined && { correlationId }),
    ...(buyerRnc !== undefined && { rncComprador: buyerRnc }),
    ...(atBuyer !== undefined && { atBuyer: atBuyer as BuyerTrouble }),
    ...daysAsked(query, ['from', 'to']),
    ...issueDaysAsked(query, ['issuedFrom', 'issuedTo']),
  };
}

export function voucherRowView(row: VoucherRow) {
  return {
    encf: row.encf,
    ecfType: row.tipoeCF,
    attempt: row.attempt,
    buyerRnc: row.rncComprador,
    buyerName: row.razonSocialComprador ?? null,
    total: row.montoTotal,
    totalItbis: row.totalITBIS ?? null,
    state: row.state,
    status: statusOf(row),
    waiting: row.final ? null : (row.waiting?.reason ?? null),
    receivedAt: row.receivedAt,
    issuedOn: row.fechaEmision,
    modifies: row.modifies?.encf ?? null,
    atBuyer: atBuyerOf(row),
    securityCode: row.signed?.securityCode ?? null,
  };
}

/** Anybody can send a rejection, so one without a trusted certificate is doubtful. */
function atBuyerOf({ buyerApproval, buyerDelivery }: VoucherRow) {
  if (buyerApproval?.estado === 'rechazado')
    return buyerApproval.signer.chain === 'trusted' ? 'rejected' : 'rejected-doubtful';
  switch (buyerDelivery?.state) {
    case 'refused':
      return 'not-received';
    case 'given-up':
      return 'given-up';
    default:
      return null;
  }
}
