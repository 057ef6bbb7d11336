/** Starts the workflow of each running certification run that has none: the first start failed, or the workflow was lost. */
import type { Store } from '../../ledger/mongo/connect.js';
import {
  certificationStartOf,
  certificationType,
  type CertificationTimings,
} from '../../workflows/contract/certification.js';
import { tryToStart, type RoundDeps } from './rounds.js';

interface CertificationRounds extends RoundDeps<CertificationTimings> {
  readonly store: Pick<Store, 'claimDueRuns'>;
}

const batch = 20;

/** One round. @returns whether there may be more */
export async function startCertificationRuns(deps: CertificationRounds): Promise<boolean> {
  const { store, taskQueue, timings, clock, log, claimMs } = deps;
  const now = clock();
  const due = await store.claimDueRuns(now, new Date(now.getTime() + claimMs), batch);
  for (const { _id: runId, companyId } of due) {
    const about = { runId, companyId };
    const start = certificationStartOf(taskQueue, { companyId, runId, timings });
    await tryToStart(deps, { about, failed: 'a certification run could not be started' }, async (client) => {
      await client.workflow.start(certificationType, start);
      // Most runs are under way already, and the start joins them.
      log.debug(about, 'a certification run was started or joined');
    });
  }
  return due.length === batch;
}
