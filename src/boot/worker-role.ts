/** Builds the worker process from the configuration. Tests call this in their own process. */
import type { Client } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, type WorkflowBundleOption } from '@temporalio/worker';
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
import { ConfigError, timingsOf, type Config } from './config.js';
import { localDate } from '../ecf/model/dates.js';
import { createDgiiClient } from '../dgii/client.js';
import type { Log } from '../shared/log.js';
import { createWorkerMetrics, type WorkerMetrics } from '../shared/metrics.js';
import { loopback } from '../shared/free-port.js';
import { answersNow } from '../shared/temporal-client.js';
import {
  checkXsdDir,
  connectTemporal,
  openLedger,
  refuseExposedDemo,
  refuseImitatedProduction,
} from './start-checks.js';
import type { Store } from '../ledger/mongo/connect.js';
import { registryTimings } from '../workflows/contract.js';
import { createXsdValidator } from '../xsd/xsd-validator.js';
import { clock, listeningAdmin, xsdOptions, type RunningRole } from './role.js';
import { projectFile } from '../shared/project-file.js';

export interface WorkerOptions {
  /** Where Temporal's SDK serves its own metrics, see `installTemporalLogger`. */
  readonly sdkMetricsUrl?: string;
  /** Absent: the bundle that `npm run build` made. */
  readonly workflowBundle?: WorkflowBundleOption;
}

const builtBundle = { codePath: projectFile('dist/workflow-bundle.js') };

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
  // No one logs in to a worker, so it does not matter where the api listens.
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
  // Connect this one first, because it gives up by itself.
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
    // When a worker dies, other workers get the next tasks of its workflows after this time.
    stickyQueueScheduleToStartTimeout: '2s',
    shutdownGraceTime: '10s',
    // Earlier than main.ts ends the process. Work that this cuts off continues later from the ledger.
    shutdownForceTime: '13s',
    // A run that cannot be replayed would fail its task for ever. So we end it, and a new run starts from the ledger. Nothing is
    // lost, because the ledger holds the voucher's state.
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
      temporal: () => answersNow(client),
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

/** Vouchers do not depend on this schedule, so we only log it when Temporal refuses it. */
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

/** The schedule may delay a worker's start by this much at most. */
const scheduleLimitMs = 5_000;

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

/** Reads the metrics of Temporal's SDK. We serve them with ours, so that operators scrape one address. */
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

/**
 * Sends the SDK's logs to our log, from the level that operators should see. Call it once per process, before any worker.
 * @param metricsAddress where the SDK serves its metrics, `host:port`; absent: it serves none
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
