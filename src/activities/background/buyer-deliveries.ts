/**
 * Starts the workflow of every accepted voucher whose delivery to its buyer is due: a new one, or one that lost its run. If the run
 * exists, a try is overdue in it, so it is woken.
 */
import type { Client } from '@temporalio/client';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { Store } from '../../ledger/mongo/connect.js';
import type { Log } from '../../shared/log.js';
import { wakeSignal } from '../../workflows/contract.js';
import { deliverStartOf, deliverToBuyerType, type BuyerTimings } from '../../workflows/contract/buyers.js';
import { startRounds } from './rounds.js';

export interface BuyerRoundOptions {
  readonly store: Pick<Store, 'claimBuyerDeliveries'>;
  readonly client: Client;
  readonly taskQueue: string;
  readonly timings: BuyerTimings;
  readonly clock: () => Date;
  readonly log: Log;
  readonly intervalMs: number;
  /** A claimed voucher is due again after this time, in case its start failed. */
  readonly claimMs: number;
}

/** Small, so that ledger and Temporal stay available for new vouchers. */
const batch = 20;
const startTimeoutMs = 5_000;

export function startBuyerDeliveries(options: BuyerRoundOptions): { stop(): Promise<void> } {
  return startRounds({
    name: 'round of deliveries to buyers',
    intervalMs: options.intervalMs,
    log: options.log,
    round: async (stopping) => (await deliverOnce(options, stopping)) === batch,
  });
}

/** One round. @returns how many vouchers it claimed */
export async function deliverOnce(
  options: BuyerRoundOptions,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { store, clock, claimMs } = options;
  const now = clock();
  const due = await store.claimBuyerDeliveries(now, new Date(now.getTime() + claimMs), batch);
  for (const document of due) if (!stopping.aborted) await startOne(options, document);
  return due.length;
}

/** Never rejects: the voucher is due again later. */
async function startOne(
  { client, taskQueue, timings, log }: BuyerRoundOptions,
  document: DocumentRecord,
): Promise<void> {
  const { companyId, environment, encf, attempt, tipoeCF, correlationId, buyerDelivery } = document;
  const input = { companyId, environment, encf, attempt, tipoeCF, correlationId, timings };
  const start = deliverStartOf(taskQueue, input);
  try {
    await client.withDeadline(Date.now() + startTimeoutMs, async () => {
      if (buyerDelivery === undefined) await client.workflow.start(deliverToBuyerType, start);
      else await client.workflow.signalWithStart(deliverToBuyerType, { ...start, signal: wakeSignal });
    });
  } catch (error) {
    log.warn({ err: error, companyId, encf, attempt }, 'a delivery to a buyer could not be started');
  }
}
