/** Pages of lists: their size, and the text that says where the next one begins. */
import { ServiceError } from '../../../shared/errors.js';

const sizeDefault = 50;

/** openapi-web.yaml allows 1 to 100. */
export function pageSize(query: Readonly<Record<string, unknown>>): number {
  return Number(query['limit'] ?? sizeDefault);
}

/** A cursor only says where to continue. The company and the environment come from the path. */
export function cursorText(position: readonly (number | string)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

interface Kinds {
  readonly number: number;
  readonly string: string;
}

/** Undefined: the request has no cursor. Throws when it is not one of ours. */
export function cursorOf<First extends keyof Kinds, Second extends keyof Kinds>(
  text: unknown,
  first: First,
  second: Second,
): readonly [Kinds[First], Kinds[Second]] | undefined {
  if (text === undefined) return undefined;
  const position = parsed(text);
  const [a, b] = position;
  const kept = position.every((one) => typeof one === 'string' || isTime(one));
  if (position.length === 2 && kept && typeof a === first && typeof b === second)
    return [a, b] as [Kinds[First], Kinds[Second]];
  const mensaje = 'cursor no es válido: debe ser el next de la página anterior.';
  throw new ServiceError('REQUEST_INVALID', { campo: 'cursor', mensaje });
}

function parsed(text: unknown): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(text), 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A number from a cursor becomes a date or an id. */
function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && !Number.isNaN(new Date(value as number).getTime());
}
