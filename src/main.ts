/** Starts one role of the service: `node dist/src/main.js api` or `worker`. All parts on one machine: tools/stack/main.ts. */
import { ConfigError, readConfig, type Config } from './boot/config.js';
import type { RunningRole } from './boot/role.js';
import { freePort, loopback } from './shared/free-port.js';
import { createLog, type Log } from './shared/log.js';
import { stopOnSignal } from './shared/process/stop-on-signal.js';

/** Each role loads only its own modules: the api does not need Temporal's worker, and the worker does not need Express. */
const roles = { api, worker } as const;

async function api(config: Config, log: Log): Promise<RunningRole> {
  const { startApi } = await import('./boot/api-role.js');
  return startApi(config, log);
}

/** The SDK needs its own address for its metrics, so we give it a free port on loopback. We serve its metrics with ours. */
async function worker(config: Config, log: Log): Promise<RunningRole> {
  const { installTemporalLogger } = await import('./boot/temporal-sdk.js');
  const { startWorker } = await import('./boot/worker-role.js');
  const address = `${loopback}:${await freePort()}`;
  installTemporalLogger(log, address);
  return startWorker(config, log, { sdkMetricsUrl: `http://${address}/metrics` });
}

async function main(role = ''): Promise<void> {
  if (role !== 'api' && role !== 'worker') throw new ConfigError(`Unknown role "${role}": api or worker`);
  const config = readConfig(process.env);
  const log = createLog({ role, level: config.logLevel });
  const running = await roles[role](config, log);
  stopOnSignal(() => running.stop());
  log.info({ port: running.port }, 'ready');
}

main(process.argv[2]).catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof ConfigError ? error.message : text}\n`);
  process.exit(1);
});
