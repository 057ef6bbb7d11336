/** What a run is checked against: what clients know, what the ledger holds, and what DGII received. */
import type { DocumentRecord, SignedXml, Verdict } from '../../../src/ledger/vouchers/document-record.js';
import type { ReservationRecord } from '../../../src/ledger/numbers/numbers.js';
import type { Reception, Refusal } from '../../simulator/record.js';
import type { VoucherData } from '../clients/answer-history.js';
import type { OrderedOutcome } from '../plan/voucher-plan.js';

export interface Evidence {
  readonly results: readonly VoucherResult[];
  readonly numbers: readonly DeliveredNumber[];
  readonly unused: Readonly<Record<number, readonly string[]>>;
  readonly documents: readonly LedgerVoucher[];
  readonly attempts: readonly { readonly document: Pick<LedgerVoucher, 'companyId' | 'encf' | 'signed'> }[];
  readonly reservations: readonly LedgerNumber[];
  readonly received: readonly DgiiReception[];
  readonly refused: readonly Pick<Refusal, 'service' | 'fileName' | 'sha256'>[];
}

/** A voucher as its client knows it. */
export interface VoucherResult {
  readonly companyId: number;
  readonly rnc: string;
  readonly encf: string;
  readonly last: CheckedAnswer | undefined;
  readonly order?: OrderedOutcome | null;
}

export type CheckedAnswer = Pick<VoucherData, 'accepted' | 'attempt' | 'securityCode' | 'secuenciaUtilizada'>;

export interface DeliveredNumber {
  readonly companyId: number;
  readonly encf: string;
  readonly reference: string | undefined;
}

type VoucherFacts = 'companyId' | 'encf' | 'rncEmisor' | 'attempt' | 'state' | 'final' | 'trackIds';

export interface LedgerVoucher extends Pick<DocumentRecord, VoucherFacts | 'earlierTrackIds'> {
  readonly waiting?: { readonly reason: string };
  readonly signed?: Pick<SignedXml, 'sha256' | 'securityCode'> & {
    readonly summary?: { readonly sha256: string };
  };
  readonly verdict?: Pick<Verdict, 'trackId' | 'mensajes' | 'secuenciaUtilizada'>;
}

export type LedgerNumber = Pick<ReservationRecord, 'companyId' | 'ecfType' | 'key' | 'n' | 'state'>;

export type DgiiReception = Pick<Reception, 'trackId' | 'sha256' | 'rncEmisor' | 'encf' | 'verdict'>;
