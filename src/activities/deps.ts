/** The dependencies of the activities. The composition root (boot/worker-role.ts) passes them. */
import type { BuyerClient } from '../dgii/buyers/buyer-client.js';
import type { ApprovalLegName, ApprovalLegState } from '../ecf/codes/buyer-delivery.js';
import type { Directory } from '../dgii/buyers/directory.js';
import type { DgiiClient } from '../dgii/client.js';
import type { Store } from '../ledger/ledger.js';
import type { Checker } from '../documents/threads/checker.js';
import type { Log } from '../shared/log.js';
import type { Traces } from '../shared/traces.js';
import type { CompanyCertificates } from './certificates/company-certificates.js';
import type { SharedReceiverSlots } from './buyers/receiver-slots.js';
import type { CertificateImports } from './certificates/import-certificate.js';
import type { Outages } from './rounds/outages.js';
import type { Wake } from './rounds/wake.js';
import type { DgiiSpeed } from './vouchers/dgii-speed.js';
import type { WebhookDeps } from './events/webhook-sender.js';

export interface ActivityDeps {
  readonly store: Store;
  readonly dgii: DgiiClient;
  readonly buyers: BuyerClient;
  readonly directory: Directory;
  readonly receiverSlots: SharedReceiverSlots;
  readonly certificates: CompanyCertificates;
  readonly certificateImports: CertificateImports;
  readonly checker: Checker;
  readonly dgiiSpeed: DgiiSpeed;
  readonly outages: Outages;
  readonly clock: () => Date;
  readonly log: Log;
  readonly traces: Traces;
  readonly wake: Wake;
  readonly webhooks: WebhookDeps;
  readonly approvalEnded?: (to: ApprovalLegName, state: ApprovalLegState, environment: string) => void;
  readonly settings: ActivitySettings;
}

interface ActivitySettings {
  /** One of the two consents that a delivery in production needs. The other one is the company's own. */
  readonly allowProduction: boolean;
  /** The key for DGII's status service. `""`: we do not ask that service, and only the seed shows whether DGII works. Secret. */
  readonly statusApiKey: string;
  /** Time limit of one patient delivery over HTTP, including the request for a token. The whole activity has a longer one. */
  readonly deliveryTimeoutMs: number;
  /** DGII's host names, without path. The record of a delivery names the host for operators. */
  readonly dgiiHosts: { readonly ecf: string; readonly fc: string };
  /** The lease of a delivery ends this long after its deadline. No other process sends before that. */
  readonly leaseMarginMs: number;
  /** Least time between two "not found" answers before the same bytes go out again. */
  readonly askAgainMs: number;
  /** If the last delivery started longer ago and DGII has no result, the voucher is marked DGII_SILENT. */
  readonly silentAfterMs: number;
  /** From its admission on, a note waits at most this long for the voucher that it modifies. */
  readonly referenceWaitMaxMs: number;
  /** Least time between two requests for a token of a suspended company. */
  readonly tokenProbeMs: number;
  /** Time limit of a delivery to a buyer, its token included. */
  readonly buyerTimeoutMs: number;
  /** A voucher that its buyer did not receive for this long is given up. */
  readonly buyerGiveUpMs: number;
  /** The completer checks a voucher this long after the time at which its own run tries again. */
  readonly checkMarginMs: number;
}
