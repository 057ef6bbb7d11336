/** What the functions about certification runs work with, and what a change of a run's state may end with. */
import type { RunChanged } from '../../ledger/certification/runs.js';
import type { Refused } from '../../shared/refused.js';
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

export type RunOutcome = RunChanged | Refused<'RUN_NOT_FOUND'>;
