/** What the routes of lists read from a request: the size of a page, days, and where the next page begins. */
import { parseDate, startOfDay } from '../../../ecf/model/dates.js';
import { ServiceError } from '../../../shared/errors.js';
import type { PageCursor } from '../../../ledger/mongo/pages.js';
import { cursorAsked, cursorInvalid as invalid } from '../../page-cursor.js';

const sizeDefault = 50;

/** openapi-web.yaml allows 1 to 100. */
export function pageSize(query: Readonly<Record<string, unknown>>): number {
  return Number(query['limit'] ?? sizeDefault);
}

/** Where the page begins. Undefined: it is the first one. */
export function pageCursor(query: Readonly<Record<string, unknown>>): PageCursor | undefined {
  return cursorAsked(query['cursor'], 'next');
}

export const cursorInvalid = () => invalid('next');

const dayMs = 86_400_000;

/** The days `from` and `to` of Santo Domingo, both included, as moments. openapi-web.yaml has checked their form. */
export function daysAsked(query: Readonly<Record<string, unknown>>): { from?: Date; before?: Date } {
  const from = dayOf(query, 'from');
  const to = dayOf(query, 'to');
  return {
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { before: new Date(to + dayMs) }),
  };
}

/** The start of the day. */
function dayOf(query: Readonly<Record<string, unknown>>, name: 'from' | 'to'): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && parseDate(text) !== undefined) return startOfDay(text);
  const mensaje = `${name} debe ser un día DD-MM-AAAA.`;
  throw new ServiceError('REQUEST_INVALID', { campo: name, mensaje });
}
