/** Withdraws a request that DGII has not received. */
import { isNote } from '../../ledger/numbers/numbers.js';
import type { NumberResult, RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';
import { type AnnulmentKey, findAnnulment, annulmentNumbers } from './find-annulment.js';

/** In these states DGII has received nothing. A delivery that certainly did not arrive returns the request to `signed`. */
const unsentStates: readonly RangeAnnulmentRecord['state'][] = ['requested', 'locked', 'signed'];

/** A try fails only if a worker locks or signs at the same moment, which happens once or twice per request. */
const cancelTriesMax = 5;

export function isUnsent({ state }: Pick<RangeAnnulmentRecord, 'state'>): boolean {
  return unsentStates.includes(state);
}

type AnnulmentCancelled =
  | { readonly outcome: 'done'; readonly record: RangeAnnulmentRecord }
  /** `ANNULMENT_SENT`: DGII has the request or may have it, or the annulment is over. */
  | Refused<'ANNULMENT_NOT_FOUND' | 'ANNULMENT_SENT' | 'NOTE_INVALID' | 'CHANGED_MEANWHILE'>;

/**
 * Ends a request before it is sent. A worker writes its delivery ahead with a compare-and-set on the same record, so only one of the two
 * succeeds. Afterwards a worker gives the numbers back.
 */
export async function cancelAnnulment(
  {
    store,
    clock,
  }: Ledger<'findRangeAnnulment' | 'changeRangeAnnulment' | 'annulmentRequested' | 'annulmentResults'>,
  key: AnnulmentKey,
  { by, note }: { readonly by: string; readonly note: string },
): Promise<AnnulmentCancelled> {
  if (!isNote(note)) return refused('NOTE_INVALID');
  for (let tries = 0; tries < cancelTriesMax; tries += 1) {
    const record = await findAnnulment({ store }, key);
    if (record === undefined) return refused('ANNULMENT_NOT_FOUND');
    if (record.cancelled !== undefined) return { outcome: 'done', record };
    if (!isUnsent(record)) return refused('ANNULMENT_SENT');
    const results = (await annulmentNumbers({ store }, record)).map(
      ({ desde, hasta, outcome, reason }): NumberResult =>
        outcome === 'locked'
          ? { desde, hasta, outcome: 'refused', reason: 'CANCELLED' }
          : { desde, hasta, outcome, ...(reason && { reason }) },
    );
    const now = clock();
    const changed = await store.changeRangeAnnulment(
      record,
      { state: 'refused', results, cancelled: { by, note: note.trim(), at: now }, dueAt: now },
      { now, remove: ['waiting'] },
    );
    if (changed !== undefined) return { outcome: 'done', record: changed };
  }
  return refused('CHANGED_MEANWHILE');
}
