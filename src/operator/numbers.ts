/** Annuls numbers that were handed out and never sent. */
import type { AnnulInput, AnnulOutcome } from '../ledger/numbering/numbering.js';
import type { OperatorDeps } from './deps.js';

/** Records that DGII voided the number. It is never sent and leaves the list of unused numbers. */
export function annulNumber(
  { store, clock }: OperatorDeps,
  number: Omit<AnnulInput, 'now'>,
): Promise<AnnulOutcome> {
  return store.annulReservation({ ...number, now: clock() });
}
