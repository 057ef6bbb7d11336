/**
 * Starts the workflow of every accepted voucher whose delivery to its buyer is due: a new one, or one that lost its run. If the run
 * exists, a try is overdue in it, so it is woken.
 */
import type { Client } from '@temporalio/client';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { Store } from '../../ledger/mongo/connect.js';
import type { Log } from '../../shared/log.js';
import { wakeSignal } from '../../workflows/contract.js';
import {
  approveStartOf,
  approveType,
  deliverStartOf,
  deliverToBuyerType,
  type BuyerTimings,
} from '../../workflows/contract/buyers.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import { startRounds } from './rounds.js';

export interface BuyerRoundOptions {
  readonly store: Pick<Store, 'claimApprovals' | 'claimBuyerDeliveries'>;
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

/** One round. @returns the larger number of vouchers or approvals that it claimed */
export async function deliverOnce(
  options: BuyerRoundOptions,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { store, clock, claimMs } = options;
  const now = clock();
  const until = new Date(now.getTime() + claimMs);
  const vouchers = await store.claimBuyerDeliveries(now, until, batch);
  for (const document of vouchers) if (!stopping.aborted) await startDelivery(options, document);
  const approvals = await store.claimApprovals(now, until, batch);
  for (const reception of approvals) if (!stopping.aborted) await startApproval(options, reception);
  return Math.max(vouchers.length, approvals.length);
}

function startDelivery(options: BuyerRoundOptions, document: DocumentRecord): Promise<void> {
  const { companyId, environment, encf, attempt, tipoeCF, correlationId, buyerDelivery } = document;
  const { taskQueue, timings } = options;
  const input = { companyId, environment, encf, attempt, tipoeCF, correlationId, timings };
  const start = deliverStartOf(taskQueue, input);
  return started(options, { companyId, encf }, async ({ workflow }) => {
    if (buyerDelivery === undefined) await workflow.start(deliverToBuyerType, start);
    else await workflow.signalWithStart(deliverToBuyerType, { ...start, signal: wakeSignal });
  });
}

function startApproval(options: BuyerRoundOptions, reception: ReceptionRecord): Promise<void> {
  const { _id: receptionId, companyId, encf } = reception;
  const { taskQueue, timings } = options;
  const start = approveStartOf(taskQueue, reception, { receptionId, timings });
  return started(options, { companyId, encf }, async ({ workflow }) => {
    await workflow.signalWithStart(approveType, { ...start, signal: wakeSignal });
  });
}

/** Never rejects: what could not be started is due again later. */
async function started(
  { client, log }: BuyerRoundOptions,
  about: object,
  start: (client: Client) => Promise<void>,
): Promise<void> {
  try {
    await client.withDeadline(Date.now() + startTimeoutMs, () => start(client));
  } catch (error) {
    log.warn({ err: error, ...about }, 'a delivery to another taxpayer could not be started');
  }
}
