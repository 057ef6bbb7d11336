/** The filters of the voucher list. The page's address holds them, so that a link shows the same list. */
import {
  documentStates,
  waitingReasons,
  type DocumentState,
  type WaitingReason,
} from '../../../ecf/model/document-states.js';
import { parseEcfType, type EcfType } from '../../../ecf/model/ecf-types.js';
import type { QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import {
  choiceIn,
  rnc,
  textIn,
  voucherDaysIn,
  voucherQuestion,
  type VoucherDays,
} from '../../shared/list-filters.js';

const buyerTroubles = [
  'rejected',
  'undelivered',
  'not-received',
  'given-up',
] as const satisfies readonly QueryOf<'listVouchers'>['atBuyer'][];

export interface Filters extends VoucherDays {
  /** Words of the voucher: its buyer, amount, numbers or reference. */
  readonly buscar?: string;
  readonly montoDesde?: string;
  readonly montoHasta?: string;
  readonly estado?: DocumentState;
  /** A waiting reason, or `any` for every reason. */
  readonly espera?: WaitingReason | 'any';
  readonly pendientes?: true;
  readonly tipo?: EcfType;
  readonly encf?: string;
  readonly correlacion?: string;
  readonly referencia?: string;
  /** The buyer's RNC or cédula. */
  readonly comprador?: string;
  readonly entrega?: (typeof buyerTroubles)[number];
}

/** An amount as a person types it: `54,876.60`. */
export const amountPattern = '\\d[\\d,]{0,15}(?:\\.\\d{1,2})?';
const amountForm = new RegExp(`^${amountPattern}$`);

export interface ListSearch extends Filters {
  readonly cursor?: string;
  /** The e-NCF that the drawer shows. */
  readonly ver?: string;
}

/** Reads the filters from the address and ignores everything else there. */
export function listSearchOf(search: Record<string, unknown>): ListSearch {
  return {
    ...filtersOf(search),
    ...textIn(search, 'cursor'),
    ...textIn(search, 'ver', /^E\d{12}$/),
  };
}

export function filtersOf(search: Record<string, unknown>): Filters {
  const tipo = parseEcfType(search['tipo']);
  return {
    ...choiceIn(search, 'estado', Object.keys(documentStates) as DocumentState[]),
    ...choiceIn(search, 'espera', ['any', ...(Object.keys(waitingReasons) as WaitingReason[])]),
    ...choiceIn(search, 'pendientes', [true]),
    ...choiceIn(search, 'entrega', buyerTroubles),
    ...(tipo === undefined ? {} : { tipo }),
    ...voucherDaysIn(search),
    ...textIn(search, 'buscar'),
    ...textIn(search, 'montoDesde', amountForm),
    ...textIn(search, 'montoHasta', amountForm),
    ...textIn(search, 'encf'),
    ...textIn(search, 'correlacion'),
    ...textIn(search, 'referencia'),
    ...textIn(search, 'comprador', rnc),
  };
}

export function questionOf(search: ListSearch): QueryOf<'listVouchers'> {
  const { estado, espera, pendientes, tipo, correlacion, referencia, comprador, entrega, cursor } = search;
  const { buscar, montoDesde, montoHasta } = search;
  return given({
    ...voucherQuestion(search),
    search: buscar,
    amountFrom: montoDesde?.replaceAll(',', ''),
    amountTo: montoHasta?.replaceAll(',', ''),
    state: estado,
    reason: espera,
    pending: pendientes,
    type: tipo,
    correlationId: correlacion,
    externalReference: referencia,
    rncComprador: comprador,
    atBuyer: entrega,
    cursor,
  });
}
