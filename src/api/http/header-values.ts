/** Reads all values of one header. */
import type { IncomingMessage } from 'node:http';

/**
 * All values of the header, in order; `name` is in lower case. Node's own `headersDistinct` does the same, but before Node
 * 20.20.2 it throws when any header of the request is named `__proto__`.
 */
export function headerValues({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  // `rawHeaders` lists names and values in turn.
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
