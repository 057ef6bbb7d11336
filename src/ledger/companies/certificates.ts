/** Companies' certificates. The caller seals the private key (signing/keys/seal.ts), so this module never sees it in clear. */
import type { Collections } from '../mongo/collections.js';
import { guard } from '../mongo/guard.js';

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
  /** The certificate imported last. The company signs with it. */
  currentCertificate(companyId: number): Promise<StoredCertificate | undefined>;
  /** Newest first, so the first one is the current certificate. */
  listCertificates(companyId: number, limit: number): Promise<StoredCertificate[]>;
  /** Current certificates that expire before this moment, the earliest expiry first. */
  certificatesEnding(before: Date, limit: number): Promise<StoredCertificate[]>;
  /**
   * Passes each certificate to `reseal`. It returns the newly sealed key, or undefined to change nothing. If a certificate is
   * imported again in the meantime, the import wins.
   */
  resealKeys(reseal: (certificate: StoredCertificate) => string | undefined): Promise<void>;
  /** The certificate imported last, of any company. Its key shows which master key seals this ledger's keys now. */
  lastCertificate(): Promise<StoredCertificate | undefined>;
}

/** Ten thousand companies' certificates take a fraction of this. */
const lookLimitMs = 10_000;

const newestFirst = { importedAt: -1 } as const;
const withoutId = { projection: { _id: 0 } } as const;

export function createCertificates({ certificates }: Collections): Certificates {
  return {
    putCertificate: (certificate) =>
      guard(async () => {
        const { companyId, fingerprint } = certificate;
        await certificates.updateOne({ companyId, fingerprint }, { $set: certificate }, { upsert: true });
      }),
    currentCertificate: (companyId) =>
      guard(async () => {
        const current = await certificates.findOne({ companyId }, { sort: newestFirst, ...withoutId });
        return current ?? undefined;
      }),
    listCertificates: (companyId, limit) =>
      guard(() => certificates.find({ companyId }, withoutId).sort(newestFirst).limit(limit).toArray()),
    certificatesEnding: (before, limit) =>
      guard(() =>
        certificates
          .aggregate<StoredCertificate>(
            [
              { $sort: { companyId: 1, importedAt: -1 } },
              { $group: { _id: '$companyId', current: { $first: '$$ROOT' } } },
              { $replaceRoot: { newRoot: '$current' } },
              { $match: { notAfter: { $lt: before } } },
              { $sort: { notAfter: 1 } },
              { $limit: limit },
              { $unset: '_id' },
            ],
            { maxTimeMS: lookLimitMs, allowDiskUse: true },
          )
          .toArray(),
      ),
    resealKeys: (reseal) =>
      guard(async () => {
        for await (const certificate of certificates.find({}, withoutId)) {
          const sealedKey = reseal(certificate);
          if (sealedKey === undefined) continue;
          const { companyId, fingerprint, sealedKey: before } = certificate;
          await certificates.updateOne(
            { companyId, fingerprint, sealedKey: before },
            { $set: { sealedKey } },
          );
        }
      }),
    // No index serves this sort, so MongoDB reads the whole collection. It is small, and this query is rare.
    lastCertificate: () =>
      guard(async () => (await certificates.findOne({}, { sort: newestFirst, ...withoutId })) ?? undefined),
  };
}
