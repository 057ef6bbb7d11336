/** Annuls numbers that were handed out and never sent. */
import type { AnnulInput } from '../ledger/numbering/numbering.js';
import type { OperatorDeps } from './deps.js';
import { refused, type Refused } from './refused.js';

export type AnnulledNumber =
  /** `before`: the number was annulled already at that time, and the earlier note stays. */
  | { readonly outcome: 'annulled'; readonly before?: Date }
  | Refused<
      'COMPANY_NOT_FOUND' | 'ENCF_INVALID' | 'NOTE_INVALID' | 'ENCF_HAS_DOCUMENT' | 'ENCF_BEING_ANNULLED'
    >;

/** Records that DGII voided the number. It is never sent and leaves the list of unused numbers. */
export async function annulNumber(
  { store, clock }: OperatorDeps,
  number: Omit<AnnulInput, 'now'>,
): Promise<AnnulledNumber> {
  const outcome = await store.annulReservation({ ...number, now: clock() });
  switch (outcome.outcome) {
    case 'has-document':
      return refused('ENCF_HAS_DOCUMENT');
    case 'being-annulled':
      return refused('ENCF_BEING_ANNULLED');
    case 'refused':
      return refused(outcome.refusal === 'COMPANY_UNKNOWN' ? 'COMPANY_NOT_FOUND' : outcome.refusal);
    default:
      return outcome;
  }
}
