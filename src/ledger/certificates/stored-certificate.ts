/** The sealed keys that the ledger keeps: of a company's certificate, and of the pair to which browsers seal uploads. */

import type { WithPending } from '../events/event-record.js';

export interface Revocation {
  readonly at: Date;
  /** When the CRL was issued. A later one that does not have the certificate ends the mark: the certificate was only suspended. */
  readonly listedAt: Date;
}

/** The caller seals the private key (signing/keys/seal.ts), so the ledger never sees it in clear. */
export interface StoredCertificate extends WithPending {
  readonly companyId: number;
  /** SHA-256 of the DER certificate, hex. */
  readonly fingerprint: string;
  readonly certificatePem: string;
  readonly sealedKey: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** When it was imported, or chosen again. The company signs with the newest one. */
  readonly importedAt: Date;
  /** The stages of its end that have had their event (certificate-events.ts). */
  readonly ends?: readonly string[];
  /** PEM of what its file had of those that issued it: its issuer first. Absent: nothing, or an earlier version imported it. */
  readonly issuersPem?: readonly string[];
  /** A CRL that its issuer signed revokes it. */
  readonly revoked?: Revocation;
}

export interface StoredUploadKey {
  readonly keyId: string;
  /** SPKI, Base64. */
  readonly publicKey: string;
  /** The private half under the master key. */
  readonly sealedKey: string;
}
