/** What a run is checked against: what clients know, what the ledger holds, and what DGII received. Plain records. */
import type { DocumentRecord, SignedXml, Verdict } from '../../../src/ledger/vouchers/document-record.js';
import type { ReservationRecord } from '../../../src/ledger/numbers/numbers.js';
import type { Reception, Refusal } from '../../simulator/record.js';
import type { VoucherData } from '../clients/answer-history.js';
import type { OrderedOutcome } from '../plan/voucher-plan.js';

export interface Evidence {
  readonly results: readonly VoucherResult[];
  /** As `ecf-sequences/next` delivered them. */
  readonly numbers: readonly DeliveredNumber[];
  /** The numbers that the service lists as unused, by company. */
  readonly unused: Readonly<Record<number, readonly string[]>>;
  readonly documents: readonly LedgerVoucher[];
  /** What the ledger keeps of earlier attempts. */
  readonly attempts: readonly { readonly document: Pick<LedgerVoucher, 'companyId' | 'encf' | 'signed'> }[];
  readonly reservations: readonly LedgerNumber[];
  /** What DGII received. */
  readonly received: readonly DgiiReception[];
  /** Posts that DGII answered without receiving them. */
  readonly refused: readonly Pick<Refusal, 'service' | 'fileName' | 'sha256'>[];
}

/** A voucher as its client knows it. */
export interface VoucherResult {
  readonly companyId: number;
  readonly rnc: string;
  readonly encf: string;
  /** The answer with the most advanced state. */
  readonly last: CheckedAnswer | undefined;
  /** The verdict that DGII was ordered to give. */
  readonly order?: OrderedOutcome | null;
}

export type CheckedAnswer = Pick<VoucherData, 'accepted' | 'attempt' | 'securityCode' | 'secuenciaUtilizada'>;

export interface DeliveredNumber {
  readonly companyId: number;
  readonly encf: string;
  readonly reference: string | undefined;
}

type VoucherFacts = 'companyId' | 'encf' | 'rncEmisor' | 'attempt' | 'state' | 'final' | 'trackIds';

/** As the ledger has it. */
export interface LedgerVoucher extends Pick<DocumentRecord, VoucherFacts | 'earlierTrackIds'> {
  readonly waiting?: { readonly reason: string };
  readonly signed?: Pick<SignedXml, 'sha256' | 'securityCode'> & {
    readonly summary?: { readonly sha256: string };
  };
  readonly verdict?: Pick<Verdict, 'trackId' | 'mensajes' | 'secuenciaUtilizada'>;
}

export type LedgerNumber = Pick<ReservationRecord, 'companyId' | 'ecfType' | 'key' | 'n' | 'state'>;

/** One post that DGII received, with its verdict. */
export type DgiiReception = Pick<Reception, 'trackId' | 'sha256' | 'rncEmisor' | 'encf' | 'verdict'>;
