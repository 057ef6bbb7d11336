/** X-Correlation-Id: the caller's name for a request. Every response carries it. If the caller sends none, we make one. */
import { randomUUID } from 'node:crypto';

export const correlationHeader = 'X-Correlation-Id';

/** 1 to 128 printable ASCII characters, blanks inside allowed: safe in a header, a log line and a search attribute. */
const pattern = /^[\x20-\x7e]{1,128}$/;

/** `valid` is false when the caller sent an id that we cannot use. `id` is then a new one. */
export function correlationIdOf(header: string | undefined): { id: string; valid: boolean } {
  if (header === undefined) return { id: randomUUID(), valid: true };
  return pattern.test(header) ? { id: header, valid: true } : { id: randomUUID(), valid: false };
}
