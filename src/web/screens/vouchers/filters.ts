/** The filters of the voucher list. The page's address holds them, so that a link shows the same list. */
import { documentStates, waitingReasons, type DocumentState } from '../../../ecf/model/document-states.js';
import type { QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import { commonQuestion, day, rnc, textIn } from '../../shared/list-filters.js';
import { parseEcfType, type EcfType } from '../../../ecf/model/ecf-types.js';

/** A waiting reason, or `any` for every reason. */
type Waiting = NonNullable<QueryOf<'listVouchers'>['waiting']>;

/** What went wrong at the buyer. */
export const buyerTroubles = [
  'rejected',
  'undelivered',
  'not-received',
  'given-up',
] as const satisfies readonly QueryOf<'listVouchers'>['atBuyer'][];

export interface Filters {
  readonly estado?: DocumentState;
  readonly espera?: Waiting;
  /** Only vouchers without a final result. */
  readonly pendientes?: true;
  readonly tipo?: EcfType;
  /** Days of reception, `yyyy-MM-dd`; of issue with `dia`. */
  readonly desde?: string;
  readonly hasta?: string;
  /** The days are those of FechaEmision. */
  readonly dia?: 'emision';
  readonly encf?: string;
  readonly correlacion?: string;
  /** The buyer's RNC or cédula. */
  readonly comprador?: string;
  readonly entrega?: (typeof buyerTroubles)[number];
}

export interface ListSearch extends Filters {
  readonly cursor?: string;
}

/** Reads the filters from the address and ignores everything else there. */
export function filtersOf(search: Record<string, unknown>): ListSearch {
  const { estado, espera } = search;
  const entrega = buyerTroubles.find((one) => one === search['entrega']);
  const tipo = parseEcfType(search['tipo']);
  const days = { ...textIn(search, 'desde', day), ...textIn(search, 'hasta', day) };
  // Without days, nothing is filtered by them.
  const byIssue = search['dia'] === 'emision' && Object.keys(days).length > 0;
  return {
    ...(isState(estado) ? { estado } : {}),
    ...(isWaiting(espera) ? { espera } : {}),
    ...(search['pendientes'] === true ? { pendientes: true as const } : {}),
    ...(tipo === undefined ? {} : { tipo }),
    ...(entrega === undefined ? {} : { entrega }),
    ...days,
    ...(byIssue ? { dia: 'emision' as const } : {}),
    ...textIn(search, 'encf'),
    ...textIn(search, 'correlacion'),
    ...textIn(search, 'comprador', rnc),
    ...textIn(search, 'cursor'),
  };
}

function isState(value: unknown): value is DocumentState {
  return typeof value === 'string' && Object.hasOwn(documentStates, value);
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === 'string' && (value === 'any' || Object.hasOwn(waitingReasons, value));
}

/** The query for the service. */
export function questionOf(search: ListSearch): QueryOf<'listVouchers'> {
  const { estado, espera, pendientes, tipo, correlacion, comprador, entrega, dia, cursor } = search;
  const { from, to, ...common } = commonQuestion(search);
  return given({
    ...common,
    ...(dia === undefined ? { from, to } : { issuedFrom: from, issuedTo: to }),
    state: estado,
    waiting: espera,
    pending: pendientes,
    type: tipo,
    correlationId: correlacion,
    buyerRnc: comprador,
    atBuyer: entrega,
    cursor,
  });
}
