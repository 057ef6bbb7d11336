/** Starts the parts of a rehearsal in the order of docker-compose.yml: each server and its set-up job, then the roles. */
import { connectStore } from '../../src/ledger/ledger.js';
import { ensureDemoData } from '../demo/demo-data.js';
import { startProxy } from '../proxy/start-proxy.js';
import type { Supervised } from '../stack/processes/supervise.js';
import type { Binaries } from './binaries/binaries.js';
import { composeService } from './compose-file.js';
import { startMonitoring, type Monitoring } from './monitoring/start-monitoring.js';
import { runJob } from './parts/jobs.js';
import { startMembers, type Members } from './parts/mongo-members.js';
import { startPostgres, type StartedPostgres } from './parts/postgres.js';
import { assertHealthy, startRole } from './parts/roles.js';
import { startTemporalServer } from './parts/temporal.js';
import type { Places, RolePlace } from './places.js';

export interface World {
  readonly places: Places;
  readonly binaries: Binaries;
  readonly processes: Map<string, Supervised>;
  /** Functions that end the parts, to be called in reverse order. */
  readonly endings: ((options: { readonly keep: boolean }) => Promise<void>)[];
}

function add({ processes, endings }: World, name: string, running: Supervised): void {
  processes.set(name, running);
  endings.push(() => running.stop());
}

export async function startLedger(world: World): Promise<Members> {
  const { dataDir, compose, variables, mongoPorts } = world.places;
  const members = await startMembers({
    binary: world.binaries.mongod,
    dataDir,
    ports: mongoPorts,
    key: variables.MONGO_REPLICA_KEY,
    rootPassword: variables.MONGO_ROOT_PASSWORD,
    started: (name, running) => add(world, name, running),
  });
  await runJob('mongo-setup', composeService('mongo-setup', compose), world.binaries.folder);
  return members;
}

export async function startProcessSide(world: World): Promise<StartedPostgres> {
  const { dataDir, compose, variables, postgresPort, temporalPort, temporal } = world.places;
  const { binaries } = world;
  const postgres = await startPostgres({
    programs: binaries.postgres,
    dataDir,
    port: postgresPort,
    user: 'temporal',
    password: variables.TEMPORAL_DB_PASSWORD,
  });
  world.endings.push(({ keep }) => {
    if (!keep) postgres.deleteData();
    return Promise.resolve();
  });
  add(world, 'postgres', postgres.running);
  const port = String(postgresPort);
  const tables = composeService('temporal-db-setup', compose, { SQL_PORT: port });
  await runJob('temporal-db-setup', tables, binaries.folder);
  const server = composeService('temporal', compose, { DB_PORT: port });
  const options = { binary: binaries.temporalServer, dataDir, port: temporalPort, reached: temporal };
  add(world, 'temporal', await startTemporalServer(server, options));
  await runJob('temporal-setup', composeService('temporal-setup', compose), binaries.folder);
  return postgres;
}

/** @returns the proxy's address */
export async function startRoles(world: World): Promise<string> {
  const { places } = world;
  const { dataDir, mongoUri, variables, simulatorUrl } = places;
  const store = await connectStore(mongoUri, 'ecf');
  await ensureDemoData(store, dataDir, Buffer.from(variables.ECF_MASTER_KEY, 'base64')).finally(() =>
    store.close(),
  );
  const start = async (role: 'api' | 'worker', { name, adminUrl, environment }: RolePlace) => {
    add(world, name, await startRole({ name, role, dataDir, environment, readyUrl: `${adminUrl}/readyz` }));
    await assertHealthy(composeService(role, places.compose), environment);
  };
  const simulator = startRole({
    name: 'simulator',
    role: 'simulator',
    dataDir,
    environment: places.simulatorEnvironment,
    readyUrl: `${simulatorUrl}/_simulator/counts`,
  });
  add(world, 'simulator', await simulator);
  await Promise.all(places.workers.map((place) => start('worker', place)));
  await Promise.all(places.apis.map((place) => start('api', place)));
  const written = composeService('proxy', places.compose);
  const proxy = await startProxy({
    dataDir,
    apis: places.apis.map(({ port }) => `127.0.0.1:${port}`),
    certificate: places.proxyCertificate,
    environment: written.environment,
  });
  add(world, 'proxy', proxy.running);
  await assertHealthy(written, proxy.environment);
  return proxy.url;
}

/** Prometheus and its alarms, from now on. */
export async function startWatch(world: World): Promise<Monitoring> {
  const { dataDir, compose, apis, workers } = world.places;
  const hosts = (places: readonly RolePlace[]) => places.map(({ adminUrl }) => new URL(adminUrl).host);
  const monitoring = await startMonitoring({
    dataDir,
    targets: { api: hosts(apis), worker: hosts(workers) },
    services: {
      prometheus: composeService('prometheus', compose),
      alertmanager: composeService('alertmanager', compose),
    },
    started: (name, running) => add(world, name, running),
  });
  world.endings.push(() => monitoring.stop());
  return monitoring;
}
