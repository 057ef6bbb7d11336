/** The roles a process can take, each wired from the configuration. main.ts picks one; tests start them in process. */
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { startAdmin, type AdminOptions, type AdminServer } from './admin.js';
import { startCertificateWatch } from '../activities/background/certificate-expiry.js';
import { openCompanyCertificates } from '../activities/company-certificates.js';
import { startCompleter } from '../activities/background/completer.js';
import { createActivities } from '../activities/create-activities.js';
import { createRegistryActivities } from '../activities/registry/refresh-registry.js';
import { ensureRegistrySchedule } from '../activities/registry/registry-schedule.js';
import { createWake } from '../activities/background/wake.js';
import type { ActivityDeps } from '../activities/deps.js';
import { createOutages } from '../activities/background/outages.js';
import { createDgiiSpeed } from '../activities/issue/dgii-speed.js';
import { startRounds } from '../activities/background/rounds.js';
import { probeSuspended } from '../activities/background/suspension.js';
import { createApiServer } from '../api/http/server.js';
import { createTemporalIssuing } from '../api/issuing/temporal-issuing.js';
import { ConfigError, inquiryTimingsOf, timingsOf, type Config } from './config.js';
import { localDate } from '../ecf/model/dates.js';
import { createDgiiClient } from '../dgii/client.js';
import type { Log } from '../shared/log.js';
import { createApiMetrics, createWorkerMetrics, type ApiMetrics, type WorkerMetrics } from '../shared/metrics.js';
import { loopback } from '../../tools/stack/processes/ports.js';
import { startSimulator, type RunningSimulator } from '../../tools/simulator/start.js';
import {
  checkXsdDir,
  connectTemporal,
  listening,
  openLedger,
  refuseExposedDemo,
  refuseImitatedProduction,
} from './start-checks.js';
import type { Store } from '../ledger/mongo/connect.js';
import { registryTimings } from '../workflows/contract.js';
import { createXsdValidator } from '../xsd/xsd-validator.js';

export interface RunningRole {
  /** The role's public port, or its admin port when it has no other. */
  readonly port: number;
  /** Ends what is under way, within bounds, and lets go of everything. */
  stop(): Promise<void>;
}

/** Requests still under way when the api stops have this long. Those that wait for DGII are answered from the ledger. */
const drainMs = 10_000;
const drainLookMs = 50;

const clock = () => new Date();

export async function startApi(config: Config, log: Log): Promise<RunningRole> {
  refuseImitatedProduction(config);
  if (config.jwt.secrets.length === 0)
    throw new ConfigError('ECF_JWT_SECRET is required: id:secret, at least 32 bytes');
  // It starts, and answers, while Temporal is down; without an address it never would be up.
  if (config.temporal.address === '') throw new ConfigError('TEMPORAL_ADDRESS is required: host:port');
  checkXsdDir(config.officialXsdDir);
  const store = await openLedger(config.mongo);
  await refuseExposedDemo(config, store);
  const issuing = createTemporalIssuing({
    ...config.temporal,
    timings: timingsOf(config),
    inquiryTimings: inquiryTimingsOf(config),
    log,
  });
  const metrics = createApiMetrics();
  const stopping = new AbortController();
  const server = createApiServer({
    config: {
      jwt: config.jwt,
      firstCheckMs: config.issuing.checkMarginMs,
      trustProxy: config.trustProxy,
      numbering: config.numbering,
      limits: config.limits,
    },
    log,
    store: countedByApi(store, metrics),
    issuing,
    xsd: createXsdValidator(xsdOptions(config)),
    clock,
    ready: () => issuing.ready(),
    metrics,
    stopping: stopping.signal,
  });
  const publicAddress = { portName: 'PORT', port: config.port, hostName: 'HOST', host: config.host };
  const port = await listening(publicAddress, () => listen(server, config.port, config.host));
  const admin = await listeningAdmin('ADMIN_PORT', {
    host: config.admin.host,
    port: config.admin.apiPort,
    checks: { ledger: () => store.ping().then(() => true), temporal: () => issuing.ready() },
    metrics,
  });
  return {
    port,
    stop: async () => {
      admin.stopping();
      stopping.abort();
      await drain(server);
      await Promise.all([admin.close(), issuing.close(), store.close()]);
    },
  };
}

