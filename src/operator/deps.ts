/** What the operator's functions work with. The command line provides it, and later the api for the web application. */
import type { Store } from '../ledger/mongo/connect.js';
import type { DocumentRecord } from '../ledger/vouchers/document-record.js';
import type { InquiryKind, InquiryKinds } from '../ledger/vouchers/inquiries.js';
import type { Refused } from './refused.js';

export interface OperatorDeps {
  readonly store: Store;
  readonly clock: () => Date;
  /** ECF_ALLOW_PRODUCTION: one of the two consents for production. The other is the company's own. */
  readonly allowProduction: boolean;
  readonly processes: Processes;
}

/** Temporal does not answer at this address. */
export type ProcessRefusal =
  Refused<'PROCESS_UNAVAILABLE', { readonly address: string }> | Refused<'WORKER_SILENT'>;

/** Reaches the workers through Temporal. */
export interface Processes {
  /** Asks DGII through a worker. */
  ask<Kind extends InquiryKind>(
    kind: Kind,
    about: InquiryKinds[Kind]['about'],
  ): Promise<
    { readonly outcome: 'answered'; readonly answer: InquiryKinds[Kind]['answer'] } | ProcessRefusal
  >;
  /**
   * The voucher's process continues at once, whatever it waits for. If none runs, one is started, unless the voucher is final.
   */
  wake(document: DocumentRecord): Promise<{ readonly outcome: 'woken' } | ProcessRefusal>;
}
