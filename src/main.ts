/**
 * Starts one role of the service: `node dist/src/main.js api` or `worker`. `mongo-setup` and `temporal-setup` prepare what the roles need, and
 * end. All parts on one machine: tools/stack/main.ts.
 */
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

const jobs = { 'mongo-setup': mongoSetup, 'temporal-setup': temporalSetup } as const;

async function mongoSetup(config: Config, log: Log): Promise<void> {
  const { setUpMongo } = await import('./boot/set-up-mongo.js');
  await setUpMongo(process.env, config, log);
}

async function temporalSetup(config: Config, log: Log): Promise<void> {
  const { setUpTemporal } = await import('./boot/set-up-temporal.js');
  await setUpTemporal(process.env, config, log);
}

async function main(role = ''): Promise<void> {
  if (!isOneOf(roles, role) && !isOneOf(jobs, role))
    throw new ConfigError(`Unknown role "${role}": api, worker, mongo-setup or temporal-setup`);
  const config = readConfig(process.env);
  const log = createLog({ role, level: config.logLevel });
  if (isOneOf(jobs, role)) return jobs[role](config, log);
  const running = await roles[role](config, log);
  stopOnSignal(() => running.stop());
  log.info({ port: running.port }, 'ready');
}

function isOneOf<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}

main(process.argv[2]).catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof ConfigError ? error.message : text}\n`);
  process.exit(1);
});
