/** What the activities work with; the composition root hands it over. */
import type { DgiiClient } from '../dgii/client.js';
import type { Store } from '../ledger/mongo/connect.js';
import type { DocumentRecord } from '../ledger/vouchers/document-record.js';
import type { XsdValidator } from '../xsd/xsd-validator.js';
import type { Log } from '../shared/log.js';
import type { CompanyCertificates } from './company-certificates.js';
import type { Outages } from './background/outages.js';
import type { DgiiSpeed } from './issue/dgii-speed.js';

export interface ActivityDeps {
  readonly store: Store;
  readonly dgii: DgiiClient;
  readonly certificates: CompanyCertificates;
  readonly xsd: XsdValidator;
  readonly dgiiSpeed: DgiiSpeed;
  readonly outages: Outages;
  readonly clock: () => Date;
  readonly log: Log;
  /** Lets the runs of these vouchers try again now. Bounded, and never rejects: it only saves them a pause. */
  readonly wake: (documents: readonly DocumentRecord[]) => Promise<void>;
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
