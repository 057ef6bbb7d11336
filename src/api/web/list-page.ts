/** The pages of lists: what their routes read from a request, and their answer. */
import type { Page, PageCursor } from '../../ledger/pages.js';
import { cursorText } from '../../shared/page-cursor.js';
import { cursorAsked, cursorInvalid as invalid } from '../page-cursor.js';
import type { WebRequest } from './web-route.js';

const sizeDefault = 50;

export function pageSize(query: WebRequest['query']): number {
  return Number(query['limit'] ?? sizeDefault);
}

export function pageCursor(query: WebRequest['query']): PageCursor | undefined {
  return cursorAsked(query['cursor'], 'next');
}

export function pageAsked({ company: { companyId }, environment, query }: WebRequest) {
  const cursor = pageCursor(query);
  return { companyId, environment, limit: pageSize(query), ...(cursor && { cursor }) };
}

export function pageAnswer<Row>({ rows, next }: Page<Row>, shown: (row: Row) => object) {
  return { items: rows.map(shown), next: next === undefined ? null : cursorText(next) };
}

export const cursorInvalid = () => invalid('next');
