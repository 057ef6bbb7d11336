/** Builds the api process from the configuration. Tests call this in their own process. */
import type { Server } from 'node:http';
import type { ApiDeps } from '../api/deps.js';
import type { ReceiverConfig } from '../api/receiver/receiver-config.js';
import type { WebDeps } from '../api/web/web-deps.js';
import { createApiServer } from '../api/server.js';
import { createPasswordThreads } from '../api/session/password-threads.js';
import { createTemporalIssuing } from '../api/processes/temporal-processes.js';
import { ConfigError, inquiryTimingsOf, timingsOf, type Config } from './config.js';
import type { Log } from '../shared/log.js';
import { listen } from '../shared/process/listen.js';
import { namingFault } from '../shared/temporal-fault.js';
import { createApiMetrics } from '../shared/metrics/api-metrics.js';
import {
  checkXsdDir,
  exposureOf,
  listening,
  openRoleLedger,
  refuseImitatedProduction,
  refuseUnknownProxy,
  readCaFile,
} from './start-checks.js';
import type { Store } from '../ledger/ledger.js';
import { createProcesses, type WatchingProcesses } from '../services/processes.js';
import { readiness } from './admin.js';
import { hasDemoUsers } from './demo-users.js';
import { clock, listeningAdmin, openChecker, type RunningRole } from './role.js';
import { openTraces } from './open-traces.js';
import { customerMailsPerDay, isMailOn } from './settings/mail.js';
import { receiverMiddle } from './settings/receiver.js';

/** When the api stops, open requests get this long to finish. Those that wait for DGII are answered from the ledger at once. */
const drainMs = 10_000;
const drainCheckMs = 50;

export async function startApi(config: Config, log: Log): Promise<RunningRole> {
  checkSettings(config);
  const receiver = receiverOf(config);
  const store = await openRoleLedger(config, log);
  const checker = openChecker(config);
  const passwordThreads = createPasswordThreads();
  const metrics = createApiMetrics(checker.figures);
  metrics.observeLedgerClock({ read: store.ping, clock });
  const timings = timingsOf(config);
  const traces = await openTraces(config.traces, 'api', log);
  const issuing = createTemporalIssuing({ ...config.temporal, timings, log, traces });
  const processes = createProcesses({
    ...config.temporal,
    timings,
    inquiryTimings: inquiryTimingsOf(config),
    store,
    clock,
  });
  const web = config.web.enabled ? await webDepsOf(config, store, processes) : undefined;
  const stopping = new AbortController();
  const deps: ApiDeps = {
    config: {
      jwt: config.jwt,
      firstCheckMs: config.issuing.checkMarginMs,
      allowProduction: config.allowProduction,
      trustProxy: config.trustProxy,
      numbering: config.numbering,
      limits: config.limits,
      publicUrl: config.publicUrl,
      webhooks: config.webhooks,
      customerMailsPerDay: customerMailsPerDay(config.mail),
    },
    log,
    store,
    issuing,
    processes,
    checker,
    passwordThreads,
    clock,
    metrics,
    traces,
    stopping: stopping.signal,
    ...(web === undefined ? {} : { web }),
  };
  const { port, servers } = await listenPublicly(deps, receiver, config);
  const checks = { ledger: () => store.ping().then(() => true) };
  // Without Temporal the api takes vouchers all the same. If it were not ready, a load balancer would turn an outage of Temporal into
  // one of the whole service.
  const otherChecks = { temporal: namingFault(config.temporal, () => issuing.ready(), log) };
  metrics.observeReady(() => readiness({ ...checks, ...otherChecks }));
  const admin = await listeningAdmin('ADMIN_PORT', {
    host: config.admin.host,
    port: config.admin.apiPort,
    checks,
    otherChecks,
    metrics,
  });
  return {
    port,
    stop: async () => {
      admin.stopping();
      stopping.abort();
      await Promise.all(servers.map(drain));
      const opened = [admin, checker, passwordThreads, issuing, processes, store, traces];
      await Promise.all(opened.map((part) => part.close()));
    },
  };
}

function checkSettings(config: Config): void {
  refuseImitatedProduction(config);
  refuseUnknownProxy(config);
  if (config.jwt.secrets.length === 0)
    throw new ConfigError('ECF_JWT_SECRET is required: id:secret, at least 32 bytes');
  if (config.web.enabled && config.web.secrets.length === 0)
    throw new ConfigError('ECF_WEB_SECRET is required: id:secret, at least 32 bytes (or ECF_WEB=off)');
  // The api starts and answers while Temporal is down. But without an address Temporal could never be up.
  if (config.temporal.address === '') throw new ConfigError('TEMPORAL_ADDRESS is required: host:port');
  checkXsdDir(config.officialXsdDir);
}

/**
 * Connections that wait until we accept them; the system may allow fewer (net.core.somaxconn). With Node's default of 511 a burst of
 * thousands made the system drop the next ones, /healthz among them, and their clients try again only after one, three, seven seconds.
 */
const backlog = 16_384;

/** Opens the api's port, which also serves the receiver unless the receiver has a port of its own. Returns the api's port. */
async function listenPublicly(
  deps: ApiDeps,
  receiver: ReceiverConfig | undefined,
  { port, host, receiver: { port: receiverPort } }: Config,
): Promise<{ readonly port: number; readonly servers: readonly Server[] }> {
  const own = receiver !== undefined && receiverPort !== 0;
  const open = (server: Server, portName: string, wanted: number) =>
    listening({ portName, port: wanted, hostName: 'HOST', host }, () =>
      listen(server, { port: wanted, host, backlog }),
    );
  const server = createApiServer(own || receiver === undefined ? deps : { ...deps, receiver });
  const opened = await open(server, 'PORT', port);
  if (!own) return { port: opened, servers: [server] };
  const receiverServer = createApiServer({ ...deps, receiver }, { serves: 'receiver' });
  await open(receiverServer, 'RECEIVER_PORT', receiverPort);
  return { port: opened, servers: [server, receiverServer] };
}

/** Undefined: RECEIVER_PORT=off. */
function receiverOf({ receiver }: Config): ReceiverConfig | undefined {
  if (!receiver.enabled) return undefined;
  const { caFile } = receiver;
  return { ...receiver, authorities: caFile === '' ? '' : readCaFile(caFile) };
}

async function webDepsOf(config: Config, store: Store, processes: WatchingProcesses): Promise<WebDeps> {
  return {
    operator: {
      store,
      clock,
      processes,
      allowProduction: config.allowProduction,
      mailEnabled: isMailOn(config.mail),
    },
    areWorkersPolling: () => processes.areWorkersPolling(),
    config: {
      secrets: config.web.secrets,
      temporalUiUrl: temporalPages(config),
      receiverMiddle: receiverMiddle(config.publicUrl, config.receiver),
      // A start that others can reach was refused if they are there.
      demo: exposureOf(config) === undefined && (await hasDemoUsers(store)),
    },
  };
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), drainMs);
    // A connection that gets its answer during the stop becomes idle afterwards. Nothing else would close it.
    const idle = setInterval(() => server.closeIdleConnections(), drainCheckMs);
    server.close(() => {
      clearTimeout(late);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function temporalPages({ web, temporal }: Config): string | null {
  const { temporalUiUrl } = web;
  return temporalUiUrl === ''
    ? null
    : `${temporalUiUrl}/namespaces/${encodeURIComponent(temporal.namespace)}`;
}
