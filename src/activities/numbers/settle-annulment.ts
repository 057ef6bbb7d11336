/**
 * settle: marks the numbers as the record says, and ends the annulment. The record was written before. If a worker dies in between, locks
 * remain, and the next worker continues here.
 */
import { usedAtDgiiNote } from '../../ledger/numbers/numbers.js';
import type { RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import type { ActivityDeps } from '../deps.js';
import type { AnnulmentStep } from '../../workflows/contract/numbers.js';
import { lockerOf, numbersWith, readOutcomes, recordChanges, type StepInput } from './record-annulment.js';

export async function settle(deps: ActivityDeps, { record }: StepInput): Promise<AnnulmentStep> {
  await applyOutcomes(deps, record);
  const { _id: annulmentId, companyId, environment, state, count } = record;
  const step = await recordChanges(deps, record, { final: true, finalAt: deps.clock() }, ['dueAt', 'asked']);
  deps.log.info({ annulmentId, companyId, environment, state, count }, 'an annulment of numbers ended');
  return step;
}

/** Safe to repeat: it changes only numbers that this annulment still locks. */
export async function applyOutcomes(deps: ActivityDeps, record: RangeAnnulmentRecord): Promise<void> {
  const outcomes = await readOutcomes(deps, record);
  const annulled = numbersWith(outcomes, ({ outcome }) => outcome === 'annulled');
  const used = numbersWith(outcomes, ({ reason }) => reason === 'USED_AT_DGII');
  // Certainly not void. Nearly all numbers that we refused ourselves were never locked, but a late worker may have locked one since.
  const free = numbersWith(
    outcomes,
    ({ outcome, reason }) => outcome === 'refused' && reason !== 'USED_AT_DGII',
  );
  await deps.store.closeLocked(lockerOf(deps, record), annulled);
  await deps.store.closeLocked(lockerOf(deps, record, usedAtDgiiNote), used);
  await deps.store.releaseLocked(lockerOf(deps, record), free);
}
