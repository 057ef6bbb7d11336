/**
 * The service as a client sees it, for one test file: simulator, worker and api run in this process, on the run's one mongod
 * and Temporal (docs/develop/tests.md), with their own ledger, task queue and company ids.
 */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes, randomInt } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { request } from 'undici';
import { readConfig, type Config } from '../../src/boot/config.js';
import { createLog, type Log } from '../../src/shared/log.js';
import { temporalClient } from '../../src/shared/temporal-client.js';
import { startWorker } from '../../src/boot/worker-role.js';
import { startApi } from '../../src/boot/api-role.js';
import { taxpayersAuthorityFile } from '../../tools/simulator/buyers/identities.js';
import { readStackConfig } from '../../tools/stack/stack-config.js';
import { startSimulatorRole } from '../../tools/simulator/role.js';
import { openPem } from '../../src/signing/keys/certificate.js';
import { sealCertificate } from '../../src/signing/keys/seal-certificate.js';
import type { Store } from '../../src/ledger/ledger.js';
import type { Company } from '../../src/ledger/companies/company.js';
import { cheapHash } from './samples/cheap-hash.js';
import { certifiedSigner, taxpayersAuthority, testAuthority } from './samples/signers.js';
import { expectDescribed } from './http/described.js';
import { given, givenBundle } from './given.js';
import { openStore, ownDatabase } from './ledger.js';
import { openScope } from './own.js';
import { takeTemporalLog } from './temporal-log.js';

export interface Service {
  readonly companyId: number;
  readonly rnc: string;
  readonly env: Record<string, string>;
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
  readonly temporal: Client;
  readonly simulatorUrl: string;
  apiUrl: string;
  /** Another api in this process, with nothing in its memory of the one before. @param change to its environment */
  startApi(change?: Record<string, string>): Promise<void>;
  stopApi(): Promise<void>;
  startWorker(change?: Record<string, string>): Promise<void>;
  stopWorker(): Promise<void>;
  token(): Promise<string>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** What the simulator saw of an e-NCF. It decides about "exactly once". */
  seenByDgii(encf: string, rnc?: string): Promise<Seen>;
  simulate(settings: object): Promise<void>;
  /** How many requests the simulator got for one of DGII's services. */
  requestsTo(service: string): Promise<number>;
  /** Adds a company with its own signer and user; `delegated: false`: DGII does not let its signer act for it. */
  addCompany(
    options?: { delegated?: boolean } & Partial<
      Pick<Company, 'rnc' | 'razonSocial' | 'origin' | 'environment' | 'productionAllowed'>
    >,
  ): Promise<OtherCompany>;
  /** The end of the test file does it too. */
  stop(): Promise<void>;
}

