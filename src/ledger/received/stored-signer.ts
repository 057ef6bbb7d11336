/** Who signed what we received, as the ledger keeps it. */

/** As far as we can see: only DGII knows who may sign for whom. */
export interface StoredSigner {
  readonly subject: string;
  /** CN and SN of the subject. Absent on records of earlier versions. */
  readonly name?: string;
  readonly serialNumber?: string;
  readonly fingerprint: string;
  readonly chain: 'not-checked' | 'trusted' | 'not-trusted';
  readonly period: 'usable' | 'expired' | 'not-yet-valid';
}
