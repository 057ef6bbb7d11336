/** Lets the runs of vouchers try again now: what they wait for has changed. */
import type { Client } from '@temporalio/client';
import type { Log } from '../../shared/log.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { startOptionsOf, wakeSignal, workflowType, type IssueEcfTimings } from '../../workflows/contract.js';

export interface WakeOptions {
  readonly client: Client;
  readonly taskQueue: string;
  readonly timings: IssueEcfTimings;
  readonly log: Log;
}

/** Lets the runs of these vouchers try again now. Limited in time, and never rejects: it only saves them a pause. */
export type Wake = (documents: readonly DocumentRecord[]) => Promise<void>;

/** For all runs together: a step waits for it. A run that is not reached by then tries again after its own pause. */
const wakeTimeoutMs = 2_000;

export function createWake(options: WakeOptions): Wake {
  const { client, taskQueue, timings, log } = options;

  /** A run that ended meanwhile is started again, which is always harmless. */
  const signal = async (document: DocumentRecord): Promise<void> => {
    const { companyId, environment, encf, attempt, tipoeCF, correlationId } = document;
    const input = { companyId, environment, encf, attempt, tipoeCF, correlationId, timings };
    try {
      await client.workflow.signalWithStart(workflowType, {
        ...startOptionsOf(taskQueue, input),
        signal: wakeSignal,
      });
    } catch (error) {
      log.warn({ err: error, companyId, encf, attempt }, 'a run could not be woken');
    }
  };

  return (documents) =>
    client.withDeadline(Date.now() + wakeTimeoutMs, async () => {
      await Promise.all(documents.map(signal));
    });
}
