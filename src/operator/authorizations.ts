/** The ranges of e-NCF that DGII granted to a company: adds a range; extends, corrects, closes or reopens one. */
import type { Environment } from '../ecf/model/environments.js';
import type {
  Authorization,
  AuthorizationChange,
  AuthorizationOutcome,
  AuthorizationRefusal,
  NewAuthorization,
  SequenceRef,
} from '../ledger/numbering/numbering.js';
import type { Company } from '../ledger/store.js';
import type { OperatorDeps } from './deps.js';
import { refused, type Refused } from '../shared/refused.js';

export interface RangeFacts {
  /** The authorization that the range overlaps. */
  readonly other?: Authorization;
  /** The highest number that was handed out. */
  readonly highest?: number;
  /** The lowest value that `first` may have. */
  readonly lowest?: number;
}

export type AuthorizationResult =
  | { readonly outcome: 'done'; readonly authorization: Authorization }
  | Refused<AuthorizationRefusal, RangeFacts>;

/** Adds a range. If the same range is already there, the outcome is `done` too. */
export async function addAuthorization(
  { store, clock }: OperatorDeps,
  range: Omit<NewAuthorization, 'now'>,
): Promise<AuthorizationResult> {
  return resultOf(await store.addAuthorization({ ...range, now: clock() }));
}

/**
 * `to` extends the range, `last` closes it early or opens it again, and `first` skips numbers. The other fields correct what was
 * registered.
 */
export async function changeAuthorization(
  { store, clock }: OperatorDeps,
  range: SequenceRef & Pick<Authorization, 'id'>,
  change: AuthorizationChange,
): Promise<AuthorizationResult> {
  return resultOf(await store.changeAuthorization(range, change, clock()));
}

/** Whether the company's own system assigns its numbers, so that the service uses no range in this environment. */
export function assignsItsOwnNumbers({ origin }: Company, environment: Environment): boolean {
  return origin === 'client' && environment !== 'certification';
}

function resultOf(outcome: AuthorizationOutcome): AuthorizationResult {
  if (outcome.outcome === 'done') return outcome;
  const { outcome: _refused, refusal, ...facts } = outcome;
  return refused(refusal, facts);
}
