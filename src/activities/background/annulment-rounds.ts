/** Starts the workflow of every annulment that is due and not over: it was never started, or its run was lost. */
import type { Store } from '../../ledger/mongo/connect.js';
import type { RangeAnnulmentRecord } from '../../ledger/numbering/range-annulment-record.js';
import { annulRangesType, annulStartOf, type AnnulmentTimings } from '../../workflows/contract/annulment.js';
import { startDue, type DueRecords, type RoundDeps } from './due-rounds.js';

interface AnnulmentRounds extends RoundDeps<AnnulmentTimings> {
  readonly store: Pick<Store, 'claimDueAnnulments'>;
}

/** One round. @returns whether there may be more */
export function startAnnulments(deps: AnnulmentRounds, stopping: AbortSignal): Promise<boolean> {
  const { store, taskQueue, timings, log } = deps;
  const about = ({ _id: annulmentId, companyId }: RangeAnnulmentRecord) => ({ annulmentId, companyId });
  const annulments: DueRecords<RangeAnnulmentRecord> = {
    claim: store.claimDueAnnulments,
    batch: 20,
    about,
    failed: 'an annulment of numbers could not be started',
    start: async (client, annulment) => {
      const start = annulStartOf(taskQueue, annulment, { annulmentId: annulment._id, timings });
      await client.workflow.start(annulRangesType, start);
      log.info(about(annulment), 'an annulment of numbers was started');
    },
  };
  return startDue(deps, annulments, stopping);
}