export interface OtherCompany extends Pick<Service, 'companyId' | 'rnc' | 'post' | 'get'> {
  /** Cédula of its signer. */
  readonly signer: string;
  /** DGII lets its signer act for it from now on. */
  delegate(): Promise<void>;
  /** Imports a new certificate of the same signer. */
  renewCertificate(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: { codigo: number; mensaje: string; procesado: boolean; data: Record<string, unknown> };
}

export interface Seen {
  readonly received: readonly {
    trackId: string;
    sha256: string;
    encf: string;
    outcome: string;
    rncEmisor: string;
    signer: string;
    holder: string;
  }[];
  readonly accepted: number;
  readonly distinctBytes: number;
}

export interface ServiceOptions {
  readonly env?: Record<string, string>;
  /** Starts no worker; the test does. */
  readonly workerless?: boolean;
  /** Starts no api; the test does. */
  readonly apiless?: boolean;
}

const clave = 'prueba-2026';
const passwordHash = cheapHash(clave);

const log = createLog({ role: 'test', level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
beforeAll(() => takeTemporalLog(log));

/** Short intervals, so that pauses, leases and checks end quickly. Few suites need the web application, whose contract takes time to compile. */
const quickEnv = {
  ECF_WEB: 'off',
  ECF_POLL_FIRST_MS: '50',
  ECF_POLL_MAX_MS: '200',
  ECF_RETRY_FIRST_MS: '50',
  ECF_RETRY_MAX_MS: '200',
  ECF_HEARTBEAT_MS: '1000',
  ECF_LEASE_MARGIN_MS: '2000',
  ECF_ASK_AGAIN_MS: '100',
  ECF_TOKEN_PROBE_MS: '1000',
  ECF_CHECK_MARGIN_MS: '1500',
  // Six rounds ask the ledger. Five times as often, they take a sixth of a processor for each service, even while it only waits.
  ECF_COMPLETER_INTERVAL_MS: '1000',
  DGII_SUBMIT_TIMEOUT_MS: '1500',
  DGII_AUTH_TIMEOUT_MS: '1500',
  DGII_QUERY_TIMEOUT_MS: '1500',
  BUYERS_TIMEOUT_MS: '1500',
  WEBHOOKS_TIMEOUT_MS: '1500',
  BUYERS_RETRY_FIRST_MS: '100',
  BUYERS_RETRY_MAX_MS: '400',
};

/** Settings that avoid timeouts when a process pauses for a second or two. */
export const patient = {
  DGII_SUBMIT_TIMEOUT_MS: '5000',
  DGII_AUTH_TIMEOUT_MS: '5000',
  DGII_QUERY_TIMEOUT_MS: '5000',
  ECF_HEARTBEAT_MS: '10000',
};

/**
 * Time limits that no pause of the machine exceeds, for tests that count attempts. Not for a test in which one of them has to end something.
 */
export const unlimited = {
  DGII_SUBMIT_TIMEOUT_MS: '60000',
  DGII_AUTH_TIMEOUT_MS: '60000',
  DGII_QUERY_TIMEOUT_MS: '60000',
  BUYERS_TIMEOUT_MS: '60000',
  WEBHOOKS_TIMEOUT_MS: '30000',
  ECF_LEASE_MARGIN_MS: '60000',
  ECF_HEARTBEAT_MS: '60000',
};

/** A simulator fault: no result for this voucher, or for any voucher, until the faults are replaced. */
export const noResult = (encf?: string) => ({
  service: 'resultado',
  action: 'not-found',
  times: 10_000,
  encf,
});

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { own, close } = openScope('the service');
  const dir = await mkdtemp(join(tmpdir(), 'ecf-flow-'));
  own('its folder', () => rm(dir, { recursive: true, force: true }));
  const companyId = randomInt(1_000, 1_000_000_000);
  const rnc = '999999992';
  const name = `ecf_test_${companyId}`;
  const masterKey = randomBytes(32);
  const signer = 'IDCDO-00000000001';
  let others = 0;

  await writeFile(join(dir, 'ca.pem'), testAuthority().certificatePem);
  const delegations: Record<string, string[]> = {};
  const delegate = async (serialNumber: string, to: string) => {
    delegations[serialNumber] = [to];
    // The simulator may read it at any moment, so it never sees half of it.
    await writeFile(join(dir, 'delegations.new'), JSON.stringify(delegations));
    await rename(join(dir, 'delegations.new'), join(dir, 'delegations.json'));
  };
  await delegate(signer, rnc);

  const env: Record<string, string> = {
    LOG_LEVEL: log.level,
    PORT: '0',
    ADMIN_PORT: '0',
    WORKER_ADMIN_PORT: '0',
    MONGODB_URI: given('TEST_MONGODB_URI'),
    MONGODB_DATABASE: name,
    TEMPORAL_ADDRESS: given('TEST_TEMPORAL_ADDRESS'),
    TEMPORAL_TASK_QUEUE: name,
    ECF_JWT_SECRET: `test:${randomBytes(32).toString('base64')}`,
    ECF_WEB_SECRET: `test:${randomBytes(32).toString('base64')}`,
    ECF_MASTER_KEY: masterKey.toString('base64'),
    DGII_ALLOW_HTTP: 'true',
    BUYERS_PRIVATE_ADDRESSES: 'allow',
    SIMULATOR_PORT: '0',
    SIMULATOR_DATA_DIR: join(dir, 'simulator'),
    SIMULATOR_CA_FILE: join(dir, 'ca.pem'),
    SIMULATOR_DELEGATIONS_FILE: join(dir, 'delegations.json'),
    ...quickEnv,
    ...options.env,
  };
  const taxpayers = taxpayersAuthority();
  if (taxpayers !== undefined) {
    await mkdir(join(dir, 'simulator'), { recursive: true });
    await writeFile(join(dir, 'simulator', taxpayersAuthorityFile), JSON.stringify(taxpayers));
  }
  const simulator = await startSimulatorRole(readStackConfig(env), log);
  own('the simulator', () => simulator.stop());
  const simulatorUrl = `http://127.0.0.1:${simulator.port}`;
  // At these addresses a call to the wrong host fails, as it does at DGII.
  env['DGII_ECF_HOST'] = `${simulatorUrl}/ecf-host`;
  env['DGII_FC_HOST'] = `${simulatorUrl}/fc-host`;
  env['DGII_STATUS_HOST'] = `${simulatorUrl}/status-host`;
  const config = readConfig(env);

  ownDatabase({ own }, config.mongo.database);
  const store = await openStore(config.mongo.uri, config.mongo.database);
  own('the ledger', () => store.close());
  await store.putCompany({
    companyId,
    rnc,
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'client',
    environment: 'pre-certification',
    productionAllowed: false,
  });
  await store.putUser({
    usuario: 'prueba',
    rnc,
    companyId,
    passwordHash,
    disabled: false,
  });
  await certify(companyId, signer);

  const temporal = temporalClient(config.temporal, 10_000);
  own('the connection to Temporal', () => temporal.connection.close());
  let stopApi: (() => Promise<void>) | undefined;
  let stopWorker: (() => Promise<void>) | undefined;
  let bearer: string | undefined;

  const service: Service = {
    companyId,
    rnc,
    env,
    config,
    log,
    store,
    temporal,
    simulatorUrl,
    apiUrl: '',
    startApi: async (change = {}) => {
      const api = await startApi(readConfig({ ...env, ...change }), log);
      stopApi = own('the api', () => api.stop());
      service.apiUrl = `http://127.0.0.1:${api.port}`;
    },
    stopApi: async () => {
      await stopApi?.();
      stopApi = undefined;
    },
    startWorker: async (change = {}) => {
      const changed = readConfig({ ...env, ...change });
      const worker = await startWorker(changed, log, { workflowBundle: givenBundle() });
      stopWorker = own('the worker', () => worker.stop());
    },
    stopWorker: async () => {
      await stopWorker?.();
      stopWorker = undefined;
    },
    token: async () => {
      if (bearer === undefined) {
        const answer = await send('POST', '/api/v2/Auth/login', { usuario: 'prueba', clave, rnc }, {});
        bearer = (answer.body as unknown as { token: string }).token;
      }
      return bearer;
    },
    post: async (path, body, headers = {}) =>
      send('POST', path, body, { authorization: `Bearer ${await service.token()}`, ...headers }),
    get: async (path) => send('GET', path, undefined, { authorization: `Bearer ${await service.token()}` }),
    seenByDgii: async (encf, issuer = rnc) => {
      const query = new URLSearchParams({ rnc: issuer, encf });
      const response = await request(`${simulatorUrl}/_simulator/submissions?${query}`);
      return (await response.body.json()) as Seen;
    },
    requestsTo: async (service) => {
      const response = await request(`${simulatorUrl}/_simulator/counts`);
      const { requests } = (await response.body.json()) as { requests: Record<string, number> };
      return requests[service] ?? 0;
    },
    simulate: async (settings) => {
      const response = await request(`${simulatorUrl}/_simulator/settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      });
      if (response.statusCode >= 300)
        throw new Error(`The simulator refused settings: ${await response.body.text()}`);
      await response.body.dump();
    },
    addCompany: async ({ delegated = true, ...change } = {}) => {
      others += 1;
      const id = companyId + others;
      const otherRnc = change.rnc ?? String(400_000_000 + others);
      const serialNumber = `IDCDO-${String(others + 1).padStart(11, '0')}`;
      await store.putCompany({
        companyId: id,
        rnc: otherRnc,
        razonSocial: `EMPRESA DE PRUEBA ${others} SRL`,
        origin: 'client',
        environment: 'pre-certification',
        productionAllowed: false,
        ...change,
      });
      await store.putUser({ usuario: 'prueba', rnc: otherRnc, companyId: id, passwordHash, disabled: false });
      await certify(id, serialNumber);
      if (delegated) await delegate(serialNumber, otherRnc);
      const login = { usuario: 'prueba', clave, rnc: otherRnc };
      const answer = await send('POST', '/api/v2/Auth/login', login, {});
      const authorization = `Bearer ${(answer.body as unknown as { token: string }).token}`;
      return {
        companyId: id,
        rnc: otherRnc,
        signer: serialNumber.replace('IDCDO-', ''),
        delegate: () => delegate(serialNumber, otherRnc),
        renewCertificate: () => certify(id, serialNumber, 'FIRMANTE RENOVADO'),
        post: (path, body, headers = {}) => send('POST', path, body, { authorization, ...headers }),
        get: (path) => send('GET', path, undefined, { authorization }),
      };
    },
    stop: close,
  };
  if (options.apiless !== true) await service.startApi();
  if (options.workerless !== true) await service.startWorker();
  return service;

  /** Adds the signer's key and certificate, sealed as an import seals it. */
  async function certify(id: number, serialNumber: string, commonName = 'FIRMANTE DE PRUEBA'): Promise<void> {
    const issued = certifiedSigner({ commonName, serialNumber });
    const opened = openPem(issued.certificatePem, issued.privateKeyPem);
    if (!opened.ok) throw new Error(opened.reason);
    await store.putCertificate({
      ...sealCertificate(id, opened.certificate, masterKey),
      importedAt: new Date(),
    });
  }

  async function send(method: 'GET' | 'POST', path: string, body: unknown, headers: Record<string, string>) {
    const response = await request(`${service.apiUrl}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: 130_000,
    });
    const answer = {
      status: response.statusCode,
      headers: response.headers,
      body: (await response.body.json()) as Answer['body'],
    };
    expectDescribed({ method, path, ...answer });
    return answer;
  }
}
