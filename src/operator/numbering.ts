/**
 * The numbers of a company: adds a range of e-NCF that DGII granted; extends, corrects, closes or reopens one; annuls a number that was
 * handed out and never sent.
 */
import type {
  AnnulInput,
  AnnulOutcome,
  Authorization,
  AuthorizationChange,
  AuthorizationOutcome,
  NewAuthorization,
  SequenceRef,
} from '../ledger/numbering/numbering.js';
import type { OperatorDeps } from './deps.js';

/** Adds a range. If the same range is already there, the outcome is `done` too. */
export function addAuthorization(
  { store, clock }: OperatorDeps,
  range: Omit<NewAuthorization, 'now'>,
): Promise<AuthorizationOutcome> {
  return store.addAuthorization({ ...range, now: clock() });
}

/**
 * `to` extends the range, `last` closes it early or opens it again, and `first` skips numbers. The other fields correct what was
 * registered.
 */
export function changeAuthorization(
  { store, clock }: OperatorDeps,
  range: SequenceRef & Pick<Authorization, 'id'>,
  change: AuthorizationChange,
): Promise<AuthorizationOutcome> {
  return store.changeAuthorization(range, change, clock());
}

/** Records that DGII voided the number. It is never sent and leaves the list of unused numbers. */
export function annulNumber(
  { store, clock }: OperatorDeps,
  number: Omit<AnnulInput, 'now'>,
): Promise<AnnulOutcome> {
  return store.annulReservation({ ...number, now: clock() });
}
