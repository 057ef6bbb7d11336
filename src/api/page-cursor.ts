/** The query parameter `cursor` of a list. */
import type { PageCursor } from '../ledger/pages.js';
import { ServiceError } from '../shared/errors.js';
import { parseCursor } from '../shared/page-cursor.js';

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
