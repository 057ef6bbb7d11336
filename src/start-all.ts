/**
 * All roles on one machine: an embedded MongoDB and Temporal where no address is configured, the demo data, then
 * simulator, worker and api as processes of their own, each started again when it dies.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.js';
import { demoAuthorityFiles, ensureDemoData } from './demo-data.js';
import { createLog, type Log } from './log.js';
import { secretIn } from './private-files.js';
import { startEmbedded } from './stack/embedded.js';
import { lockDataDir } from './stack/data-dir.js';
import { assertPortFree } from './stack/ports.js';
import { supervise, type Supervised } from './stack/supervise.js';
import { connectStore } from './store/connect.js';
import { searchAttributes } from './workflows/contract.js';

export interface RunningService {
  readonly apiUrl: string;
  printAddresses(): void;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const mainFile = fileURLToPath(new URL('./main.js', import.meta.url));
const jwtSecretBytes = 48;
const masterKeyBytes = 32;

export async function startAll(config: Config, env: Environment): Promise<RunningService> {
  const log = createLog({ role: 'stack', level: config.logLevel });
  const dataDir = resolve(config.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(dataDir);
  const started: (() => Promise<void>)[] = [() => lock.release()];
  const stop = async () => {
    // Last started, first stopped: nothing loses what it stands on.
    for (const stopOne of started.splice(0).reverse())
      await stopOne().catch((error: unknown) => log.warn({ err: error }, 'stop'));
  };
  try {
    await checkPorts(config);
    const backing = await startBacking(config, dataDir, log);
    started.push(() => backing.stop());

    const childEnv = { ...definedOf(env), ...(await settingsOf(config, dataDir, backing)) };
    await prepareLedger(config, dataDir, childEnv);
    const [simulator, ...rest] = childrenOf(config, childEnv, log);
    const children: Supervised[] = [];
    for (const start of [simulator, ...rest]) if (start !== undefined) children.push(await start());
    started.push(async () => {
      await Promise.all(children.map((child) => child.stop()));
    });
    return {
      apiUrl: `http://127.0.0.1:${config.port}`,
      printAddresses: () => printAddresses(config, backing.temporalUiUrl),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Said before anything is started: which variable to change. */
async function checkPorts(config: Config): Promise<void> {
  await assertPortFree('API', config.port, 'PORT');
  await assertPortFree('API (administración)', config.admin.apiPort, 'ADMIN_PORT');
  await assertPortFree('worker (administración)', config.admin.workerPort, 'WORKER_ADMIN_PORT');
  if (simulated(config)) await assertPortFree('simulador', config.simulator.port, 'SIMULATOR_PORT');
}

interface Backing {
  readonly mongoUri: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string | undefined;
  stop(): Promise<void>;
}

function startBacking(config: Config, dataDir: string, log: Log): Promise<Backing> {
  const { mongo, temporal } = config;
  if (mongo.uri !== '' && temporal.address !== '') {
    const nothing = { temporalUiUrl: undefined, stop: () => Promise.resolve() };
    return Promise.resolve({ mongoUri: mongo.uri, temporalAddress: temporal.address, ...nothing });
  }
  return startEmbedded({
    dataDir,
    mongoUri: mongo.uri,
    mongoPort: mongo.port,
    temporalAddress: temporal.address,
    temporalPort: temporal.port,
    temporalUiPort: temporal.uiPort,
    searchAttributes,
    log,
  });
}

/** DGII's own addresses are only used when they are configured: without, the simulator stands in. */
function simulated(config: Config): boolean {
  return config.dgii.ecfHost === 'https://ecf.dgii.gov.do';
}

async function settingsOf(
  config: Config,
  dataDir: string,
  backing: Backing,
): Promise<Record<string, string>> {
  const secrets = join(dataDir, 'secrets');
  const authority = demoAuthorityFiles(dataDir);
  const simulatorUrl = `http://127.0.0.1:${config.simulator.port}`;
  return {
    MONGODB_URI: backing.mongoUri,
    TEMPORAL_ADDRESS: backing.temporalAddress,
    ...(config.jwt.secrets.length > 0
      ? {}
      : { ECF_JWT_SECRET: `local:${await secretIn(join(secrets, 'jwt-secret'), jwtSecretBytes)}` }),
    ...(config.masterKeys.length > 0
      ? {}
      : { ECF_MASTER_KEY: await secretIn(join(secrets, 'master-key'), masterKeyBytes) }),
    ...(simulated(config)
      ? {
          DGII_ECF_HOST: simulatorUrl,
          DGII_FC_HOST: simulatorUrl,
          DGII_ALLOW_HTTP: 'true',
          SIMULATOR_DATA_DIR: config.simulator.dataDir || join(dataDir, 'simulator'),
          SIMULATOR_CA_FILE: config.simulator.caFile || authority.certificate,
          SIMULATOR_DELEGATIONS_FILE: config.simulator.delegationsFile || authority.delegations,
        }
      : {}),
  };
}

async function prepareLedger(config: Config, dataDir: string, env: Record<string, string>): Promise<void> {
  const [masterKey] = (env['ECF_MASTER_KEY'] ?? '').split(',');
  const store = await connectStore(env['MONGODB_URI'] ?? '', config.mongo.database);
  try {
    await ensureDemoData(store, dataDir, Buffer.from(masterKey ?? '', 'base64'), new Date());
  } finally {
    await store.close();
  }
}

function childrenOf(config: Config, env: Record<string, string>, log: Log): (() => Promise<Supervised>)[] {
  const child = (role: string, readyUrl: string) => () =>
    supervise({
      name: role,
      command: process.execPath,
      args: ['--enable-source-maps', mainFile, role],
      env,
      log,
      readyUrl,
    });
  return [
    ...(simulated(config)
      ? [child('simulator', `http://127.0.0.1:${config.simulator.port}/_simulator/counts`)]
      : []),
    child('worker', `http://127.0.0.1:${config.admin.workerPort}/readyz`),
    child('api', `http://127.0.0.1:${config.port}/readyz`),
  ];
}

function printAddresses(config: Config, temporalUiUrl: string | undefined): void {
  const lines = [
    `API               http://127.0.0.1:${config.port}`,
    `Documentación     http://127.0.0.1:${config.port}/docs`,
    ...(temporalUiUrl === undefined ? [] : [`Temporal (Web UI) ${temporalUiUrl}`]),
    ...(simulated(config) ? [`Simulador DGII    http://127.0.0.1:${config.simulator.port}`] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function definedOf(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
