/** What a voucher is judged by beside itself: values that the caller reads beforehand. */
import type { DocumentState } from './document-states.js';

/** What validation knows beside the voucher. Read by the caller beforehand, the same for validate and send. */
export interface Facts {
  /** Today in Santo Domingo, DD-MM-YYYY: `localDate(instantMs)` of dates.ts. */
  readonly today: string;
  /** The company of the credential. */
  readonly company: { readonly rnc: string };
  /** The authorization that covers the e-NCF, as registered with this service; absent when none does. */
  readonly reservation?: {
    /** DD-MM-YYYY; null for types 32 and 34. */
    readonly expiresOn: string | null;
  };
  /** The voucher that this one modifies, when this company issued it in the same environment through this service. */
  readonly referenced?: Referenced;
  /** The issuer permits conditional faults: they only warn. */
  readonly conditionalAllowed?: boolean;
}

/** A voucher of the ledger that a note modifies. */
export interface Referenced {
  readonly encf: string;
  readonly tipoeCF: number;
  readonly state: DocumentState;
  /** Decimal text, as are all amounts here. */
  readonly montoTotal: string;
  /** DD-MM-YYYY. */
  readonly fechaEmision: string;
  /** `""` when the voucher names no buyer's RNC. */
  readonly rncComprador: string;
  /** Code of the other currency its amounts are told in too; null when there is none. */
  readonly tipoMoneda: string | null;
  /** Sum of the credit notes on it, without the one that is judged and without those that came to nothing. */
  readonly credited: string;
  /** One of those credit notes annuls it (code 1). */
  readonly annulled: boolean;
}
