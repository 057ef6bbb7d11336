/** What the routes of lists read from a request: the size of a page, and where the next page begins. */
import type { PageCursor } from '../../../ledger/pages.js';
import { cursorAsked, cursorInvalid as invalid } from '../../page-cursor.js';

const sizeDefault = 50;

/** openapi-web.yaml allows 1 to 100. */
export function pageSize(query: Readonly<Record<string, unknown>>): number {
  return Number(query['limit'] ?? sizeDefault);
}

/** Reads where the page begins. Undefined: the first page. */
export function pageCursor(query: Readonly<Record<string, unknown>>): PageCursor | undefined {
  return cursorAsked(query['cursor'], 'next');
}

export const cursorInvalid = () => invalid('next');
