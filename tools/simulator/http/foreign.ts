/**
 * Requests that a web page of somebody else makes through the browser of whoever runs the simulator. The simulator asks nobody
 * for a password: it answers programs of this machine only.
 */
import type { IncomingMessage } from 'node:http';

const namesOfThisMachine = ['127.0.0.1', 'localhost', '[::1]'];
const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Why a request is refused; undefined: it is not foreign. */
export function foreignTo({ method = '', headers }: IncomingMessage): string | undefined {
  const { host, origin } = headers;
  // A page whose name leads to this machine (DNS rebinding) could read every answer.
  if (host !== undefined && !namesThisMachine(host)) return 'Host is not this machine';
  if (readingMethods.includes(method)) return undefined;
  // A page may post here without asking first. Browsers say where from; programs say nothing.
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site !== 'none' && site !== 'same-origin') return 'the request comes from another site';
  if (origin !== undefined && origin !== `http://${host ?? ''}`) return 'Origin is another site';
  return undefined;
}

/** Whatever the port: it may be forwarded. */
function namesThisMachine(host: string): boolean {
  return namesOfThisMachine.includes(host.toLowerCase().replace(/:\d{1,5}$/, ''));
}
