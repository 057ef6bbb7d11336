/**
 * Starts the service. `node dist/main.js` runs all roles on one machine, with an embedded MongoDB and Temporal where no
 * address is configured; `node dist/main.js api|worker|simulator` runs one role, for production.
 */
import { ConfigError, readConfig, type Config } from './boot/config.js';
import { createLog, type Log } from './shared/log.js';
import {
  installTemporalLogger,
  startApi,
  startSimulatorRole,
  startWorker,
  type RunningRole,
} from './boot/roles.js';
import { freePort, loopback } from '../tools/stack/processes/ports.js';
import { startAll } from '../tools/stack/start-all.js';
import { explain } from '../tools/stack/terminal-log.js';

const roles = { api: startApi, worker: startWorker, simulator: startSimulatorRole } as const;

/** The SDK wants an address of its own for its metrics, a free one on the loopback; they are told with ours. */
async function worker(config: Config, log: Log): Promise<RunningRole> {
  const address = `${loopback}:${await freePort()}`;
  installTemporalLogger(log, address);
  return startWorker(config, log, { sdkMetricsUrl: `http://${address}/metrics` });
}

/** A role that has not stopped by then is ended. */
const stopMs = 15_000;

async function main(argument: string | undefined): Promise<void> {
  const config = readConfig(process.env);
  if (argument === undefined || argument === 'all') {
    const service = await startAll(config, process.env);
    service.printAddresses();
    stopOnSignal(() => service.stop());
    return;
  }
  if (!(argument in roles))
    throw new ConfigError(`Unknown role "${argument}": api, worker, simulator or all`);
  const role = argument as keyof typeof roles;
  const log = createLog({ role, level: config.logLevel });
  const running: RunningRole = role === 'worker' ? await worker(config, log) : await roles[role](config, log);
  log.info({ port: running.port }, 'ready');
  stopOnSignal(() => running.stop());
}

/** Ctrl-C or SIGTERM: stop in order, once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
