/** The activity of a certification run. It takes the row on turn one step further, or reports that nothing has changed. */
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import type { CertificationStep, CertificationTopic } from '../../workflows/contract/certification.js';
import { LedgerUnavailableError } from '../../ledger/unavailable.js';
import { failWithCodeOnly, withHeartbeat } from '../activity-frame.js';
import type { ActivityDeps } from '../deps.js';
import { haltAfterDefect, takeRow } from './take-row.js';

/** After so many failures by a defect of ours the run is paused, so that a person sees that it does not go on. */
const triesMax = 5;

export interface CertificationActivities {
  /** Issues the row on turn, or looks at its result. Fails only if the ledger is unreachable, or by a defect of ours. */
  takeRow(topic: CertificationTopic): Promise<CertificationStep>;
}

export function createCertificationActivities(deps: ActivityDeps): CertificationActivities {
  return {
    takeRow: (topic) =>
      failWithCodeOnly(deps, topic, 'a step of a certification run failed', () =>
        withHeartbeat(() =>
          takeRow(deps, topic, cancellationSignal()).catch((error: unknown) => {
            if (error instanceof LedgerUnavailableError || activityInfo().attempt < triesMax) throw error;
            deps.log.error({ err: error, ...topic }, 'a certification run is halted after a defect');
            return haltAfterDefect(deps, topic);
          }),
        ),
      ),
  };
}
