/** A person ends an uncertain request with what DGII's virtual office shows. */
import { isNote } from '../../ledger/numbers/numbers.js';
import type { NumberResult, RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';
import { type AnnulmentKey, findAnnulment } from './find-annulment.js';

/** How many deliveries have ended. This is what a person names who records what DGII's virtual office shows after them. */
export function endedDeliveries({
  state,
  deliveryCount,
}: Pick<RangeAnnulmentRecord, 'state' | 'deliveryCount'>): number {
  return state === 'sending' ? deliveryCount - 1 : deliveryCount;
}

export interface AnnulmentFinding {
  readonly annulled: boolean;
  /** How many deliveries had ended when the person looked at DGII's virtual office. Only `annulled: false` needs it. */
  readonly deliveries?: number | undefined;
  readonly by: string;
  readonly note: string;
}

type AnnulmentConfirmed =
  | { readonly outcome: 'done'; readonly record: RangeAnnulmentRecord }
  | Refused<'ANNULMENT_NOT_FOUND' | 'ANNULMENT_NOT_UNCERTAIN' | 'NOTE_INVALID'>
  /** A delivery is under way, or one has ended that the person has not seen. */
  | Refused<'CHANGED_MEANWHILE'>;

/** Records what DGII's virtual office shows for the uncertain numbers. A worker then marks those numbers. */
export async function confirmAnnulment(
  { store, clock }: Ledger<'findRangeAnnulment' | 'annulmentResults' | 'changeRangeAnnulment'>,
  key: AnnulmentKey,
  finding: AnnulmentFinding,
): Promise<AnnulmentConfirmed> {
  if (finding.note.trim() === '' || !isNote(finding.note)) return refused('NOTE_INVALID');
  const record = await findAnnulment({ store }, key);
  if (record === undefined) return refused('ANNULMENT_NOT_FOUND');
  if (record.state === 'sending') return refused('CHANGED_MEANWHILE');
  if (record.state !== 'uncertain') return refused('ANNULMENT_NOT_UNCERTAIN');
  // A later delivery may have voided what the person found free. It changes nothing about numbers that were void before it.
  if (!finding.annulled && record.deliveryCount !== finding.deliveries) return refused('CHANGED_MEANWHILE');
  const results = (await store.annulmentResults(record)).map((one): NumberResult => {
    const { desde, hasta } = one;
    if (one.outcome !== 'uncertain') return one;
    if (finding.annulled) return { desde, hasta, outcome: 'annulled' };
    return { desde, hasta, outcome: 'refused', reason: 'CONFIRMED_NOT_ANNULLED' };
  });
  const annulled = results.filter(({ outcome }) => outcome === 'annulled').length;
  const state = annulled === 0 ? 'refused' : annulled === results.length ? 'annulled' : 'partly';
  const now = clock();
  const confirmed = { by: finding.by, note: finding.note, at: now };
  const changed = await store.changeRangeAnnulment(
    record,
    { state, results, confirmed, dueAt: now },
    { now, remove: ['waiting'] },
  );
  return changed === undefined ? refused('CHANGED_MEANWHILE') : { outcome: 'done', record: changed };
}
