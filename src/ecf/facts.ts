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
}
