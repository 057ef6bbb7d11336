/** Starts the workflow of each running certification run that has none: the first start failed, or the workflow was lost. */
import type { Store } from '../../ledger/mongo/connect.js';
import type { CertificationRunRecord } from '../../ledger/certification/run-record.js';
import {
  certificationStartOf,
  certificationType,
  type CertificationTimings,
} from '../../workflows/contract/certification.js';
import { startDue, type DueRecords, type RoundDeps } from './due-rounds.js';

interface CertificationRounds extends RoundDeps<CertificationTimings> {
  readonly store: Pick<Store, 'claimDueRuns'>;
}

/** One round. @returns whether there may be more */
export function startCertificationRuns(deps: CertificationRounds, stopping: AbortSignal): Promise<boolean> {
  const { store, taskQueue, timings, log } = deps;
  const about = ({ _id: runId, companyId }: CertificationRunRecord) => ({ runId, companyId });
  const runs: DueRecords<CertificationRunRecord> = {
    claim: store.claimDueRuns,
    batch: 20,
    about,
    failed: 'a certification run could not be started',
    start: async (client, run) => {
      await client.workflow.start(
        certificationType,
        certificationStartOf(taskQueue, { ...about(run), timings }),
      );
      // Most runs are under way already, and the start joins them.
      log.debug(about(run), 'a certification run was started or joined');
    },
  };
  return startDue(deps, runs, stopping);
}
