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

export interface ReceivedFilters extends VoucherDays {
  readonly decision?: (typeof decisions)[number];
  readonly dgii?: (typeof dgiiFilters)[number];
  readonly emisor?: string;
  readonly encf?: string;
}

interface ReceivedSearch extends ReceivedFilters {
  readonly cursor?: string;
}

export function receivedFiltersOf(search: Record<string, unknown>): ReceivedSearch {
  return {
    ...choiceIn(search, 'decision', decisions),
    ...choiceIn(search, 'dgii', dgiiFilters),
    ...textIn(search, 'emisor', rnc),
    ...textIn(search, 'encf'),
    ...voucherDaysIn(search),
    ...textIn(search, 'cursor'),
  };
}

export function receivedQuestionOf(search: ReceivedSearch): Question {
  const { decision, dgii, emisor, cursor } = search;
  return given({ ...voucherQuestion(search), decision, dgii, rncEmisor: emisor, cursor });
}
