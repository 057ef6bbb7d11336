/** documents: the company's vouchers, page by page. document-xml: the signed XML of one of them (version 2 only). */
import { documentStates, waitingStatus, type DocumentState } from '../../ecf/model/document-states.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { VoucherQuery } from '../../ledger/vouchers/lists/voucher-pages.js';
import { ServiceError } from '../../shared/errors.js';
import { daysAsked, issueDaysAsked, momentAsked, periodTooLong } from '../days-asked.js';
import type { ApiDeps } from '../deps.js';
import type { Answer, CompanyRequest } from '../handler.js';
import { pageAnswer, pageAsked } from '../page-cursor.js';
import { listedData } from './document-answer.js';
import { amountsAsked, soughtAsked, unindexedFor, unindexedText } from './search-asked.js';
import { documentAskedFor, readEnvironment } from './document-status.js';

type Asked = Pick<VoucherQuery, 'externalReference' | 'correlationId' | 'rncComprador'> & {
  readonly buscar?: string;
  readonly tipo?: EcfType;
  readonly status?: string;
  readonly actualizadoDesde?: string;
};

const limitDefault = 100;

/**
 * What the query parameter `status` selects: a final status, or `En Espera`. The other statuses change within seconds, so `Pendiente`
 * selects all vouchers without a final result.
 */
const statusFilters: Readonly<Record<string, Pick<VoucherQuery, 'state' | 'waiting' | 'pending'>>> = {
  Pendiente: { pending: true },
  [waitingStatus]: { waiting: 'any' },
  ...Object.fromEntries(
    (Object.keys(documentStates) as DocumentState[])
      .filter((state) => documentStates[state].final)
      .map((state) => [documentStates[state].status, { state }]),
  ),
};

export async function listDocuments({ store }: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const query = queryOf(request);
  const [page, unindexed] = await Promise.all([store.findVouchers(query), unindexedFor(store, query)]);
  if (page === 'too-slow') throw periodTooLong();
  return pageAnswer(
    `Comprobantes emitidos.${unindexedText(unindexed)}`,
    page.rows.map(listedData),
    page.next,
  );
}

export async function documentXml(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const { file } = signedXmlOf(await documentAskedFor(deps, request));
  return { body: await deps.store.getFileBytes(file), type: 'xml' };
}

/**
 * The voucher as it was signed, even if DGII got only its summary. A request for it takes a turn, because the voucher may have 16 MB.
 * Throws XML_NOT_SIGNED.
 */
export function signedXmlOf({ signed }: DocumentRecord): NonNullable<DocumentRecord['signed']> {
  if (signed === undefined) throw new ServiceError('XML_NOT_SIGNED');
  return signed;
}

function queryOf(request: CompanyRequest): VoucherQuery {
  const { query } = request;
  const { tipo, status, externalReference, correlationId, rncComprador, actualizadoDesde, buscar } =
    query as Asked;
  const page = pageAsked(request, limitDefault);
  return {
    ...page,
    environment: readEnvironment(query['environment']) ?? page.environment,
    ...(tipo !== undefined && { type: tipo }),
    ...(status !== undefined && statusFilters[status]),
    ...(externalReference !== undefined && { externalReference }),
    ...(correlationId !== undefined && { correlationId }),
    ...(rncComprador !== undefined && { rncComprador }),
    ...(actualizadoDesde !== undefined && { changedFrom: momentAsked('actualizadoDesde', actualizadoDesde) }),
    ...soughtAsked('buscar', buscar),
    ...amountsAsked(query, ['montoDesde', 'montoHasta']),
    ...daysAsked(query, ['desde', 'hasta']),
    ...issueDaysAsked(query, ['emitidoDesde', 'emitidoHasta']),
  };
}
