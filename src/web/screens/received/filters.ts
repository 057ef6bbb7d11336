/** The filters of the received vouchers. The page's address holds them, so that a link shows the same list. */
import { dgiiStates } from '../../../ecf/codes/reception-states.js';
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

type Question = QueryOf<'listReceived'>;

export const decisions = [
  'por-decidir',
  'atrasado',
  'pendiente',
  'aprobado',
  'rechazado',
  'no-llego',
] as const satisfies readonly Question['decision'][];

const dgiiFilters = [...dgiiStates, 'unknown'] as const satisfies readonly Question['dgii'][];

export const orders = ['recientes', 'plazo'] as const;

/** What waits for a decision begins with what waits longest, unless the person chooses otherwise. */
const byDeadline: readonly unknown[] = ['por-decidir', 'atrasado'] satisfies readonly Question['decision'][];

export interface ReceivedFilters extends VoucherDays {
  readonly decision?: (typeof decisions)[number];
  readonly dgii?: (typeof dgiiFilters)[number];
  /** Words of the voucher: its issuer, amount or number. */
  readonly buscar?: string;
  readonly orden?: (typeof orders)[number];
  readonly emisor?: string;
  readonly encf?: string;
}

export interface ReceivedSearch extends ReceivedFilters {
  readonly cursor?: string;
}

export function receivedFiltersOf(search: Record<string, unknown>): ReceivedSearch {
  return {
    ...choiceIn(search, 'decision', decisions),
    ...choiceIn(search, 'dgii', dgiiFilters),
    ...textIn(search, 'buscar'),
    ...choiceIn(search, 'orden', orders),
    ...textIn(search, 'emisor', rnc),
    ...textIn(search, 'encf'),
    ...voucherDaysIn(search),
    ...textIn(search, 'cursor'),
  };
}

export function receivedQuestionOf(search: ReceivedSearch): Question {
  const { decision, dgii, emisor, buscar, cursor } = search;
  const { orden = byDeadline.includes(decision) ? 'plazo' : 'recientes' } = search;
  const order = orden === 'plazo' ? 'deadline' : undefined;
  return given({
    ...voucherQuestion(search),
    decision,
    dgii,
    rncEmisor: emisor,
    search: buscar,
    order,
    cursor,
  });
}
