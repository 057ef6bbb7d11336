/** Annuls numbers that were handed out and never sent. */
import type { AnnulInput, AnnulRefusal } from '../ledger/numbering/numbering.js';
import type { OperatorDeps } from './deps.js';
import { refused, type Refused } from '../shared/refused.js';

export type AnnulledNumber =
  /** `before`: the number was annulled already at that time, and the earlier note stays. */
  { readonly outcome: 'annulled'; readonly before?: Date } | Refused<AnnulRefusal>;

/** Records that DGII voided the number. It is never sent and leaves the list of unused numbers. */
export async function annulNumber(
  { store, clock }: OperatorDeps,
  number: Omit<AnnulInput, 'now'>,
): Promise<AnnulledNumber> {
  const outcome = await store.annulReservation({ ...number, now: clock() });
  return outcome.outcome === 'refused' ? refused(outcome.refusal) : outcome;
}
