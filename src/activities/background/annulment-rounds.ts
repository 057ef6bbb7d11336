/** Starts the workflow of every annulment that is due and not over: it was never started, or its run was lost. */
import type { Client } from '@temporalio/client';
import type { Log } from '../../shared/log.js';
import type { Store } from '../../ledger/mongo/connect.js';
import { annulRangesType, annulStartOf, type AnnulmentTimings } from '../../workflows/contract/annulment.js';
import { startRounds } from './rounds.js';

export interface AnnulmentRounds {
  readonly store: Pick<Store, 'claimDueAnnulments'>;
  readonly client: Client;
  readonly taskQueue: string;
  readonly timings: AnnulmentTimings;
  readonly clock: () => Date;
  readonly log: Log;
  readonly intervalMs: number;
  /** A claimed annulment is due again after this time, in case its start failed. */
  readonly claimMs: number;
}

const batch = 20;
const startTimeoutMs = 5_000;

export function startAnnulmentRounds(options: AnnulmentRounds): { stop(): Promise<void> } {
  const { store, client, taskQueue, timings, clock, log, claimMs } = options;
  const round = async (): Promise<boolean> => {
    const now = clock();
    const due = await store.claimDueAnnulments(now, new Date(now.getTime() + claimMs), batch);
    for (const { _id: annulmentId, companyId, environment, count } of due) {
      const start = annulStartOf(taskQueue, { companyId, environment, count }, { annulmentId, timings });
      try {
        await client.withDeadline(Date.now() + startTimeoutMs, () =>
          client.workflow.start(annulRangesType, start),
        );
        log.info({ annulmentId, companyId }, 'an annulment of numbers was started');
      } catch (error) {
        log.warn({ err: error, annulmentId, companyId }, 'an annulment of numbers could not be started');
      }
    }
    return due.length === batch;
  };
  return startRounds({ name: 'look at annulments', intervalMs: options.intervalMs, log, round });
}
