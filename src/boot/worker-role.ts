/** Builds the worker process from the configuration. Tests call this in their own process. */
import type { Client } from '@temporalio/client';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { openCompanyCertificates } from '../activities/certificates/company-certificates.js';
import { createActivities } from '../activities/create-activities.js';
import { createRegistryActivities } from '../activities/taxpayers/refresh-registry.js';
import { ensureRegistrySchedule } from '../activities/taxpayers/registry-schedule.js';
import { createCertificateImports } from '../activities/certificates/import-certificate.js';
import { startRounds } from '../activities/rounds/rounds.js';
import { gatherMs, ringingAfterEvents } from '../activities/events/publish-events.js';
import { createBell } from '../activities/rounds/bell.js';
import { createWake } from '../activities/rounds/wake.js';
import { startWriteWatch } from '../activities/rounds/write-watch.js';
import type { ActivityDeps } from '../activities/deps.js';
import { createReceiverSlots } from '../activities/buyers/receiver-slots.js';
import { createWebhookSlots } from '../activities/events/webhook-slots.js';
import { createOutages } from '../activities/rounds/outages.js';
import { createDgiiSpeed } from '../activities/vouchers/dgii-speed.js';
import { ConfigError, timingsOf, type Config } from './config.js';
import { createBuyerClient } from '../dgii/buyers/buyer-client.js';
import { createDirectory } from '../dgii/buyers/directory.js';
import { createDgiiClient } from '../dgii/client.js';
import { createWebhookHttp } from '../dgii/webhook-http.js';
import type { Log } from '../shared/log.js';
import { createWorkerMetrics, type WorkerMetrics } from '../shared/metrics/worker-metrics.js';
import { loopback } from '../shared/free-port.js';
import { answersNow } from '../shared/temporal-client.js';
import { namingFault } from '../shared/temporal-fault.js';
import { readiness } from './admin.js';
import { connectTemporal } from './connect-temporal.js';
import { checkXsdDir, openRoleLedger, refuseImitatedProduction } from './start-checks.js';
import type { Store } from '../ledger/ledger.js';
import { laneQueueOf, lanes, type Lane } from '../workflows/lanes.js';
import { clock, listeningAdmin, openChecker, type RunningRole } from './role.js';
import { projectFile } from '../shared/project-file.js';
import { openTraces } from './open-traces.js';
import type { Traces } from '../shared/traces.js';
import { sdkMetrics } from './temporal-sdk.js';
import { startTemporalWorkers } from './temporal-workers.js';
import { openWorkerConnection } from './worker-connection.js';
import { mailSenderOf } from './settings/mail.js';
import { mailActivitiesOf, startMailRounds } from './worker-mail.js';
import { startOldBodyRounds } from './worker-old-bodies.js';
import { startWorkerRounds } from './worker-rounds.js';

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
  const { namespace, taskQueue } = config.temporal;
  const mailSender = mailSenderOf(config);
  const checker = openChecker(config);
  const metrics = createWorkerMetrics(() => sdkMetrics(sdkMetricsUrl, log), checker.figures);
  // No one logs in to a worker, so it does not matter where the api listens.
  const ledger = await openRoleLedger({ ...config, host: loopback }, log);
  const bell = createBell(gatherMs);
  const store = ringingAfterEvents(countedByWorker(ledger, metrics), bell);
  metrics.observeLedgerClock({ read: ledger.ping, clock });
  metrics.observeLedger({
    read: () => ledger.ledgerOverview(clock()),
    freshMs: config.admin.metricsFreshMs,
  });
  // Connect this one first, because it gives up by itself.
  const client = await connectTemporal(config.temporal);
  const connection = await openWorkerConnection(config.temporal);

  const traces = await openTraces(config.traces, 'worker', log);
  const dgii = dgiiClientOf(config, { metrics, traces, log });
  const buyers = buyerClientOf(config);
  const webhookHttp = createWebhookHttp(config.webhooks);
  const wake = createWake({ client, taskQueue, timings: timingsOf(config), log });
  const deps: ActivityDeps = {
    store,
    dgii,
    buyers,
    clock,
    log,
    traces,
    wake,
    webhooks: {
      store,
      http: webhookHttp,
      slots: createWebhookSlots(),
      masterKeys: config.masterKeys,
      clock,
      log,
      tried: metrics.webhookTried,
      disabled: metrics.webhookDisabled,
    },
    directory: createDirectory(dgii, clock),
    receiverSlots: createReceiverSlots(),
    certificates: openCompanyCertificates(store, config.masterKeys),
    certificateImports: createCertificateImports({ store, masterKeys: config.masterKeys, clock }),
    checker,
    dgiiSpeed: createDgiiSpeed(),
    outages: createOutages({ store, wake, clock, log }),
    approvalEnded: metrics.approvalEnded,
    settings: settingsOf(config),
  };
  const workers = await startTemporalWorkers({
    connection: connection.current(),
    namespace,
    taskQueue,
    workflowBundle,
    ...(config.temporal.version !== undefined && { version: config.temporal.version }),
    activities: {
      ...createActivities(deps),
      ...createRegistryActivities({ store, url: config.registry.url, clock, log }),
      ...mailActivitiesOf(config, mailSender, { store, checker, clock, log, metrics }),
    },
    lanes: lanes.map((lane) => ({ taskQueue: laneQueueOf(taskQueue, lane), slots: laneSlots[lane] })),
  });
  await scheduleRegistry(config, client, log);
  const stopRenewing = startRounds({
    name: 'certificates and keys for Temporal',
    intervalMs: config.temporal.renewMs,
    log,
    round: async () => {
      await connection.renew((next) => workers.use(next));
      return false;
    },
  });
  const rounds = startWorkerRounds(config, client, deps, bell);
  const stopMail = startMailRounds(config, mailSender, client, deps);
  const stopOldBodies = startOldBodyRounds(config, deps, metrics.oldBodiesMoved);
  const writes = startWriteWatch(deps);
  metrics.observeWrites(() => writes.ageMs() / 1_000);
  const checks = {
    ledger: () => store.ping().then(() => true),
    writes: () => Promise.resolve(!writes.failing()),
    temporal: namingFault(config.temporal, () => answersNow(client), log),
    worker: () => Promise.resolve(workers.running()),
  };
  metrics.observeReady(() => readiness(checks));
  const admin = await listeningAdmin('WORKER_ADMIN_PORT', {
    host: config.admin.host,
    port: config.admin.workerPort,
    checks,
    metrics,
  });
  return {
    port: admin.port,
    stop: async () => {
      admin.stopping();
      await Promise.all([rounds.stop(), stopMail(), stopOldBodies(), stopRenewing(), writes.stop()]);
      await Promise.all([workers.stop(), rounds.ended()]);
      await checker.close();
      await Promise.all([
        admin.close(),
        dgii.close(),
        buyers.close(),
        webhookHttp.close(),
        connection.close(),
        client.connection.close(),
        traces.close(),
      ]);
      await store.close();
    },
  };
}

