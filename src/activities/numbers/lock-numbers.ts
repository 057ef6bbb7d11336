/** lock: takes the numbers out of use before DGII is asked. Numbers that may not be voided are refused here, each with its reason. */
import { encfsOf, readRange } from '../../ecf/annulment/encf-ranges.js';
import type { ActivityDeps } from '../deps.js';
import type { AnnulmentStep } from '../../workflows/contract/numbers.js';
import {
  loadAnnulment,
  lockerOf,
  numbersWith,
  recordChanges,
  resultsOf,
  type Outcome,
  type StepInput,
} from './record-annulment.js';
import { applyOutcomes } from './settle-annulment.js';

export async function lock(deps: ActivityDeps, { record }: StepInput): Promise<AnnulmentStep> {
  const asked = await deps.store.annulmentRequested(record);
  const encfs = asked.flatMap((range) => {
    const run = readRange(range);
    return run === undefined ? [] : [...encfsOf(run)];
  });
  const locks = await deps.store.lockNumbers(lockerOf(deps, record), encfs);
  const outcomes = new Map(
    [...locks].map(([encf, result]): [string, Outcome] => [
      encf,
      result === 'locked' ? { outcome: 'locked' } : { outcome: 'refused', reason: result },
    ]),
  );
  const locked = numbersWith(outcomes, ({ outcome }) => outcome === 'locked');
  // If no number is locked, there is nothing to ask DGII.
  const state = locked.length > 0 ? 'locked' : 'refused';
  const step = await recordChanges(deps, record, { state, results: resultsOf(outcomes) });
  await giveBackLateLocks(deps, record._id);
  return step;
}

/**
 * Removes the locks that nobody needs: while this process locked numbers, somebody may have cancelled the request, or another worker may
 * have ended it.
 */
async function giveBackLateLocks(deps: ActivityDeps, annulmentId: string): Promise<void> {
  const record = await loadAnnulment(deps, annulmentId);
  if (record.state === 'refused' || record.final) await applyOutcomes(deps, record);
}
