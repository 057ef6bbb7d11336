/** Pages of lists: their size, and the text that says where the next one begins. */
import { ServiceError } from '../../../shared/errors.js';

const sizeDefault = 50;

/** openapi-web.yaml allows 1 to 100. */
export function pageSize(query: Readonly<Record<string, unknown>>): number {
  return Number(query['limit'] ?? sizeDefault);
}

export function cursorInvalid(): ServiceError {
  const mensaje = 'cursor no es válido: debe ser el next de la página anterior.';
  return new ServiceError('REQUEST_INVALID', { campo: 'cursor', mensaje });
}