function listeningAdmin(portName: string, options: AdminOptions): Promise<AdminServer> {
  const { host, port } = options;
  return listening({ portName, port, hostName: 'ADMIN_HOST', host }, () => startAdmin(options));
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), drainMs);
    // A connection whose answer goes out only now is idle after it, and nobody else would close it.
    const idle = setInterval(() => server.closeIdleConnections(), drainLookMs);
    server.close(() => {
      clearTimeout(late);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What the ledger did for the api, counted where it says that it did. */
function countedByApi(store: Store, metrics: ApiMetrics): Store {
  return {
    ...store,
    admit: async (input) => {
      const admission = await store.admit(input);
      if (admission.outcome === 'created') metrics.admitted(input.tipoeCF);
      return admission;
    },
    nextNumber: async (request) => {
      const number = await store.nextNumber(request);
      if (number.outcome === 'delivered') metrics.numberDelivered(number.ecfType, number.reused);
      return number;
    },
  };
}

function countedByWorker(store: Store, metrics: WorkerMetrics): Store {
  return {
    ...store,
    recordVerdict: async (...verdict) => {
      const document = await store.recordVerdict(...verdict);
      if (document !== undefined) metrics.finished(document.tipoeCF, document.state, document.environment);
      return document;
    },
  };
}

export interface WorkerOptions {
  /** Where Temporal's SDK tells its own metrics, see `installTemporalLogger`. */
  readonly sdkMetricsUrl?: string;
  /** The bundle that `npm run build` made, when left out. */
  readonly workflowBundle?: WorkflowBundleOption;
}

const builtBundle = { codePath: fileURLToPath(new URL('workflow-bundle.js', import.meta.url)) };

export async function startWorker(
  config: Config,
  log: Log,
  { sdkMetricsUrl, workflowBundle = builtBundle }: WorkerOptions = {},
): Promise<RunningRole> {
  refuseImitatedProduction(config);
  if (config.masterKeys.length === 0) throw new ConfigError('ECF_MASTER_KEY is required: 32 bytes in Base64');
  checkXsdDir(config.officialXsdDir);
  const { address, namespace, taskQueue } = config.temporal;
  const metrics = createWorkerMetrics(() => sdkMetrics(sdkMetricsUrl, log));
  const ledger = await openLedger(config.mongo);
  // Nobody logs in here: where the api listens does not matter.
  await refuseExposedDemo({ ...config, host: loopback }, ledger);
  const store = countedByWorker(ledger, metrics);
  metrics.observeLedger({
    read: () => {
      const now = clock();
      return ledger.ledgerOverview(now, localDate(now.getTime()));
    },
    freshMs: config.admin.metricsFreshMs,
    thresholds: config.numbering,
  });
  // First, because it gives up by itself.
  const client = await connectTemporal(config.temporal);
  const connection = await NativeConnection.connect({ address });

  const timings = timingsOf(config);
  const dgii = createDgiiClient({
    hosts: () => ({ ecf: config.dgii.ecfHost, fc: config.dgii.fcHost, status: config.dgii.statusHost }),
    requireHttps: !config.dgii.allowHttp,
    timeouts: {
      submitMs: config.dgii.submitTimeoutMs,
      queryMs: config.dgii.queryTimeoutMs,
      authMs: config.dgii.authTimeoutMs,
    },
    clock,
    log,
    observe: (service, outcome, seconds) => metrics.exchanged(service, outcome, seconds),
  });
  const wake = createWake({ client, taskQueue, timings, log });
  const deps: ActivityDeps = {
    store,
    dgii,
    certificates: openCompanyCertificates(store, config.masterKeys),
    xsd: createXsdValidator(xsdOptions(config)),
    dgiiSpeed: createDgiiSpeed(),
    outages: createOutages({ store, wake, clock, log }),
    clock,
    log,
    wake,
    settings: {
      allowProduction: config.allowProduction,
      statusApiKey: config.dgii.statusApiKey,
      submitTimeoutMs: config.dgii.submitTimeoutMs,
      dgiiHosts: { ecf: new URL(config.dgii.ecfHost).host, fc: new URL(config.dgii.fcHost).host },
      leaseMarginMs: config.issuing.leaseMarginMs,
      askAgainMs: config.issuing.askAgainMs,
      silentAfterMs: config.issuing.silentAfterMs,
      tokenProbeMs: config.issuing.tokenProbeMs,
      checkMarginMs: config.issuing.checkMarginMs,
      referenceWaitMaxMs: config.issuing.referenceWaitMaxMs,
    },
  };
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle,
    activities: {
      ...createActivities(deps),
      ...createRegistryActivities({ store, url: config.registry.url, clock, log }),
    },
    // A worker that died keeps its workflows' next task this long from the others.
    stickyQueueScheduleToStartTimeout: '2s',
    shutdownGraceTime: '10s',
    // Before main.ts ends the process: what is cut off is taken up from the ledger.
    shutdownForceTime: '13s',
    // A run is only what is being done about a voucher. One that cannot be replayed would fail its task for ever; ended, it is
    // begun anew from the ledger.
    workflowFailureErrorTypes: { '*': ['NondeterminismError'] },
    maxConcurrentActivityTaskExecutions: 100,
    maxConcurrentLocalActivityExecutions: 100,
  });
  const running = worker.run();
  await scheduleRegistry(config, client, log);
  const completer = startCompleter({
    store,
    client,
    taskQueue,
    timings,
    clock,
    log,
    intervalMs: config.issuing.completerIntervalMs,
    claimMs: config.issuing.checkMarginMs,
  });
  const suspensions = startRounds({
    name: 'look at suspended companies',
    intervalMs: Math.min(config.issuing.tokenProbeMs, config.issuing.completerIntervalMs),
    log,
    round: async (stopping) => {
      await probeSuspended(deps, stopping);
      return false;
    },
  });
  const certificateWatch = startCertificateWatch({
    ...{ store, clock, log },
    intervalMs: config.issuing.certificateWatchIntervalMs,
  });
  const admin = await listeningAdmin('WORKER_ADMIN_PORT', {
    host: config.admin.host,
    port: config.admin.workerPort,
    checks: {
      ledger: () => store.ping().then(() => true),
      temporal: () => answersTemporal(client),
      worker: () => Promise.resolve(worker.getState() === 'RUNNING'),
    },
    metrics,
  });
  return {
    port: admin.port,
    stop: async () => {
      admin.stopping();
      await Promise.all([completer.stop(), suspensions.stop(), certificateWatch.stop()]);
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
      await Promise.all([admin.close(), dgii.close(), connection.close(), client.connection.close()]);
      await store.close();
    },
  };
}

