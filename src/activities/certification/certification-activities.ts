/** The activity of a certification run. It takes the row on turn one step further, or reports that nothing has changed. */
import { cancellationSignal } from '@temporalio/activity';
import type { CertificationStep, CertificationTopic } from '../../workflows/contract/certification.js';
import { byCodeAlone, withHeartbeat } from '../activity-frame.js';
import type { ActivityDeps } from '../deps.js';
import { takeRow } from './take-row.js';

export interface CertificationActivities {
  /** Issues the row on turn, or looks at its result. Fails only if the ledger is unreachable, or by a defect of ours. */
  takeRow(topic: CertificationTopic): Promise<CertificationStep>;
}

export function createCertificationActivities(deps: ActivityDeps): CertificationActivities {
  return {
    takeRow: (topic) =>
      byCodeAlone(deps, topic, 'a step of a certification run failed', () =>
        withHeartbeat(() => takeRow(deps, topic, cancellationSignal())),
      ),
  };
}
