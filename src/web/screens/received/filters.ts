/** The filters of the received vouchers. The page's address holds them, so that a link shows the same list. */
import { dgiiStates } from '../../../ecf/codes/reception-states.js';
import type { QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import { choiceIn, commonQuestion, daysIn, rnc, textIn, type Days } from '../../shared/list-filters.js';

type Question = QueryOf<'listReceived'>;

/** The page's filters by the company's decision. */
export const decisions = [
  'por-decidir',
  'atrasado',
  'pendiente',
  'aprobado',
  'rechazado',
  'no-llego',
] as const satisfies readonly Question['decision'][];

/** The page's filters by DGII's state of the voucher. */
export const dgiiFilters = [...dgiiStates, 'unknown'] as const satisfies readonly Question['dgii'][];

/** The days are those of reception. */
export interface ReceivedFilters extends Days {
  readonly decision?: (typeof decisions)[number];
  readonly dgii?: (typeof dgiiFilters)[number];
  readonly emisor?: string;
  readonly encf?: string;
}

interface ReceivedSearch extends ReceivedFilters {
  readonly cursor?: string;
}

/** Reads the filters from the address and ignores everything else there. */
export function receivedFiltersOf(search: Record<string, unknown>): ReceivedSearch {
  return {
    ...choiceIn(search, 'decision', decisions),
    ...choiceIn(search, 'dgii', dgiiFilters),
    ...textIn(search, 'emisor', rnc),
    ...textIn(search, 'encf'),
    ...daysIn(search),
    ...textIn(search, 'cursor'),
  };
}

/** The query for the service. */
export function receivedQuestionOf(search: ReceivedSearch): Question {
  const { decision, dgii, emisor, cursor } = search;
  return given({ ...commonQuestion(search), decision, dgii, rncEmisor: emisor, cursor });
}
