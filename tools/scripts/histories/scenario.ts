/** What a scenario is: the run that it records, what each step of the run returns, and what happens from outside meanwhile. */
import type { IssueEcfState, IssueEcfTimings, updateIds } from '../../../src/workflows/contract/vouchers.js';
import type { BuyerTimings, DeliverToBuyerInput } from '../../../src/workflows/contract/buyers.js';

export interface Run {
  start(): Promise<unknown>;
  /** @throws Error when the run fails */
  end(): Promise<unknown>;
  /** @throws Error when the run does not fail */
  failure(): Promise<void>;
  wake(): Promise<void>;
  /** Waits until the run has had this many workflow tasks, including the current one. */
  untilTasks(count: number): Promise<void>;
}

export interface VoucherRun extends Run {
  send(update: keyof typeof updateIds): Promise<unknown>;
  retryNow(): Promise<unknown>;
  until(condition: (state: IssueEcfState) => boolean): Promise<void>;
  release(): void;
}

/**
 * What each step of a voucher's run returns, in order; the last result repeats. A result is a state of the ledger,
 * `state/WAITING_REASON`, `…+held` of a step that returns when its scenario says so, `…+summary` of a step that signed a summary,
 * or one of:
 * `not-tried` the step did not run within the workflow task: the patient activity of the same step comes next;
 * `unavailable` the step throws, as it does when the ledger is unreachable;
 * `dies` the step neither returns nor sends a heartbeat.
 */
export type VoucherScript = Readonly<Partial<Record<VoucherStep, readonly string[]>>>;
export type VoucherStep = 'prepare' | 'submit' | 'query' | 'park';

export interface VoucherScenario {
  readonly kind: 'voucher';
  readonly script: VoucherScript;
  /** Other intervals than the recorder's short ones, in milliseconds. */
  readonly timings?: Partial<IssueEcfTimings>;
  /** Ends when the history is to be taken. */
  readonly drive: (run: VoucherRun) => Promise<void>;
}

/**
 * A question to DGII, the acknowledgement of a reception, the renewal of the registry, a certification run, a mail, a voucher to its buyer,
 * or our approval to the issuer and to DGII: what its one activity answers, in order; the last answer repeats. A delivery answers its state. Of a
 * certification run, what each step found. `row`: it took a row further. `row+waits`: nothing had changed. `end`: the run is over.
 * The retries of a webhook answer `done`, or the milliseconds until the next try; `later`: the relay asks to try a mail later. `unavailable` and `dies` as above.
 */
export interface PlainScenario {
  readonly kind:
    'inquiry' | 'reception' | 'registry' | 'certification' | 'mail' | 'to-buyer' | 'approval' | 'webhook';
  readonly answers: readonly string[];
  /** Of a delivery or a webhook. */
  readonly timings?: Partial<BuyerTimings>;
  /** Of a delivery whose first try a worker made without a run. */
  readonly first?: DeliverToBuyerInput['first'];
  readonly drive: (run: Run) => Promise<void>;
}

/**
 * An annulment of numbers: which step each step calls for next, in order; the last one repeats. `…+waits`: the step could do nothing.
 * `unavailable` and `dies` as above.
 */
export interface AnnulmentScenario {
  readonly kind: 'annulment';
  readonly script: AnnulmentScript;
  readonly drive: (run: Run) => Promise<void>;
}

export type AnnulmentScript = Readonly<
  Partial<Record<'lockAnnulment' | 'sendAnnulment' | 'askAnnulment' | 'settleAnnulment', readonly string[]>>
>;

export type Scenario = { readonly name: string } & (VoucherScenario | PlainScenario | AnnulmentScenario);
