/** The record of a certification run (collection `certificationRuns`): DGII's workbook of test cases, sent in DGII's order. */
import type { Fault } from '../../ecf/model/fault.js';
import type { WithPending } from '../events/event-record.js';
import type { FileRef } from '../vouchers/document-record.js';

/** `vouchers`: the data tests (step 2). `approvals`: the tests of commercial approvals (step 3). */
export type RunKind = 'vouchers' | 'approvals';

/**
 * `ready`: nothing was sent. `paused`: a person stopped it, or has to decide or to mend something; it can go on. `stopped`: DGII rejected a
 * row, so it is over. `done`: every row has been accepted.
 */
export type RunState = 'ready' | 'running' | 'paused' | 'stopped' | 'done';

/** `CONDITIONAL`: DGII accepted the last row with objections. `NOT_SENT`: the row on turn could not be sent; the row says why. */
export type RunReason = 'PERSON' | 'CONDITIONAL' | 'REJECTED' | 'NOT_SENT' | 'NOT_IN_CERTIFICATION';

/** `accepted`, `conditional` and `rejected` are DGII's. `not-sent`: the service could not send the row; `refusal` says why. */
export type RowOutcome = 'accepted' | 'conditional' | 'rejected' | 'not-sent';

/** `mensaje` is in Spanish, for a person. Empty: the code's own message says it. */
export interface RowRefusal {
  readonly code: string;
  readonly mensaje: string;
}

/** What a person saw in DGII's portal about an approval that DGII may have. */
export interface ApprovalConfirmation {
  readonly found: 'accepted' | 'not-received';
  readonly note: string;
  readonly by: string;
  readonly at: Date;
}

export interface RunRow {
  /** The row in the workbook's sheet. */
  readonly row: number;
  readonly encf: string;
  readonly faults: readonly Fault[];
  /** The voucher's attempt that belongs to the run. Absent: not issued yet, or an approval. */
  readonly attempt?: number;
  /** How often a person let the run go on after this row could not be sent. Absent: never. */
  readonly tries?: number;
  /** The person saw this row's conditional faults, for which it was not sent, and sends it all the same. */
  readonly conditionalConfirmed?: true;
  /** Absent: not over yet. */
  readonly outcome?: RowOutcome;
  /** The signed approval. It is kept before it is sent. */
  readonly signed?: { readonly file: FileRef; readonly sha256: string };
  /** An approval was sent, or was about to be, and DGII has not said that it did not take it. Set before each delivery. */
  readonly mayHaveArrived?: boolean;
  /** The last one. After `not-received` the approval was signed and sent anew. */
  readonly confirmation?: ApprovalConfirmation;
  /** How many answers about this approval the service could not read. */
  readonly unread?: number;
  /** Hash of the voucher's normal form. Absent for an approval. */
  readonly contentHash?: string;
  /** Why the row was not sent, or what DGII said about an approval. */
  readonly refusal?: RowRefusal;
}

export interface NewAttempts {
  readonly note: string;
  /** The attempts that the person saw, by e-NCF. */
  readonly attempts: Readonly<Record<string, number>>;
}

export interface CertificationRunRecord extends WithPending {
  /** A UUID. */
  readonly _id: string;
  readonly companyId: number;
  readonly kind: RunKind;
  /** Name and SHA-256 (hex) of the workbook. */
  readonly fileName: string;
  readonly sha256: string;
  readonly by: string;
  readonly createdAt: Date;
  /** Each write raises it by one, so each change is a compare-and-set. */
  readonly version: number;
  readonly state: RunState;
  readonly reason?: RunReason;
  /** In DGII's order. */
  readonly rows: readonly RunRow[];
  readonly contents: FileRef;
  /** The index of the row on turn. */
  readonly next: number;
  readonly startedAt?: Date;
  readonly startedBy?: string;
  readonly correlationId?: string;
  /** Before the run started, the person saw the conditional faults of all rows and sends them all the same. */
  readonly conditionalConfirmed?: true;
  readonly newAttempts?: NewAttempts;
  readonly endedAt?: Date;
  /** When a worker's round starts the workflow again. Only a run in state `running` has it. */
  readonly dueAt?: Date;
  /** MongoDB removes a run that was never started. Absent once it was started. */
  readonly expiresAt?: Date;
}
