/** Who signed a document that we received, as the ledger keeps it. */
import type { CertificatePeriod } from '../../ecf/codes/reception-states.js';

/** What the certificate says about the signer. Only DGII knows who may sign for whom. */
export interface StoredSigner {
  readonly subject: string;
  /** The subject's CN and SN; empty if it has none. */
  readonly name: string;
  readonly serialNumber: string;
  readonly fingerprint: string;
  readonly chain: 'not-checked' | 'trusted' | 'not-trusted';
  readonly period: CertificatePeriod;
}
