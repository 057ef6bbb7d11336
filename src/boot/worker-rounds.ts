/** The rounds of a worker: what it looks for again and again by itself, without a task of Temporal. */
import type { Client } from '@temporalio/client';
import { startAnnulmentRounds } from '../activities/background/annulment-rounds.js';
import { startBuyerDeliveries } from '../activities/background/buyer-deliveries.js';
import { startCertificateWatch } from '../activities/background/certificate-expiry.js';
import { startCompleter } from '../activities/background/completer.js';
import { startRounds } from '../activities/background/rounds.js';
import { probeSuspended } from '../activities/background/suspension.js';
import type { ActivityDeps } from '../activities/deps.js';
import { createQuestionRounds } from '../activities/receiving/question-rounds.js';
import { timingsOf, type Config } from './config.js';
import { clock } from './role.js';
import { buyerTimingsOf } from './settings/buyers.js';

/** @returns a function that stops them */
export function startWorkerRounds(config: Config, client: Client, deps: ActivityDeps): () => Promise<void> {
  const { store, log } = deps;
  const { tokenProbeMs, completerIntervalMs, checkMarginMs, certificateWatchIntervalMs } = config.issuing;
  const shared = {
    ...{ store, client, clock, log },
    taskQueue: config.temporal.taskQueue,
    intervalMs: completerIntervalMs,
    claimMs: checkMarginMs,
  };
  const completer = startCompleter({
    ...shared,
    timings: timingsOf(config),
  });
  const deliveries = startBuyerDeliveries({
    ...shared,
    timings: buyerTimingsOf(config),
  });
  const suspensions = startRounds({
    name: 'look at suspended companies',
    intervalMs: Math.min(tokenProbeMs, completerIntervalMs),
    log,
    round: async (stopping) => {
      await probeSuspended(deps, stopping);
      return false;
    },
  });
  const received = startRounds({
    name: 'questions about received vouchers',
    intervalMs: completerIntervalMs,
    log,
    round: createQuestionRounds(deps),
  });
  const certificates = startCertificateWatch({
    ...{ store, clock, log },
    intervalMs: certificateWatchIntervalMs,
  });
  const annulments = startAnnulmentRounds({
    ...shared,
    timings: timingsOf(config),
  });
  return async () => {
    const rounds = [completer, deliveries, received, suspensions, certificates, annulments];
    await Promise.all(rounds.map((round) => round.stop()));
  };
}
