/** The evidence about deliveries to buyers: the records of the imitated taxpayers and of DGII, and the ledger. */
import type { StoredAcknowledgement } from '../../../src/ledger/received/reception-record.js';
import type { Answered, Approval, Emitted, Refusal, ToBuyer } from '../../simulator/record.js';
import type { LedgerVoucher } from './run-evidence.js';

export interface BuyerEvidence {
  readonly documents: readonly LedgerDelivery[];
  readonly atBuyers: readonly ArrivedAtBuyer[];
  /** Posts that DGII and the imitated taxpayers answered without taking them. */
  readonly refused: readonly Pick<Refusal, 'service' | 'sha256' | 'fileName' | 'reason'>[];
  /** RNCs of the taxpayers that have a receiver of their own; every other RNC leads to the buyer that DGII imitates. */
  readonly buyers: readonly string[];
  readonly reachable: readonly string[];
  /** When companies could not sign with a certificate that DGII admits for them. */
  readonly troubles: readonly SignerTrouble[];
  readonly emitted: readonly EmittedDocument[];
  readonly answered: readonly Answer[];
  readonly receptions: readonly LedgerReception[];
  readonly incomingApprovals: readonly LedgerApproval[];
  readonly approved: readonly Pick<Approval, 'sha256' | 'rncEmisor' | 'rncComprador' | 'encf' | 'estado'>[];
}

/** A time in which DGII does not admit the signer of a company. */
export interface SignerTrouble {
  readonly rnc: string;
  /** Milliseconds of the wall clock. */
  readonly fromMs: number;
  readonly toMs: number;
}

export type ArrivedAtBuyer = Pick<
  ToBuyer,
  'service' | 'receiver' | 'rncEmisor' | 'encf' | 'sha256' | 'motivo' | 'answer'
>;
export type EmittedDocument = Pick<
  Emitted,
  'document' | 'at' | 'sha256' | 'rncEmisor' | 'rncComprador' | 'encf' | 'flaw'
>;
export type Answer = Pick<Answered, 'of' | 'at' | 'status' | 'estado' | 'motivo' | 'mensajes' | 'sha256'>;

export interface LedgerDelivery extends Pick<
  LedgerVoucher,
  'companyId' | 'rncEmisor' | 'encf' | 'state' | 'signed'
> {
  readonly tipoeCF: number;
  readonly rncComprador: string;
  readonly buyerDelivery?: { readonly state: string; readonly code?: string };
}

export interface LedgerReception {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  readonly sha256: string;
  readonly arecf?: Pick<StoredAcknowledgement, 'sha256'>;
  readonly decision?: { readonly estado: 'aprobado' | 'rechazado' };
  readonly heldApproval?: { readonly state: string };
  readonly approval?: {
    readonly sha256: string;
    readonly issuer: { readonly state: string };
    readonly dgii: { readonly state: string; readonly copies?: readonly { readonly sha256: string }[] };
  };
}

export interface LedgerApproval {
  readonly encf: string;
  readonly rncComprador: string;
  readonly sha256: string;
}
