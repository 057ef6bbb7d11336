/**
 * Starts the workflow of every voucher that is due and not final. Such a voucher has probably lost its run: it was admitted while
 * Temporal was down, an operator terminated the run, or Temporal's database was lost. If the run exists, the start does nothing.
 */
import type { Client } from '@temporalio/client';
import type { Log } from '../../shared/log.js';
import type { Store } from '../../ledger/mongo/connect.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { startOptionsOf, workflowType, type IssueEcfTimings } from '../../workflows/contract.js';
import { startRounds } from './rounds.js';

export interface CompleterOptions {
  readonly store: Pick<Store, 'claimDue'>;
  readonly client: Client;
  readonly taskQueue: string;
  readonly timings: IssueEcfTimings;
  readonly clock: () => Date;
  readonly log: Log;
  /** Pause between two rounds. */
  readonly intervalMs: number;
  /** A claimed voucher is due again after this time, in case its start failed. */
  readonly claimMs: number;
}

/** One round claims at most this many, so that the ledger and Temporal stay available for new vouchers. */
const batch = 100;
/** How many workflows we start at the same time. With fewer, a slow Temporal could make a batch last longer than its claim. */
const startsAtOnce = 5;
/** Time limit of one start. */
const startTimeoutMs = 5_000;

export function startCompleter(options: CompleterOptions): { stop(): Promise<void> } {
  return startRounds({
    name: 'completer',
    intervalMs: options.intervalMs,
    log: options.log,
    // After a full batch there may be more.
    round: async (stopping) => (await completeOnce(options, stopping)) === batch,
  });
}

/** One round. @returns how many vouchers it claimed, at most 100. */
export async function completeOnce(
  options: CompleterOptions,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  const now = options.clock();
  const due = await options.store.claimDue(now, new Date(now.getTime() + options.claimMs), batch);
  const waiting = [...due];
  const startNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !stopping.aborted; next = waiting.shift()) {
      await startOne(options, next);
    }
  };
  await Promise.all(Array.from({ length: startsAtOnce }, startNext));
  return due.length;
}

/** Never rejects, because one failed start must not stop the others. The voucher is due again later. */
async function startOne(options: CompleterOptions, document: DocumentRecord): Promise<void> {
  const { companyId, environment, encf, attempt, tipoeCF, correlationId } = document;
  const input = { companyId, environment, encf, attempt, tipoeCF, correlationId, timings: options.timings };
  try {
    await options.client.withDeadline(Date.now() + startTimeoutMs, () =>
      options.client.workflow.start(workflowType, startOptionsOf(options.taskQueue, input)),
    );
    options.log.info({ companyId, encf, attempt }, 'the completer started a workflow');
  } catch (error) {
    options.log.warn({ err: error, companyId, encf, attempt }, 'the completer could not start a workflow');
  }
}
