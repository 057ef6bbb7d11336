/**
 * Starts the workflow of every voucher that is due and is not final, or whose verdict is not applied yet. Such a voucher has probably lost
 * its run: it was admitted while Temporal was down, an operator terminated the run, or Temporal's database was lost. If the run exists, the
 * start does nothing. A voucher that waits may be due because what it waits for has changed: its run is in a long pause, and a signal ends
 * the pause. A run in another task queue was started before TEMPORAL_TASK_QUEUE was changed, and no worker may serve it, so another run
 * replaces it.
 */
import type { Client } from '@temporalio/client';
import type { Store } from '../../ledger/ledger.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import {
  inputOf,
  startOptionsOf,
  workflowType,
  type IssueEcfTimings,
} from '../../workflows/contract/vouchers.js';
import { during, type Traces } from '../../shared/traces.js';
import { startDue, type DueRecords, type RoundDeps } from './due-rounds.js';
import { wakeRun } from './wake.js';

interface CompleterDeps extends RoundDeps<IssueEcfTimings> {
  readonly store: Pick<Store, 'claimDue'>;
  readonly traces: Traces;
}

/** One round. @returns whether there may be more */
export function completeOnce(deps: CompleterDeps, stopping: AbortSignal): Promise<boolean> {
  const { store, taskQueue, timings, log, traces } = deps;
  const about = ({ companyId, encf, attempt }: DocumentRecord) => ({ companyId, encf, attempt });
  const vouchers: DueRecords<DocumentRecord> = {
    claim: store.claimDue,
    batch: 100,
    about,
    failed: 'the completer could not start a workflow',
    start: (client, document) =>
      // The trace of the voucher's request is not known here, so the run gets a new one.
      during(traces.open('complete', { facts: factsOf(document) }), async () => {
        const start = startOptionsOf(taskQueue, inputOf(document, timings, traces.traceparent()));
        const startOrWake = () =>
          document.waiting === undefined
            ? client.workflow.start(workflowType, start)
            : wakeRun(client, start);
        await startOrWake();
        if (await endedInOtherQueue(client, start)) await startOrWake();
        log.info(about(document), 'the completer started or woke a workflow');
      }),
  };
  return startDue(deps, vouchers, stopping);
}

function factsOf({ companyId, environment, encf, attempt }: DocumentRecord) {
  return {
    'ecf.company_id': companyId,
    'ecf.environment': environment,
    'ecf.encf': encf,
    'ecf.attempt': attempt,
  };
}

/**
 * Ends the voucher's run if it is in another task queue than ours. The next run continues from the ledger, and a delivery under way has
 * its lease. The namespace is this installation's alone, so the run is of our voucher.
 */
async function endedInOtherQueue(
  { workflow }: Client,
  { workflowId, taskQueue }: ReturnType<typeof startOptionsOf>,
): Promise<boolean> {
  const run = await workflow.getHandle(workflowId).describe();
  const isOther = run.taskQueue !== taskQueue;
  const why = `its task queue is ${run.taskQueue}, not ${taskQueue}`;
  if (isOther) await workflow.getHandle(workflowId, run.runId).terminate(why);
  return isOther;
}
