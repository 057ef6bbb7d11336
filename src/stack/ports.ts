/** Ports on the loopback address: a free one, and a clear word when a wanted one is taken. */
import { createServer } from 'node:net';
import { StackError } from './stack-log.js';
import { until } from './wait.js';

export const loopback = '127.0.0.1';

/** A port that was free a moment ago; the system gives out others first before it gives out this one again. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/** A service that was killed a moment ago: its servers notice, and let go of their ports within seconds. */
const graceMs = 5_000;
const lookEveryMs = 100;

/**
 * Rejects with a message for a person when the port is taken and stays so.
 * @param name what wants to listen, for example `MongoDB`
 * @param envName the variable that moves it to another port, for example `MONGO_PORT`
 */
export async function assertPortFree(name: string, port: number, envName: string): Promise<void> {
  let code: string | undefined;
  const free = async () => {
    try {
      await listenOnce(port);
      code = undefined;
      return true;
    } catch (error) {
      ({ code } = error as NodeJS.ErrnoException);
      // Whatever else is wrong with it stays so.
      return code !== 'EADDRINUSE';
    }
  };
  await until(free, { everyMs: lookEveryMs, limitMs: graceMs });
  if (code === undefined) return;
  throw new StackError(
    `El puerto ${port} de ${name} ya está ocupado. Detenga el otro programa o elija otro puerto con ${envName}=<puerto> ` +
      `(port ${port} for ${name} is ${code === 'EADDRINUSE' ? 'in use' : `refused, ${code}`}; choose another one with ${envName}).`,
  );
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('A TCP server has an address'));
        else resolve(address.port);
      });
    });
  });
}
