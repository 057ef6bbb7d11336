/** The values of one header, as they arrived. */
import type { IncomingMessage } from 'node:http';

/**
 * All values of the header, in order; `name` in small letters. Node's own `headersDistinct` does the same, but before Node 20.20.2
 * it throws when any header of the request is named `__proto__`.
 */
export function headerValues({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  // Names and values take turns.
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