/** Vouchers do not depend on it: a Temporal that refuses a schedule is told of, and no more. */
async function scheduleRegistry({ registry, temporal }: Config, client: Client, log: Log): Promise<void> {
  const { taskQueue } = temporal;
  const wanted = registry.url !== '';
  try {
    const options = { client, wanted, taskQueue, at: registry.at, timings: registryTimings };
    await client.withDeadline(Date.now() + scheduleLimitMs, () => ensureRegistrySchedule(options));
  } catch (error) {
    log.warn({ err: error, wanted }, 'the daily renewal of the taxpayer registry could not be scheduled');
  }
}

/** Longest the schedule may hold up a worker's start. */
const scheduleLimitMs = 5_000;

export async function startSimulatorRole(config: Config, log: Log): Promise<RunningRole> {
  const { port, dataDir, caFile, delegationsFile, resultDelayMs } = config.simulator;
  if (caFile === '' || delegationsFile === '' || dataDir === '') {
    throw new ConfigError(
      'SIMULATOR_DATA_DIR, SIMULATOR_CA_FILE and SIMULATOR_DELEGATIONS_FILE are required',
    );
  }
  checkXsdDir(config.officialXsdDir);
  const trustedCaPem = await readFile(caFile, 'utf8').catch((error: unknown) => {
    throw new ConfigError(
      `SIMULATOR_CA_FILE=${caFile} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  });
  const simulator: RunningSimulator = await listening(
    { portName: 'SIMULATOR_PORT', port, host: loopback },
    () =>
      startSimulator({
        ...{ port, dataDir, trustedCaPem, resultDelayMs, log },
        delegations: delegationsFile,
        ...xsdOptions(config),
      }),
  );
  return { port: simulator.port, stop: () => simulator.close() };
}

/** Temporal's own metrics, to be told with ours: one address to scrape. */
async function sdkMetrics(url: string | undefined, log: Log): Promise<string> {
  if (url === undefined) return '';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(sdkMetricsMs) });
    return response.ok ? await response.text() : '';
  } catch (error) {
    log.warn({ err: error }, 'the metrics of the SDK cannot be read');
    return '';
  }
}

const sdkMetricsMs = 2_000;
const temporalAnswerMs = 2_000;

function answersTemporal(client: Client): Promise<boolean> {
  return client
    .withDeadline(Date.now() + temporalAnswerMs, () => client.connection.workflowService.getSystemInfo({}))
    .then(() => true);
}

/**
 * SDK logs go through ours, at the level of what an operator should see. Once per process, before any worker.
 * @param metricsAddress where the SDK tells its metrics, `host:port`; absent: nowhere
 */
export function installTemporalLogger(log: Log, metricsAddress?: string): void {
  Runtime.install({
    ...(metricsAddress === undefined
      ? {}
      : { telemetryOptions: { metrics: { prometheus: { bindAddress: metricsAddress } } } }),
    logger: {
      log: (_level, message, meta) => log.debug(meta ?? {}, message),
      trace: (message, meta) => log.trace(meta ?? {}, message),
      debug: (message, meta) => log.debug(meta ?? {}, message),
      info: (message, meta) => log.debug(meta ?? {}, message),
      warn: (message, meta) => log.warn(meta ?? {}, message),
      error: (message, meta) => log.error(meta ?? {}, message),
    },
  });
}

function xsdOptions(config: Config) {
  return config.officialXsdDir === '' ? {} : { officialXsdDir: config.officialXsdDir };
}