/**
 * Activities at once in each lane. DGII answers in a few hundred milliseconds, so one worker delivers a hundred vouchers in a second.
 * Each step has a connection (dgii/http.ts), and questions are seldom. Four mails at once need little memory, and relays take more of them badly.
 */
const laneSlots: Readonly<Record<Lane, number>> = {
  ecf: 32,
  fc: 32,
  inquiries: 16,
  buyers: 16,
  webhooks: 16,
  mail: 4,
};

interface Watchers {
  readonly metrics: WorkerMetrics;
  readonly traces: Traces;
  readonly log: Log;
}

function dgiiClientOf({ dgii }: Config, { metrics, traces, log }: Watchers) {
  return createDgiiClient({
    hosts: { ecf: dgii.ecfHost, fc: dgii.fcHost, status: dgii.statusHost },
    timeouts: {
      submitMs: dgii.submitTimeoutMs,
      queryMs: dgii.queryTimeoutMs,
      authMs: dgii.authTimeoutMs,
    },
    clock,
    log,
    observe: ({ service, outcome, seconds, status, aheadSeconds }) => {
      metrics.exchanged(service, outcome, seconds, aheadSeconds);
      traces.called(`DGII ${service}`, seconds, {
        'ecf.dgii.service': service,
        'ecf.dgii.outcome': outcome,
        'http.response.status_code': status,
      });
    },
  });
}

function buyerClientOf({ buyers }: Config) {
  return createBuyerClient({
    privateAddresses: buyers.privateAddresses,
    authentication: buyers.authentication,
    timeoutMs: buyers.timeoutMs,
    clock,
  });
}

function settingsOf({ allowProduction, dgii, issuing, buyers }: Config): ActivityDeps['settings'] {
  return {
    ...issuing,
    allowProduction,
    statusApiKey: dgii.statusApiKey,
    deliveryTimeoutMs: dgii.submitTimeoutMs,
    dgiiHosts: { ecf: new URL(dgii.ecfHost).host, fc: new URL(dgii.fcHost).host },
    buyerTimeoutMs: buyers.timeoutMs,
    buyerGiveUpMs: buyers.giveUpMs,
  };
}

/** Vouchers do not depend on this schedule, so we only log it when Temporal refuses it. */
async function scheduleRegistry({ registry, temporal }: Config, client: Client, log: Log): Promise<void> {
  const { taskQueue } = temporal;
  const wanted = registry.url !== '';
  try {
    await client.withDeadline(Date.now() + scheduleLimitMs, () =>
      ensureRegistrySchedule({ client, wanted, taskQueue, at: registry.at }),
    );
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
      if (document !== undefined) {
        const { tipoeCF, state, environment, receivedAt, finalAt = receivedAt } = document;
        metrics.finished(tipoeCF, state, environment, (finalAt.getTime() - receivedAt.getTime()) / 1_000);
      }
      return document;
    },
    changeBuyerDelivery: async (...change) => {
      const document = await store.changeBuyerDelivery(...change);
      const { state = 'waiting', code = '' } = document?.buyerDelivery ?? {};
      if (document !== undefined && state !== 'waiting')
        metrics.deliveredToBuyer(state, code, document.environment);
      return document;
    },
  };
}
