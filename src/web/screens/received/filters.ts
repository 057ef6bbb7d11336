/** The filters of the received vouchers. They live in the address, so that a link shows the same list. */
import type { QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import { swapDay } from '../../shared/format.js';

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

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address; what is not a filter is left out. */
export function receivedFiltersOf(search: Record<string, unknown>): ReceivedSearch {
  const decision = decisions.find((one) => one === search['decision']);
  const text = (name: string, form: RegExp) => {
    const given = search[name];
    // Digits alone arrive as a number.
    const value = typeof given === 'number' ? String(given) : given;
    return typeof value === 'string' && form.test(value) ? { [name]: value } : {};
  };
  return {
    ...(decision === undefined ? {} : { decision }),
    ...text('emisor', /^\d+$/),
    ...text('encf', /./),
    ...text('desde', day),
    ...text('hasta', day),
    ...text('cursor', /./),
  };
}

/** The question to the service. Days are days in Santo Domingo; the last one is included. */
export function receivedQuestionOf(search: ReceivedSearch): QueryOf<'listReceived'> {
  const { decision, emisor, encf, desde, hasta, cursor } = search;
  return given({
    ...{ decision, rncEmisor: emisor, cursor },
    // People leave out the E.
    encf: encf?.toUpperCase().replace(/^(?=\d)/, 'E'),
    from: desde === undefined ? undefined : swapDay(desde),
    to: hasta === undefined ? undefined : swapDay(hasta),
  });
}
