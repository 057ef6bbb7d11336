/** The simulator has no passwords, so it refuses requests that a foreign web page makes through a person's browser. */
import type { IncomingMessage } from 'node:http';

const namesOfThisMachine = ['127.0.0.1', 'localhost', '[::1]'];
const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

export function foreignTo({ method = '', headers }: IncomingMessage): string | undefined {
  const { host, origin } = headers;
  // A page whose host name points to this machine (DNS rebinding) could read every answer.
  if (host !== undefined && !namesThisMachine(host)) return 'Host is not this machine';
  if (readingMethods.includes(method)) return undefined;
  // A page may post here without a preflight request. Browsers send the origin; programs send none.
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site !== 'none' && site !== 'same-origin') return 'the request comes from another site';
  if (origin !== undefined && origin !== `http://${host ?? ''}`) return 'Origin is another site';
  return undefined;
}

/** Accepts any port, because the port may be forwarded. */
function namesThisMachine(host: string): boolean {
  return namesOfThisMachine.includes(host.toLowerCase().replace(/:\d{1,5}$/, ''));
}
