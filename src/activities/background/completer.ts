/**
 * Starts the workflow of every voucher that is due and not final. Such a voucher has probably lost its run: it was admitted while
 * Temporal was down, an operator terminated the run, or Temporal's database was lost. If the run exists, the start does nothing. A
 * voucher that waits may be due because what it waits for has changed: its run is in a long pause, and a signal ends the pause.
 */
import type { Store } from '../../ledger/mongo/connect.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { inputOf, startOptionsOf, workflowType, type IssueEcfTimings } from '../../workflows/contract.js';
import { tryToStart, type RoundDeps } from './rounds.js';
import { wakeRun } from './wake.js';

interface CompleterDeps extends RoundDeps<IssueEcfTimings> {
  readonly store: Pick<Store, 'claimDue'>;
}

/** One round claims at most this many, so that the ledger and Temporal stay available for new vouchers. */
const batch = 100;
/** How many workflows we start at the same time. With fewer, a slow Temporal could make a batch last longer than its claim. */
const startsAtOnce = 5;

/** One round. @returns whether there may be more */
export async function completeOnce(deps: CompleterDeps, stopping: AbortSignal): Promise<boolean> {
  const now = deps.clock();
  const due = await deps.store.claimDue(now, new Date(now.getTime() + deps.claimMs), batch);
  const waiting = [...due];
  const startNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !stopping.aborted; next = waiting.shift()) {
      await startOne(deps, next);
    }
  };
  await Promise.all(Array.from({ length: startsAtOnce }, startNext));
  return due.length === batch;
}

function startOne(deps: CompleterDeps, document: DocumentRecord): Promise<void> {
  const { taskQueue, timings, log } = deps;
  const { companyId, encf, attempt } = document;
  const about = { companyId, encf, attempt };
  return tryToStart(deps, { about, failed: 'the completer could not start a workflow' }, async (client) => {
    const start = startOptionsOf(taskQueue, inputOf(document, timings));
    if (document.waiting === undefined) await client.workflow.start(workflowType, start);
    else await wakeRun(client, start);
    log.info(about, 'the completer started or woke a workflow');
  });
}
