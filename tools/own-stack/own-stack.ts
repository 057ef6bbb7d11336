/**
 * Your own complete service in a temporary folder, on free ports, so that a run touches nothing else on the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStackConfig } from '../stack/stack-config.js';
import { freePort } from '../../src/shared/free-port.js';
import type { TemporalServer } from '../../src/shared/temporal-client.js';
import { startAll, type RunningService } from '../stack/start-all.js';
import { namespace } from '../stack/start-temporal.js';
import { ownEnvironment } from './own-environment.js';

export interface OwnStackOptions {
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** How many; default: one. */
  readonly workers?: number;
  /** A role that ran this long is restarted at once when it dies. */
  readonly steadyMs?: number;
}

export interface OwnStack extends Pick<RunningService, 'apiUrl' | 'mongoUri' | 'pids'> {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly apiAdminUrl: string;
  readonly workerAdminUrls: readonly string[];
  readonly simulatorUrl: string;
  readonly temporal: TemporalServer;
  /** Default: the process with the part's name. */
  processOf?(part: string): Promise<string>;
  /** Default: the checks of an embedded stack. */
  readonly checks?: ReadonlyMap<string, () => Promise<boolean>>;
  /** Deletes the folder too, unless it is kept for inspection. */
  stop(options?: { readonly keep?: boolean }): Promise<void>;
}

export async function startOwnStack({
  name,
  settings = {},
  workers = 1,
  steadyMs,
}: OwnStackOptions): Promise<OwnStack> {
  const ports = await freePorts();
  const dataDir = mkdtempSync(join(tmpdir(), `ecf-${name}-`));
  const env = ownEnvironment(process.env, { ...settings, ...textOf(ports), ECF_DATA_DIR: dataDir });
  const workerAdminPorts = [ports.WORKER_ADMIN_PORT];
  while (workerAdminPorts.length < workers) workerAdminPorts.push(await freePort());
  const startOptions = { workerAdminPorts, ...(steadyMs === undefined ? {} : { steadyMs }) };
  const deleteData = () => rmSync(dataDir, { recursive: true, force: true });
  const service = await startAll(readStackConfig(env), env, startOptions).catch((error: unknown) => {
    deleteData();
    throw error;
  });
  return {
    dataDir,
    env,
    apiUrl: service.apiUrl,
    apiAdminUrl: local(ports.ADMIN_PORT),
    workerAdminUrls: workerAdminPorts.map(local),
    simulatorUrl: local(ports.SIMULATOR_PORT),
    mongoUri: service.mongoUri,
    temporal: { address: `127.0.0.1:${ports.TEMPORAL_PORT}`, namespace },
    pids: () => service.pids(),
    stop: async ({ keep = false } = {}) => {
      await service.stop();
      if (!keep) deleteData();
    },
  };
}

async function freePorts() {
  return {
    PORT: await freePort(),
    ADMIN_PORT: await freePort(),
    WORKER_ADMIN_PORT: await freePort(),
    SIMULATOR_PORT: await freePort(),
    MONGO_PORT: await freePort(),
    TEMPORAL_PORT: await freePort(),
    TEMPORAL_UI_PORT: await freePort(),
  };
}

function textOf(ports: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}
