/** `npm start`: all parts on this machine. With the argument `simulator` it is one of them: the simulated DGII. */
import { ConfigError } from '../../src/boot/config.js';
import { createLog } from '../../src/shared/log.js';
import { stopOnSignal } from '../../src/shared/process/stop-on-signal.js';
import { startSimulatorRole } from '../simulator/role.js';
import { readStackConfig } from './stack-config.js';
import { startAll } from './start-all.js';
import { explain } from './terminal-log.js';

async function main(part: string | undefined): Promise<void> {
  const config = readStackConfig(process.env);
  if (part === undefined) {
    const service = await startAll(config, process.env);
    stopOnSignal(() => service.stop());
    service.printAddresses();
    return;
  }
  if (part !== 'simulator') throw new ConfigError(`Unknown part "${part}": simulator, or none for all`);
  const log = createLog({ role: part, level: config.logLevel });
  const running = await startSimulatorRole(config, log);
  stopOnSignal(() => running.stop());
  log.info({ port: running.port }, 'ready');
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
