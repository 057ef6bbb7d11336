/** Finds a free port on the loopback address. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const loopback = '127.0.0.1';

/**
 * The search stays below the ports that systems use for outgoing connections (Linux from 32768, others from 49152), because any connection
 * could take one of those before we listen on it. It also avoids the service's own default ports, and begins above 10080, the highest port
 * that browsers and `fetch` refuse (https://fetch.spec.whatwg.org/#port-blocking).
 */
const firstPort = 10_100;
const ports = 16_900;
/**
 * Processes that search at the same time often have neighbouring ids. This factor lets them start hundreds of ports apart; it has no common
 * divisor with `ports`. The random part does the same when tests load this module again.
 */
const portsApart = 1_009;
let next = (process.pid * portsApart + randomInt(100)) % ports;

/** Returns a port that was free a moment ago. This process returns the same port again only after all others. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < ports; tried += 1) {
    const port = firstPort + next;
    next = (next + 1) % ports;
    const refusal = await refusalOf(port);
    if (refusal === undefined) return port;
    if (!passedOver.includes(refusal)) throw new Error(`No se puede escuchar (cannot listen): ${refusal}`);
  }
  throw new Error('No queda ningún puerto libre (no free port is left).');
}

/** The port is in use, or the system reserves it (Windows does so for Hyper-V). */
const passedOver = ['EADDRINUSE', 'EACCES'];

/** Listens on the port for a moment. Returns the system's error code if that fails, undefined if it works. */
export function refusalOf(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
