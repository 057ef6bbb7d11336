/** The evidence about events: what readers of the feed and the webhooks' receiver got, and what the ledger's records say. Plain records. */
import type { DeliveryState } from '../../../src/ledger/events/webhook-record.js';
import type { RefusedReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import type { SignerTrouble } from './buyer-evidence.js';

export interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventEvidence {
  readonly companies: readonly EventCompany[];
  /** As a client read each feed from its beginning. */
  readonly feeds: readonly { readonly companyId: number; readonly events: readonly ShownEvent[] }[];
  readonly webhooks: readonly WebhookEvidence[];
  readonly documents: readonly LedgerAttempt[];
  readonly attempts: readonly { readonly document: LedgerAttempt }[];
  readonly receptions: readonly LedgerReceived[];
  readonly refusedReceptions: readonly LedgerRefusal[];
  readonly incomingApprovals: readonly LedgerSaid[];
  readonly sequences: readonly { readonly companyId: number; readonly warnings?: readonly string[] }[];
  readonly dgiiOutages: readonly {
    readonly companyId: number;
    readonly host: string;
    readonly since?: Date;
  }[];
  /** Waits that a client was told of, once for each reason of an attempt. */
  readonly waits: readonly SeenWait[];
  readonly troubles: readonly SignerTrouble[];
}

export interface EventCompany {
  readonly companyId: number;
  readonly rnc: string;
  readonly environment: string;
  readonly suspended?: object;
}

export interface SeenWait {
  readonly companyId: number;
  readonly encf: string;
  readonly attempt: number;
  readonly reason: string;
}

/** One request that arrived at an endpoint, with a genuine signature. */
export interface WebhookArrival {
  readonly id: string;
  readonly body: string;
  /** The service may have got a 2xx for it. */
  readonly mayBeTaken: boolean;
}

export interface WebhookEvidence {
  readonly companyId: number;
  /** Empty: every type. */
  readonly types: readonly string[];
  readonly arrivals: readonly WebhookArrival[];
  readonly deliveries: readonly { readonly seq: number; readonly state: DeliveryState }[];
}

export interface LedgerAttempt {
  readonly companyId: number;
  readonly encf: string;
  readonly attempt: number;
  readonly state: string;
  readonly final: boolean;
  readonly finalAt?: Date;
  readonly contingencySince?: Date;
  readonly verdict?: { readonly trackId: string | null; readonly secuenciaUtilizada: boolean | null };
  readonly buyerDelivery?: { readonly state: string; readonly since: Date; readonly endedAt?: Date };
  readonly buyerApproval?: { readonly estado: string; readonly receivedAt: Date };
}

interface LedgerDecision {
  readonly estado: string;
  readonly at: Date;
}

export interface LedgerReceived {
  readonly companyId: number;
  readonly rncEmisor: string;
  readonly encf: string;
  readonly sha256: string;
  readonly dgii?: { readonly estado: string };
  readonly decision?: LedgerDecision;
  /** Those that had the number before, oldest first. */
  readonly displaced?: readonly { readonly sha256: string; readonly decision?: LedgerDecision }[];
  readonly heldApproval?: { readonly state: string };
  readonly approval?: Readonly<Record<'issuer' | 'dgii', { readonly state: string }>>;
}

export type LedgerRefusal = Pick<
  RefusedReceptionRecord,
  'companyId' | 'rncEmisor' | 'encf' | 'sha256' | 'code' | 'receivedAt'
>;

export interface LedgerSaid {
  readonly companyId: number;
  readonly encf: string;
  readonly decision: string;
  readonly receivedAt: Date;
  readonly unknownVoucher?: true;
}
