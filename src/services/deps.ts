/** What the operator's functions work with. The command line provides it; for the web application the api does. */
import type { Store } from '../ledger/ledger.js';
import type { DocumentRecord } from '../ledger/vouchers/document-record.js';
import type { InquiryKind, InquiryKinds } from '../ledger/inquiries/inquiries.js';
import type { Refused } from '../shared/refused.js';

export interface Ledger<Method extends keyof Store> {
  readonly store: Pick<Store, Method>;
  readonly clock: () => Date;
}

export interface OperatorDeps {
  readonly store: Store;
  readonly clock: () => Date;
  /** The setting ECF_ALLOW_PRODUCTION, which is one of the two consents to production. The company gives the other one. */
  readonly allowProduction: boolean;
  /** Whether the service sends mail. Absent: it does not, and people pass links on. */
  readonly mailEnabled?: boolean;
  readonly processes: Processes;
}

/**
 * `PROCESS_UNAVAILABLE`: Temporal does not answer at this address. `WORKER_SILENT`: no worker answered in time; if the question asked for a
 * change, it was not made and will not be. `CHANGE_UNCONFIRMED`: a worker began the change and did not say how it ended.
 */
export type ProcessRefusal =
  | Refused<'PROCESS_UNAVAILABLE', { readonly address: string }>
  | Refused<'WORKER_SILENT' | 'CHANGE_UNCONFIRMED'>;

export interface Processes {
  ask<Kind extends InquiryKind>(
    kind: Kind,
    about: InquiryKinds[Kind]['about'],
  ): Promise<
    { readonly outcome: 'answered'; readonly answer: InquiryKinds[Kind]['answer'] } | ProcessRefusal
  >;
  /** Makes the voucher's workflow continue at once, and ends its wait. If no run exists, one is started, unless the voucher is final. */
  wake(document: DocumentRecord): Promise<{ readonly outcome: 'woken' } | ProcessRefusal>;
}
