/** The pages of a list: the query parameter `cursor`, and the answer with the cursor of the next page. */
import type { PageCursor } from '../ledger/pages.js';
import { ServiceError } from '../shared/errors.js';
import { cursorText, parseCursor } from '../shared/page-cursor.js';
import { successAnswer, type Answer, type CompanyRequest } from './handler.js';

/**
 * Reads the cursor. Undefined: the first page. Throws ServiceError. @param from the header or member that gave the client the cursor; the
 * message names it
 */
export function cursorAsked(given: unknown, from = 'X-Next-Cursor'): PageCursor | undefined {
  if (given === undefined) return undefined;
  const cursor = typeof given === 'string' ? parseCursor(given) : undefined;
  if (cursor === undefined) throw cursorInvalid(from);
  return cursor;
}

export function pageAsked(
  { company: { companyId, environment }, query }: CompanyRequest,
  limitDefault: number,
) {
  const cursor = cursorAsked(query['cursor']);
  return { companyId, environment, limit: Number(query['limit'] ?? limitDefault), ...(cursor && { cursor }) };
}

export function cursorInvalid(from: string): ServiceError {
  const mensaje = `cursor no es válido: debe ser el ${from} de la página anterior.`;
  return new ServiceError('REQUEST_INVALID', { campo: 'cursor', mensaje });
}

export function pageAnswer(mensaje: string, data: readonly object[], next: PageCursor | undefined): Answer {
  const page = successAnswer(mensaje, data);
  return next === undefined ? page : { ...page, headers: { 'X-Next-Cursor': cursorText(next) } };
}
