/**
 * Your own complete service, as `npm start` runs it: embedded MongoDB and Temporal, simulator, worker and api, each a process,
 * on free ports, with data in a temporary folder. Bench, torture and soak use it, so that none of them measures, or writes
 * into, anything else on the machine.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../dist/src/boot/config.js';
import { freePort } from '../../dist/src/shared/free-port.js';
import { startAll } from '../../dist/tools/stack/start-all.js';
import { ownEnvironment, portNames } from './own-environment.mjs';

/**
 * @param {object} options
 * @param {string} options.name begins the temporary folder's name
 * @param {Readonly<Record<string, string>>} [options.settings] of the service, beside ports and folders
 * @param {number} [options.workers] how many
 * @param {number} [options.steadyMs] after which a role that dies is started again at once
 */
export async function startOwnStack({ name, settings = {}, workers = 1, steadyMs }) {
  const dataDir = mkdtempSync(join(tmpdir(), `ecf-${name}-`));
  const ports = {};
  for (const portName of portNames) ports[portName] = String(await freePort());
  const env = ownEnvironment(process.env, { ...settings, ...ports, ECF_DATA_DIR: dataDir });
  const workerAdminPorts = [Number(ports.WORKER_ADMIN_PORT)];
  while (workerAdminPorts.length < workers) workerAdminPorts.push(await freePort());
  const startOptions = { workerAdminPorts, ...(steadyMs === undefined ? {} : { steadyMs }) };
  const clearAway = () => rmSync(dataDir, { recursive: true, force: true });
  const service = await startAll(readConfig(env), env, startOptions).catch((error) => {
    clearAway();
    throw error;
  });
  const local = (port) => `http://127.0.0.1:${port}`;
  return {
    dataDir,
    env,
    apiUrl: service.apiUrl,
    apiAdminUrl: local(ports.ADMIN_PORT),
    workerAdminUrls: workerAdminPorts.map(local),
    simulatorUrl: local(ports.SIMULATOR_PORT),
    mongoUri: service.mongoUri,
    temporalAddress: `127.0.0.1:${ports.TEMPORAL_PORT}`,
    /** Current process ids; undefined for a role that is being restarted. */
    pids: () => service.pids(),
    /** Deletes the folder too, unless it is kept for inspection. */
    stop: async ({ keep = false } = {}) => {
      await service.stop();
      if (!keep && existsSync(dataDir)) clearAway();
    },
  };
}
