/** Companies' certificates. The private key is sealed by the caller (signing/seal.ts): this module never sees it open. */
import type { Collections } from './collections.js';
import { guard } from './guard.js';

export interface StoredCertificate {
  readonly companyId: number;
  /** SHA-256 of the DER certificate, hex. */
  readonly fingerprint: string;
  readonly certificatePem: string;
  /** Text form of the sealed PKCS#8 private key. */
  readonly sealedKey: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly importedAt: Date;
}

export interface Certificates {
  putCertificate(certificate: StoredCertificate): Promise<void>;
  /** The one imported last: a company signs with its newest certificate. */
  currentCertificate(companyId: number): Promise<StoredCertificate | undefined>;
}

export function createCertificates({ certificates }: Collections): Certificates {
  return {
    putCertificate: (certificate) =>
      guard(async () => {
        const { companyId, fingerprint } = certificate;
        await certificates.updateOne({ companyId, fingerprint }, { $set: certificate }, { upsert: true });
      }),
    currentCertificate: (companyId) =>
      guard(async () => {
        const newestFirst = { sort: { importedAt: -1 }, projection: { _id: 0 } } as const;
        return (await certificates.findOne({ companyId }, newestFirst)) ?? undefined;
      }),
  };
}
