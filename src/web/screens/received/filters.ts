/** The filters of the received vouchers. The page's address holds them, so that a link shows the same list. */
import type { QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import { commonQuestion, day, rnc, textIn } from '../../shared/list-filters.js';

export const decisions = ['pendiente', 'aprobado', 'rechazado'] as const;

export interface ReceivedFilters {
  readonly decision?: (typeof decisions)[number];
  readonly emisor?: string;
  readonly encf?: string;
  /** Days of reception, `yyyy-MM-dd`. */
  readonly desde?: string;
  readonly hasta?: string;
}

export interface ReceivedSearch extends ReceivedFilters {
  readonly cursor?: string;
}

/** Reads the filters from the address and ignores everything else there. */
export function receivedFiltersOf(search: Record<string, unknown>): ReceivedSearch {
  const decision = decisions.find((one) => one === search['decision']);
  return {
    ...(decision === undefined ? {} : { decision }),
    ...textIn(search, 'emisor', rnc),
    ...textIn(search, 'encf'),
    ...textIn(search, 'desde', day),
    ...textIn(search, 'hasta', day),
    ...textIn(search, 'cursor'),
  };
}

/** The query for the service. */
export function receivedQuestionOf(search: ReceivedSearch): QueryOf<'listReceived'> {
  const { decision, emisor, cursor } = search;
  return given({ ...commonQuestion(search), decision, rncEmisor: emisor, cursor });
}
