/** The query parameter `cursor` of a list. */
import { ServiceError } from '../shared/errors.js';
import { parseCursor, type PageCursor } from '../shared/page-cursor.js';

/** Undefined: the first page. Throws ServiceError. */
export function cursorAsked(given: unknown): PageCursor | undefined {
  if (given === undefined) return undefined;
  const cursor = typeof given === 'string' ? parseCursor(given) : undefined;
  if (cursor !== undefined) return cursor;
  const mensaje = 'cursor no es válido: debe ser el X-Next-Cursor de la página anterior.';
  throw new ServiceError('REQUEST_INVALID', { campo: 'cursor', mensaje });
}
