/** A free port on the loopback address. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const loopback = '127.0.0.1';

/**
 * Free ports are looked for below those that a system takes for the near ends of outgoing connections (Linux from 32768,
 * others from 49152): one of these can be taken by any connection before it is listened on. The service's own defaults
 * lie outside, too.
 */
const firstPort = 10_000;
const ports = 17_000;
/**
 * Processes that look at the same time each begin elsewhere, and hundreds of ports apart: their ids differ by little. So
 * does, mostly, a module that is loaded once more (tests). No divisor in common with `ports`.
 */
const portsApart = 1_009;
let next = (process.pid * portsApart + randomInt(100)) % ports;

/** A port that was free a moment ago, and that this process is not told again before it was told all others. */
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

/** In use, or kept back by the system (Windows, for Hyper-V). */
const passedOver = ['EADDRINUSE', 'EACCES'];

/** Listens for a moment. The system's code when it does not let us; undefined when it does. */
export function refusalOf(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
