/** Production on one machine without Docker, each part set up as docker-compose.yml says; the simulator is DGII. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trustAuthority } from '../bench/http.js';
import type { OwnStack } from '../own-stack/own-stack.js';
import { assertProxyPrograms, authorityOf } from '../proxy/start-proxy.js';
import type { Supervised } from '../stack/processes/supervise.js';
import { answers200 } from '../torture/outages/part-health.js';
import { isServing } from '../torture/outages/temporal-runs.js';
import { say } from '../torture/run-program.js';
import { findBinaries } from './binaries/binaries.js';
import { assertMonitoringPrograms, type Monitoring } from './monitoring/start-monitoring.js';
import type { Members } from './parts/mongo-members.js';
import type { TemporalCertificates } from './parts/temporal-certificates.js';
import { startLedger, startProcessSide, startRoles, startWatch, type World } from './start-parts.js';
import { rehearsalPlaces } from './places.js';

type Checks = ReadonlyMap<string, () => Promise<boolean>>;

export interface RehearsalStack extends OwnStack {
  readonly apiAdminUrls: readonly string[];
  readonly temporalCertificates: TemporalCertificates;
  readonly monitoring: Monitoring;
}

export async function startRehearsal(settings: Readonly<Record<string, string>>): Promise<RehearsalStack> {
  assertProxyPrograms();
  assertMonitoringPrograms();
  const dataDir = mkdtempSync(join(tmpdir(), 'ecf-rehearsal-'));
  const binaries = await findBinaries(dataDir);
  const places = await rehearsalPlaces(dataDir, settings);
  trustAuthority(authorityOf(places.proxyCertificate));
  const processes = new Map<string, Supervised>();
  const world: World = { places, processes, binaries, endings: [] };
  const stop = async ({ keep = false } = {}) => {
    // In reverse order: a process ends before the server to which it writes.
    for (const end of world.endings.reverse()) await end({ keep });
    if (!keep) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const [members, postgres] = await Promise.all([startLedger(world), startProcessSide(world)]);
    const apiUrl = await startRoles(world);
    const monitoring = await startWatch(world);
    const { temporal, apis, workers, simulatorUrl } = places;
    const checks: Checks = new Map([
      ...apis.map(({ name, port }) => [name, () => answers200(`http://127.0.0.1:${port}/healthz`)] as const),
      ...workers.map(({ name, adminUrl }) => [name, () => answers200(`${adminUrl}/readyz`)] as const),
      ...[...members.processes.keys()].map((name) => [name, () => members.works(name)] as const),
      ['proxy', () => answers200(`${apiUrl}/healthz`)],
      ['simulator', () => answers200(`${simulatorUrl}/_simulator/counts`)],
      ['postgres', () => postgres.answers()],
      ['temporal', () => isServing(temporal)],
    ]);
    return {
      dataDir,
      apiUrl,
      simulatorUrl,
      temporal,
      checks,
      stop,
      mongoUri: places.mongoUri,
      env: places.operatorEnvironment,
      apiAdminUrl: apis[0]?.adminUrl ?? '',
      apiAdminUrls: apis.map(({ adminUrl }) => adminUrl),
      temporalCertificates: places.temporalCertificates,
      monitoring,
      workerAdminUrls: workers.map(({ adminUrl }) => adminUrl),
      pids: () => Object.fromEntries([...processes].map(([name, { pid }]) => [name, pid])),
      processOf: processOf(members, apis),
    };
  } catch (error) {
    await stop({ keep: true });
    say(`What is left of it: ${dataDir}`);
    throw error;
  }
}

/** Chooses the process that an outage strikes. The apis take turns. */
function processOf(members: Members, apis: readonly { readonly name: string }[]) {
  let turn = 0;
  return (part: string): Promise<string> => {
    if (part === 'mongod') return members.named('primary');
    if (part === 'mongod-secondary') return members.named('secondary');
    if (part === 'api') turn += 1;
    return Promise.resolve(part === 'api' ? (apis[turn % apis.length]?.name ?? part) : part);
  };
}
