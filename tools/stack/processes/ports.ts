/** Checks that a port on the loopback address is free. */
import { refusalOf } from '../../../src/shared/free-port.js';
import { StackError } from '../stack-log.js';
import { until } from './wait.js';

/** When a service was killed a moment ago, its servers notice and release their ports within seconds. */
const graceMs = 5_000;
const checkEveryMs = 100;

/**
 * @throws with a message for a person when the port stays taken
 * @param envName the variable that moves it to another port, for example `MONGO_PORT`
 */
export async function assertPortFree(name: string, port: number, envName: string): Promise<void> {
  let code: string | undefined;
  const settled = async () => {
    code = await refusalOf(port);
    // Any other error does not go away by waiting.
    return code !== 'EADDRINUSE';
  };
  await until(settled, { everyMs: checkEveryMs, limitMs: graceMs });
  if (code === undefined) return;
  throw new StackError(
    `El puerto ${port} de ${name} ya está ocupado. Detenga el otro programa o elija otro puerto con ${envName}=<puerto> ` +
      `(port ${port} for ${name} is ${code === 'EADDRINUSE' ? 'in use' : `refused, ${code}`}; choose another one with ${envName}).`,
  );
}
