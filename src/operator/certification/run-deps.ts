/** What the functions about certification runs work with, and what a change of a run's state may end with. */
import type { CertificationRunRecord } from '../../ledger/certification/run-record.js';
import type { RunChanged } from '../../ledger/certification/runs.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';

export type RunDeps = Ledger<
  | 'putRun'
  | 'findRun'
  | 'changeRun'
  | 'runContents'
  | 'findRunVouchers'
  | 'findAttemptsAtDgii'
  | 'findCompany'
>;

type RunRefusal = Refused<'RUN_NOT_FOUND' | 'RUN_CHANGED' | 'RUN_UNDER_WAY'>;
export type RunOutcome = { readonly outcome: 'done'; readonly run: CertificationRunRecord } | RunRefusal;

export function outcomeOf(changed: RunChanged): RunOutcome {
  if (changed.outcome === 'changed') return { outcome: 'done', run: changed.run };
  return refused(changed.outcome === 'another-is-running' ? 'RUN_UNDER_WAY' : 'RUN_CHANGED');
}
