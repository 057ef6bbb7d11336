/** All roles on one machine; each is a process of its own and is restarted when it dies. */
import { join, resolve } from 'node:path';
import { ConfigError, isDgiiHost, type Config } from '../../src/boot/config.js';
import { demoAuthorityFiles, ensureDemoData } from '../demo/demo-data.js';
import { demoPeople, demoUser, hasDemoUsers } from '../../src/boot/demo-users.js';
import { connectTemporal } from '../../src/boot/connect-temporal.js';
import { terminalLog } from './terminal-log.js';
import { roleEnvironment, type Role } from './role-environment.js';
import { startEmbedded, type Embedded } from './embedded.js';
import { assertPortFree } from './processes/ports.js';
import { secretIn } from './private-files.js';
import {
  checkDataDir,
  checkXsdDir,
  exposureOf,
  openLedger,
  refuseExposedDemo,
  refuseImitatedProduction,
} from '../../src/boot/start-checks.js';
import { sayIfSlow } from './processes/wait.js';
import { supervise, type Supervised, type SuperviseOptions } from './processes/supervise.js';
import type { StackConfig } from './stack-config.js';
import { searchAttributes } from '../../src/workflows/contract/vouchers.js';
import { projectFile } from '../../src/shared/project-file.js';

export interface RunningService {
  readonly apiUrl: string;
  /** Contains the password. */
  readonly mongoUri: string;
  /** By part (`mongod`, `temporal`, `api`…); undefined between a death and the restart. */
  pids(): Readonly<Record<string, number | undefined>>;
  printAddresses(): void;
  stop(): Promise<void>;
}

