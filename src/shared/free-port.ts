/** Finds a free port on the loopback address. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const loopback = '127.0.0.1';

/**
 * We search below the ports that a system uses for outgoing connections (Linux from 32768, others from 49152). Any connection
 * could take one of those before we listen on it. The service's own default ports are also outside this range.
 */
const firstPort = 10_000;
const ports = 17_000;
/**
 * Processes that search at the same time have ids that differ by little. This factor makes them start hundreds of ports apart.
 * The random part does the same, in most cases, when tests load this module again. It has no common divisor with `ports`.
 */
const portsApart = 1_009;
let next = (process.pid * portsApart + randomInt(100)) % ports;

/** Returns a port that was free a moment ago. This process gets the same port again only after all others. */
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

/** The port is in use, or the system reserves it (Windows, for Hyper-V). */
const passedOver = ['EADDRINUSE', 'EACCES'];

/** Listens for a moment. Returns the system's error code when that fails; undefined when it works. */
export function refusalOf(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
