/** The places of everything in a rehearsal: ports on 127.0.0.1, secrets made for this run, and the variables of each role. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../../src/boot/config.js';
import { freePort } from '../../src/shared/free-port.js';
import { demoAuthorityFiles } from '../demo/demo-data.js';
import { ownEnvironment } from '../own-stack/own-environment.js';
import { makeProxyCertificate } from '../proxy/start-proxy.js';
import { writePrivate } from '../stack/private-files.js';
import { workerName } from '../torture/outages/part-health.js';
import { composeService, type ComposeValues } from './compose-file.js';
import { makeTemporalCertificates } from './parts/temporal-certificates.js';

const apisCount = 2;
const workersCount = 3;
const membersCount = 3;

export interface RolePlace {
  readonly name: string;
  readonly port: number;
  readonly adminUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

export type Places = Awaited<ReturnType<typeof rehearsalPlaces>>;

export async function rehearsalPlaces(dataDir: string, settings: Readonly<Record<string, string>>) {
  const proxyCertificate = await makeProxyCertificate(dataDir);
  const temporalCertificates = await makeTemporalCertificates(dataDir);
  const [postgresPort, temporalPort, simulatorPort] = await ports(3);
  const mongoPorts = await ports(membersCount);
  const variables = secrets();
  // This key seals the demo's companies. The torture reads it from this file.
  await writePrivate(join(dataDir, 'secrets', 'master-key'), variables.ECF_MASTER_KEY);
  const compose: ComposeValues = {
    variables,
    onTop: 'deploy/temporal-tls/compose.yml',
    addresses: [
      ['mongo:27017', mongoPorts.map((port) => `127.0.0.1:${port}`).join()],
      ['temporal:7233', `127.0.0.1:${temporalPort}`],
      ['temporal-db', '127.0.0.1'],
      ['./temporal-tls', temporalCertificates.folder],
    ],
  };
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const toSimulator = {
    ...settings,
    // At these addresses a call to the wrong host fails, as it does at DGII.
    DGII_ECF_HOST: `${simulatorUrl}/ecf-host`,
    DGII_FC_HOST: `${simulatorUrl}/fc-host`,
    DGII_STATUS_HOST: `${simulatorUrl}/status-host`,
    DGII_ALLOW_HTTP: 'true',
    BUYERS_PRIVATE_ADDRESSES: 'allow',
    // No limit on a company's calls, because the rehearsal does not test that limit.
    ECF_CALLS_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '127.0.0.1',
    // Loopback only, because the ledger has the demo's users, whose password is public.
    HOST: '127.0.0.1',
    ADMIN_HOST: '127.0.0.1',
  };
  const rolePlace = async (role: 'api' | 'worker', name: string): Promise<RolePlace> => {
    const [port, adminPort] = await ports(2);
    const { environment } = composeService(role, compose);
    const portNames = {
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      WORKER_ADMIN_PORT: String(adminPort),
    };
    const adminUrl = `http://127.0.0.1:${adminPort}`;
    return { name, port, adminUrl, environment: { ...environment, ...toSimulator, ...portNames } };
  };
  const named = (role: 'api' | 'worker', count: number, nameOf: (index: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, index) => rolePlace(role, nameOf(index))));
  const apis = await named('api', apisCount, (index) => `api-${index + 1}`);
  const workers = await named('worker', workersCount, workerName);
  const workerEnvironment = workers[0]?.environment ?? {};
  const authority = demoAuthorityFiles(dataDir);
  return {
    dataDir,
    compose,
    variables,
    proxyCertificate,
    temporalCertificates,
    postgresPort,
    temporalPort,
    mongoPorts,
    simulatorUrl,
    apis,
    workers,
    /** As the worker's variables name it, certificates included. */
    temporal: readConfig(workerEnvironment).temporal,
    /** The worker's account, which may do everything in the ledger. */
    mongoUri: workerEnvironment['MONGODB_URI'] ?? '',
    /** The command line gets the variables of a worker, because it runs where a worker runs. */
    operatorEnvironment: ownEnvironment(process.env, { ...workerEnvironment, ECF_DATA_DIR: dataDir }),
    simulatorEnvironment: {
      SIMULATOR_PORT: String(simulatorPort),
      SIMULATOR_DATA_DIR: join(dataDir, 'simulator'),
      SIMULATOR_CA_FILE: authority.certificate,
      SIMULATOR_DELEGATIONS_FILE: authority.delegations,
      SIMULATOR_RESULT_DELAY_MS: '0',
      // Its taxpayers send us vouchers through the proxy.
      NODE_EXTRA_CA_CERTS: proxyCertificate.certificate,
      LOG_LEVEL: 'warn',
    },
  };
}

function secrets() {
  const word = (bytes = 24) => randomBytes(bytes).toString('hex');
  return {
    ECF_JWT_SECRET: `k1:${word(32)}`,
    ECF_WEB_SECRET: `k1:${word(32)}`,
    ECF_MASTER_KEY: randomBytes(32).toString('base64'),
    MONGO_ROOT_PASSWORD: word(),
    MONGO_API_PASSWORD: word(),
    MONGO_WORKER_PASSWORD: word(),
    MONGO_REPLICA_KEY: word(128),
    TEMPORAL_DB_PASSWORD: word(),
  } as const;
}

async function ports<const Count extends 2 | 3>(
  count: Count,
): Promise<Count extends 3 ? [number, number, number] : [number, number]>;
async function ports(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(await freePort());
  return found;
}