export interface StartAllOptions {
  /** Admin port of each worker. Default: one worker on `WORKER_ADMIN_PORT`. */
  readonly workerAdminPorts?: readonly number[];
  readonly steadyMs?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const programs: Readonly<Record<Role, string>> = {
  api: projectFile('dist/src/main.js'),
  worker: projectFile('dist/src/main.js'),
  simulator: projectFile('dist/tools/stack/main.js'),
};
/** It builds no indexes, because `openReportingDelay` builds them before the roles start, without a limit. */
const readyLimitMs = 60_000;
/** Longer than a role's own limit for stopping (main.ts). */
const stopLimitMs = 20_000;
const answerTimeoutMs = 2_000;
const jwtSecretBytes = 48;
const webSecretBytes = 48;
const masterKeyBytes = 32;

export async function startAll(
  config: StackConfig,
  env: Environment,
  options: StartAllOptions = {},
): Promise<RunningService> {
  const dataDir = resolve(config.dataDir);
  await checkBeforeStart(config, dataDir);
  const backing = await startEmbedded({
    dataDir,
    mongoPort: config.mongo.port,
    temporalPort: config.temporal.port,
    temporalUiPort: config.temporalUiPort,
    searchAttributes,
    log: terminalLog,
    parts: { mongod: config.mongo.uri === '', temporal: config.temporal.address === '' },
  });
  const children = new Map<string, Supervised>();
  let demoData = false;
  const stop = async () => {
    await Promise.all(Array.from(children.values(), (child) => child.stop()));
    await backing.stop();
  };
  try {
    const childEnv = { ...env, ...(await settingsOf(config, dataDir, backing)) };
    demoData = await prepareLedger(config, dataDir, childEnv);
    await startTogether(childrenOf(config, childEnv, options), children);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    apiUrl: `http://127.0.0.1:${config.port}`,
    mongoUri: config.mongo.uri || backing.mongoUri,
    pids: () => ({
      mongod: backing.mongodPid,
      temporal: backing.temporalPid,
      ...Object.fromEntries(Array.from(children, ([name, { pid }]) => [name, pid])),
    }),
    printAddresses: () => printAddresses(config, backing.temporalUiUrl, demoData),
    stop,
  };
}

/** Those that are ready are in `children`, so that they can be stopped when another one fails. */
async function startTogether(
  starts: readonly SuperviseOptions[],
  children: Map<string, Supervised>,
): Promise<void> {
  const results = await Promise.allSettled(
    starts.map(async (options) => children.set(options.name, await supervise(options))),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Fails before anything starts and names the variable to change. */
async function checkBeforeStart(config: StackConfig, dataDir: string): Promise<void> {
  const { mongo, temporal, officialXsdDir } = config;
  refuseImitatedProduction(config);
  if (config.allowProduction)
    throw new ConfigError(
      'ECF_ALLOW_PRODUCTION=true: npm start and npm run demo use the simulator; for production start api and worker ' +
        'one by one, as docker-compose.yml does',
    );
  const exposed = exposureOf(config);
  if (withDemo(config) && exposed !== undefined)
    throw new ConfigError(`${exposed} with the embedded MongoDB and the simulator: the demo’s user is in it`);
  checkXsdDir(officialXsdDir);
  checkDataDir(dataDir);
  await checkPorts(config);
  if (mongo.uri !== '') {
    const store = await openReportingDelay(mongo);
    await refuseExposedDemo(config, store).finally(() => store.close());
  }
  if (temporal.address !== '') await (await connectTemporal(temporal)).connection.close();
}

const slowOpeningMs = 5_000;

/** Reports that the start takes long. Otherwise a person may end it, and the next start would build the indexes from the beginning. */
function openReportingDelay(mongo: Parameters<typeof openLedger>[0]): ReturnType<typeof openLedger> {
  return sayIfSlow(openLedger(mongo), slowOpeningMs, () =>
    terminalLog.info(
      {},
      'Se abre el registro (MongoDB). La primera vez después de una actualización prepara índices: cerca de un minuto por millón de comprobantes.',
    ),
  );
}

async function checkPorts(config: StackConfig): Promise<void> {
  await assertPortFree('API', config.port, 'PORT');
  await assertPortFree('API (administración)', config.admin.apiPort, 'ADMIN_PORT');
  await assertPortFree('worker (administración)', config.admin.workerPort, 'WORKER_ADMIN_PORT');
  if (simulated(config)) await assertPortFree('simulador', config.simulator.port, 'SIMULATOR_PORT');
}

/** DGII's own addresses are used only when configured; by default the simulator takes their role. */
function simulated(config: Config): boolean {
  return isDgiiHost('DGII_ECF_HOST', config.dgii.ecfHost);
}

/** The demo's password is public, so it belongs only in a ledger that is the demo's own. */
function withDemo(config: Config): boolean {
  return config.mongo.uri === '' && simulated(config);
}

async function settingsOf(
  config: StackConfig,
  dataDir: string,
  backing: Embedded,
): Promise<Record<string, string>> {
  const secrets = join(dataDir, 'secrets');
  const authority = demoAuthorityFiles(dataDir);
  const simulatorUrl = `http://127.0.0.1:${config.simulator.port}`;
  return {
    MONGODB_URI: config.mongo.uri || backing.mongoUri,
    TEMPORAL_ADDRESS: config.temporal.address || backing.temporalAddress,
    ...(config.jwt.secrets.length > 0
      ? {}
      : { ECF_JWT_SECRET: `local:${await secretIn(join(secrets, 'jwt-secret'), jwtSecretBytes)}` }),
    ...(config.web.secrets.length > 0
      ? {}
      : { ECF_WEB_SECRET: `local:${await secretIn(join(secrets, 'web-secret'), webSecretBytes)}` }),
    ...(config.web.temporalUiUrl === '' ? { ECF_TEMPORAL_UI_URL: backing.temporalUiUrl } : {}),
    ...(config.masterKeys.length > 0
      ? {}
      : { ECF_MASTER_KEY: await secretIn(join(secrets, 'master-key'), masterKeyBytes) }),
    ...(simulated(config)
      ? {
          // At these addresses a call to the wrong host fails, as it does at DGII.
          DGII_ECF_HOST: `${simulatorUrl}/ecf-host`,
          DGII_FC_HOST: `${simulatorUrl}/fc-host`,
          DGII_STATUS_HOST: `${simulatorUrl}/status-host`,
          // The simulator accepts any key, and DGII's own key must not go to it.
          DGII_STATUS_API_KEY: 'simulador',
          DGII_ALLOW_HTTP: 'true',
          BUYERS_PRIVATE_ADDRESSES: 'allow',
          // For a receiver of events on this machine: `npm run receiver`.
          WEBHOOKS_PRIVATE_ADDRESSES: 'allow',
          SIMULATOR_DATA_DIR: config.simulator.dataDir || join(dataDir, 'simulator'),
          SIMULATOR_CA_FILE: config.simulator.caFile || authority.certificate,
          SIMULATOR_DELEGATIONS_FILE: config.simulator.delegationsFile || authority.delegations,
        }
      : {}),
  };
}

/** @returns whether the ledger contains demo users, from this start or an earlier one */
async function prepareLedger(config: Config, dataDir: string, env: Environment): Promise<boolean> {
  const [masterKey] = (env['ECF_MASTER_KEY'] ?? '').split(',');
  const store = await openReportingDelay({ uri: env['MONGODB_URI'] ?? '', database: config.mongo.database });
  try {
    if (withDemo(config)) await ensureDemoData(store, dataDir, Buffer.from(masterKey ?? '', 'base64'));
    await refuseExposedDemo(config, store);
    return await hasDemoUsers(store);
  } finally {
    await store.close();
  }
}

function childrenOf(
  config: StackConfig,
  env: Environment,
  { workerAdminPorts = [config.admin.workerPort], steadyMs }: StartAllOptions,
): SuperviseOptions[] {
  const child = (role: Role, readyUrl: string, name: string = role, settings = {}): SuperviseOptions => ({
    name,
    command: process.execPath,
    // The records of a voucher die young: with more room for them, the garbage collector copies less.
    args: ['--enable-source-maps', '--max-semi-space-size=32', programs[role], role],
    env: roleEnvironment(role, { ...env, ...settings }),
    log: terminalLog,
    logFile: join(resolve(config.dataDir), 'log', `${name}.log`),
    ready: () => answers(readyUrl),
    readyLimitMs,
    restart: { delayMs: 200, delayMaxMs: 30_000, ...(steadyMs === undefined ? {} : { steadyMs }) },
    stopLimitMs,
  });
  // The links in mails lead to this machine, as people reach the web application here. An api with production would need a proxy for it.
  const ofThisMachine = config.publicUrl === '' ? { ECF_PUBLIC_URL: `http://127.0.0.1:${config.port}` } : {};
  return [
    ...(simulated(config)
      ? [child('simulator', `http://127.0.0.1:${config.simulator.port}/_simulator/counts`)]
      : []),
    ...workerAdminPorts.map((port, index) =>
      child('worker', `http://127.0.0.1:${port}/readyz`, index === 0 ? 'worker' : `worker-${index + 1}`, {
        WORKER_ADMIN_PORT: String(port),
        ...ofThisMachine,
      }),
    ),
    child('api', `http://127.0.0.1:${config.port}/readyz`, 'api', simulated(config) ? ofThisMachine : {}),
  ];
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) });
  await response.body?.cancel();
  return response.ok;
}

const demoEmails = demoPeople.map(({ email }) => email).join(', ');

function printAddresses(config: StackConfig, temporalUiUrl: string, demoData: boolean): void {
  const lines = [
    ...(demoData
      ? [
          `Demostración      los datos de ${config.dataDir} son los de la demostración: empresas ficticias, y el usuario ` +
            `${demoUser.usuario} con una clave que es pública`,
          ...(config.web.enabled ? [`Personas          ${demoEmails} (clave ${demoUser.clave})`] : []),
        ]
      : []),
    ...(config.web.enabled ? [`Aplicación web    http://127.0.0.1:${config.port}/app/`] : []),
    `API               http://127.0.0.1:${config.port}`,
    `Documentación     http://127.0.0.1:${config.port}/docs`,
    ...(temporalUiUrl === '' ? [] : [`Temporal (Web UI) ${temporalUiUrl}`]),
    ...(simulated(config) ? [`Simulador DGII    http://127.0.0.1:${config.simulator.port}`] : []),
    `Registros (log)   ${join(config.dataDir, 'log')}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
