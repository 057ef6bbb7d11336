/** Makes the runs of waiting vouchers try again now, because what they wait for has changed. */
import type { Client } from '@temporalio/client';
import type { Log } from '../../shared/log.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import {
  inputOf,
  startOptionsOf,
  wakeSignal,
  workflowType,
  type IssueEcfTimings,
} from '../../workflows/contract/vouchers.js';

interface WakeOptions {
  readonly client: Client;
  readonly taskQueue: string;
  readonly timings: IssueEcfTimings;
  readonly log: Log;
}

/** Makes the runs of these vouchers try again now. It has a time limit and never rejects: it only makes their pause shorter. */
export type Wake = (documents: readonly DocumentRecord[]) => Promise<void>;

/** Time limit for all runs together. A run that gets no signal tries again after its own pause. */
const wakeTimeoutMs = 2_000;

export function createWake(options: WakeOptions): Wake {
  const { client, taskQueue, timings, log } = options;

  const wake = async (document: DocumentRecord): Promise<void> => {
    const { companyId, encf, attempt } = document;
    try {
      await wakeRun(client, startOptionsOf(taskQueue, inputOf(document, timings)));
    } catch (error) {
      log.warn({ err: error, companyId, encf, attempt }, 'a run could not be woken');
    }
  };

  return (documents) =>
    client.withDeadline(Date.now() + wakeTimeoutMs, async () => {
      await Promise.all(documents.map(wake));
    });
}

/** Makes a voucher's run try again now. If the run has ended, this starts a new one. That is always harmless. */
export async function wakeRun(client: Client, start: ReturnType<typeof startOptionsOf>): Promise<void> {
  await client.workflow.signalWithStart(workflowType, { ...start, signal: wakeSignal });
}
