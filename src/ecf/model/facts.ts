/** What validation needs to know besides the voucher itself. */
import type { DocumentState } from './document-states.js';

export interface Facts {
  /** Today in Santo Domingo, DD-MM-YYYY: `localDate(instantMs)` of dates.ts. */
  readonly today: string;
  readonly company: {
    readonly rnc: string;
    /** DGII authorised it to send its vouchers later (IndicadorEnvioDiferido). */
    readonly deferredSending?: boolean;
    /** It is in certification: DGII's set gives the dates of its vouchers. */
    readonly inCertification?: boolean;
  };
  /** The authorization that covers the e-NCF, as registered with this service; absent when none does. */
  readonly reservation?: {
    /** DD-MM-YYYY; null for types 32 and 34. */
    readonly expiresOn: string | null;
  };
  /** The voucher that this one modifies, if this company issued it through this service in the same environment. */
  readonly referenced?: Referenced;
  /** The issuer permits conditional faults: they only warn. */
  readonly conditionalAllowed?: boolean;
}

export interface Referenced {
  readonly encf: string;
  readonly tipoeCF: number;
  readonly state: DocumentState;
  /** Decimal text, as are all amounts here. */
  readonly montoTotal: string;
  /** DD-MM-YYYY; `""` for a number without a voucher. */
  readonly fechaEmision: string;
  /** `""` when the voucher names no buyer's RNC. */
  readonly rncComprador: string;
  /** Code of the other currency in which its amounts are given too; otherwise null. */
  readonly tipoMoneda: string | null;
  /** Sum of the other credit notes on it, except those that were rejected, refused or annulled. */
  readonly credited: string;
  /** Sum of the debit notes on it that DGII accepted. */
  readonly debited: string;
  /** One of those credit notes annuls it (code 1). */
  readonly annulled: boolean;
  /**
   * It was printed in contingency, because DGII could not be reached. `endedAt`: when DGII first had it; absent while DGII does not have it.
   */
  readonly contingency?: { readonly endedAt?: Date };
  /** It has as many credit notes as the service sums, so it gets no further one. */
  readonly full?: boolean;
  /** There is no such voucher: the service assigns the numbers of this range, and has not handed this one out. */
  readonly neverHandedOut?: ManagedRange;
}

export interface ManagedRange {
  /** The day it was registered here, DD-MM-YYYY. A voucher of an earlier day may come from another system. */
  readonly since: string;
  /** DD-MM-YYYY; null for types 32 and 34. */
  readonly expiresOn: string | null;
}
