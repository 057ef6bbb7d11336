/** X-Correlation-Id: the caller's name for a request. Every response carries it. If the caller sends none, we make one. */
import { randomUUID } from 'node:crypto';

export const correlationHeader = 'X-Correlation-Id';

/** 1 to 128 printable ASCII characters, blanks inside allowed: safe in a header, a log line and a search attribute. */
const pattern = /^[\x20-\x7e]{1,128}$/;

export function correlationIdOf(header?: string): string {
  return header !== undefined && pattern.test(header) ? header : randomUUID();
}
