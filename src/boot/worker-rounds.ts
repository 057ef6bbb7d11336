/** The rounds of a worker: what it looks for again and again by itself, without a task of Temporal. */
import type { Client } from '@temporalio/client';
import { closingIntervalMs, createClosingRound } from '../activities/archive/close-days.js';
import { crlIntervalMs, fetchCrls } from '../activities/archive/fetch-crls.js';
import { stampingIntervalMs, stampNext } from '../activities/archive/stamp-manifests.js';
import { afterFailureMs, publishEvents, publishIntervalMs } from '../activities/events/publish-events.js';
import {
  certificateReportMs,
  createStockReport,
  keyReportMs,
  reportCertificates,
  reportKeys,
  reportOutages,
  stockReportMs,
} from '../activities/events/report-rounds.js';
import type { Bell } from '../activities/rounds/bell.js';
import { createCertificateRound } from '../activities/rounds/certificate-expiry.js';
import { completeOnce } from '../activities/rounds/completer.js';
import { startRounds, type Rounds } from '../activities/rounds/rounds.js';
import { createIndexingRound, indexingIntervalMs } from '../activities/rounds/index-vouchers.js';
import { probeSuspended } from '../activities/rounds/suspension.js';
import {
  startAnnulments,
  startBuyerDeliveries,
  startCertificationRuns,
  startWebhookRetries,
} from '../activities/rounds/workflow-rounds.js';
import type { ActivityDeps } from '../activities/deps.js';
import { createQuestionRounds } from '../activities/received/question-rounds.js';
import { createFirstDeliveries } from '../activities/buyers/first-deliveries.js';
import { createFirstTries } from '../activities/events/first-tries.js';
import { buyerTimingsOf, timingsOf, webhookTimingsOf, type Config } from './config.js';
import { clock } from './role.js';
import { readCaFile } from './start-checks.js';

/** How often a worker checks for certificates that expire within a month. */
const certificateWatchMs = 3_600_000;

interface WorkerRounds {
  stop(): Promise<void>;
  /** After `stop`: waits for the deliveries under way, which have as long as Temporal's workers. */
  ended(): Promise<void>;
}

/** @param bell rings after a write that adds events */
export function startWorkerRounds(
  config: Config,
  client: Client,
  deps: ActivityDeps,
  bell: Bell,
): WorkerRounds {
  const { store, log, traces } = deps;
  const { tokenProbeMs, completerIntervalMs, checkMarginMs } = config.issuing;
  const { taskQueue } = config.temporal;
  const shared = { store, client, clock, log, taskQueue, claimMs: checkMarginMs };
  const issuing = { ...shared, timings: timingsOf(config) };
  const firstDeliveries = createFirstDeliveries(deps, config.buyers.retryFirstMs);
  const buyers = { ...shared, timings: buyerTimingsOf(config), firstDeliveries };
  const webhooks = { ...shared, timings: webhookTimingsOf(config) };
  const firstTries = createFirstTries({ ...deps.webhooks, timeoutMs: config.webhooks.timeoutMs });
  const { stampUrl: url, stampCaFile, crlAddresses: addresses } = config.archive;
  const stamped = url !== '';
  const authoritiesPem = stampCaFile === '' ? '' : readCaFile(stampCaFile, 'ECF_TSA_CA_FILE');
  const stamping = { store, clock, log, url, authoritiesPem };
  const start = (name: string, round: Rounds['round'], intervalMs = completerIntervalMs) =>
    startRounds({ name, intervalMs, log, round });
  const rounds = [
    start('completer', (stopping) => completeOnce({ ...issuing, traces }, stopping)),
    start(
      'deliveries to buyers',
      (stopping) => startBuyerDeliveries(buyers, stopping),
      config.buyers.intervalMs,
    ),
    start(
      'suspended companies',
      (stopping) => probeSuspended(deps, stopping),
      Math.min(tokenProbeMs, completerIntervalMs),
    ),
    start('questions about received vouchers', createQuestionRounds(deps)),
    start('annulments', (stopping) => startAnnulments(issuing, stopping)),
    start('certification runs', (stopping) => startCertificationRuns(issuing, stopping)),
    start('first tries of events', (stopping) => firstTries.round(stopping), config.webhooks.intervalMs),
    // The first retry is due after five seconds.
    start(
      'retries of events',
      (stopping) => startWebhookRetries(webhooks, stopping),
      config.webhooks.intervalMs,
    ),
    start('certificates that end soon', createCertificateRound(deps), certificateWatchMs),
    start('events of certificates', () => reportCertificates(deps), certificateReportMs),
    start('events of keys', () => reportKeys(deps), keyReportMs),
    start('events of numbers', createStockReport(deps, config.numbering), stockReportMs),
    start('search of earlier vouchers', createIndexingRound(store.indexVouchers), indexingIntervalMs),
    start(
      'search of earlier received vouchers',
      createIndexingRound(store.indexReceptions),
      indexingIntervalMs,
    ),
    start('events of outages', () => reportOutages(deps)),
    start('manifests of the archive', createClosingRound({ store, clock, log, stamped }), closingIntervalMs),
    ...(stamped
      ? [start('timestamps of the archive', (stopping) => stampNext(stamping, stopping), stampingIntervalMs)]
      : []),
    ...(addresses === 'off'
      ? []
      : [start('CRLs', (stopping) => fetchCrls({ store, clock, log, addresses }, stopping), crlIntervalMs)]),
    startRounds({
      name: 'events',
      intervalMs: publishIntervalMs,
      afterFailureMs,
      pause: bell.pause,
      log,
      round: () => publishEvents(store),
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(rounds.map((stop) => stop()));
      await firstTries.ended();
      await store
        .releaseFeeds()
        .catch((error: unknown) => log.warn({ err: error }, 'feeds were not released'));
    },
    ended: () => firstDeliveries.ended(),
  };
}
