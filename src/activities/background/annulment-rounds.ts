/** Starts the workflow of every annulment that is due and not over: it was never started, or its run was lost. */
import type { Store } from '../../ledger/mongo/connect.js';
import { annulRangesType, annulStartOf, type AnnulmentTimings } from '../../workflows/contract/annulment.js';
import { tryToStart, type RoundDeps } from './rounds.js';

interface AnnulmentRounds extends RoundDeps<AnnulmentTimings> {
  readonly store: Pick<Store, 'claimDueAnnulments'>;
}

const batch = 20;

/** One round. @returns whether there may be more */
export async function startAnnulments(deps: AnnulmentRounds): Promise<boolean> {
  const { store, taskQueue, timings, clock, log, claimMs } = deps;
  const now = clock();
  const due = await store.claimDueAnnulments(now, new Date(now.getTime() + claimMs), batch);
  for (const { _id: annulmentId, companyId, environment, count } of due) {
    const about = { annulmentId, companyId };
    const start = annulStartOf(taskQueue, { companyId, environment, count }, { annulmentId, timings });
    await tryToStart(
      deps,
      { about, failed: 'an annulment of numbers could not be started' },
      async (client) => {
        await client.workflow.start(annulRangesType, start);
        log.info(about, 'an annulment of numbers was started');
      },
    );
  }
  return due.length === batch;
}
