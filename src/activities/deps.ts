/** What the activities work with; the composition root hands it over. */
import type { DgiiClient } from '../dgii/client.js';
import type { Store } from '../ledger/mongo/connect.js';
import type { XsdValidator } from '../xsd/xsd-validator.js';
import type { Log } from '../shared/log.js';
import type { CompanyCertificates } from './company-certificates.js';
import type { Outages } from './background/outages.js';
import type { Wake } from './background/wake.js';
import type { DgiiSpeed } from './issue/dgii-speed.js';

/** The part of the ledger that the steps of a voucher, the questions to DGII and the taking of a number use. */
export type ActivityStore = Pick<
  Store,
  | 'addTrackIds'
  | 'answerInquiry'
  | 'beginSubmission'
  | 'beginSubmissionAgain'
  | 'certificatesEnding'
  | 'claimDue'
  | 'claimReferenced'
  | 'claimSuspended'
  | 'currentCertificate'
  | 'findCompany'
  | 'findDocument'
  | 'findInquiry'
  | 'getFile'
  | 'giveBack'
  | 'keepText'
  | 'markUsed'
  | 'nextNumber'
  | 'notesWaitingFor'
  | 'postponeCheck'
  | 'recordVerdictApplied'
  | 'recordSigned'
  | 'recordSubmitted'
  | 'recordVerdict'
  | 'recordWaiting'
  | 'resumeIssuing'
  | 'signAnew'
  | 'suspendIssuing'
  | 'updateSubmission'
  | 'waitingForDgii'
>;

export interface ActivityDeps {
  readonly store: ActivityStore;
  readonly dgii: DgiiClient;
  readonly certificates: CompanyCertificates;
  readonly xsd: XsdValidator;
  readonly dgiiSpeed: DgiiSpeed;
  readonly outages: Outages;
  readonly clock: () => Date;
  readonly log: Log;
  readonly wake: Wake;
  readonly settings: ActivitySettings;
}

export interface ActivitySettings {
  /** One of the two consents a production submission needs; the other is the company's own. */
  readonly allowProduction: boolean;
  /** Of DGII's status service; `""`: it is not asked, and the seed tells alone. Secret. */
  readonly statusApiKey: string;
  /** Longest a patient delivery may take, its token included. */
  readonly submitTimeoutMs: number;
  /** DGII's hosts as an operator knows them, without path: for the record of a delivery. */
  readonly dgiiHosts: { readonly ecf: string; readonly fc: string };
  /** A submission's lease outlives its deadline by this much: nobody else sends meanwhile. */
  readonly leaseMarginMs: number;
  /** Least time between two "not found" answers before the same bytes go out again. */
  readonly askAgainMs: number;
  /** Received this long ago and still no result: the voucher is marked DGII_SILENT. */
  readonly silentAfterMs: number;
  /** A note waits this long at most for the voucher that it modifies, counted from its admission. */
  readonly referenceWaitMaxMs: number;
  /** A suspended company asks DGII for a token no oftener than this. */
  readonly tokenProbeMs: number;
  /** The completer looks this much after the time at which the run itself means to go on. */
  readonly checkMarginMs: number;
}
