/** The pages of a list: the query parameter `cursor`, and the answer with the cursor of the next page. */
import type { PageCursor } from '../ledger/pages.js';
import { ServiceError } from '../shared/errors.js';
import { cursorText, parseCursor } from '../shared/page-cursor.js';
import { processed, type Answer } from './http/envelope.js';

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

export function cursorInvalid(from: string): ServiceError {
  const mensaje = `cursor no es válido: debe ser el ${from} de la página anterior.`;
  return new ServiceError('REQUEST_INVALID', { campo: 'cursor', mensaje });
}

/** @param next where the next page begins; undefined: this is the last page */
export function pageAnswer(mensaje: string, data: readonly object[], next: PageCursor | undefined): Answer {
  const body = processed(mensaje, data);
  return next === undefined ? { body } : { body, headers: { 'X-Next-Cursor': cursorText(next) } };
}
