/**
 * The activities of a range annulment. Each reads the ledger first and continues from there. If the record needs another step, the activity
 * does nothing.
 */
import { cancellationSignal } from '@temporalio/activity';
import type { AnnulmentNext, AnnulmentStep } from '../../workflows/contract/numbers.js';
import { failWithCodeOnly, withHeartbeat } from '../activity-frame.js';
import type { ActivityDeps } from '../deps.js';
import { ask } from './ask-annulment.js';
import { lock } from './lock-numbers.js';
import { loadAnnulment, resultOf } from './record-annulment.js';
import { send } from './send-annulment.js';
import { settle } from './settle-annulment.js';

type Step = (annulmentId: string, pauseMs: number) => Promise<AnnulmentStep>;

export interface AnnulmentActivities {
  readonly lockAnnulment: Step;
  /** Signs once, writes the delivery ahead, and sends the bytes. */
  readonly sendAnnulment: Step;
  readonly askAnnulment: Step;
  readonly settleAnnulment: Step;
}

export function createAnnulmentActivities(deps: ActivityDeps): AnnulmentActivities {
  const frame =
    (step: AnnulmentNext, work: typeof send): Step =>
    (annulmentId, pauseMs) =>
      failWithCodeOnly(deps, { annulmentId }, 'a step of an annulment failed', () =>
        withHeartbeat(async () => {
          const record = await loadAnnulment(deps, annulmentId);
          const { next } = resultOf(record);
          // The record has reached another step since the run asked for this one.
          if (next !== step) return resultOf(record);
          return work(deps, { record, pauseMs }, cancellationSignal());
        }),
      );
  return {
    lockAnnulment: frame('lock', lock),
    sendAnnulment: frame('send', send),
    askAnnulment: frame('ask', ask),
    settleAnnulment: frame('settle', settle),
  };
}
