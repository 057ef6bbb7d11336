/** Companies' certificates. The private key is sealed by the caller (signing/seal.ts): this module never sees it open. */
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
  /** The one imported last: a company signs with its newest certificate. */
  currentCertificate(companyId: number): Promise<StoredCertificate | undefined>;
  /** The newest first, at most `limit`; the first one is the current one. */
  listCertificates(companyId: number, limit: number): Promise<StoredCertificate[]>;
  /** Companies' current certificates that end before then, those that end first before the others. */
  certificatesEnding(before: Date, limit: number): Promise<StoredCertificate[]>;
  /**
   * Gives each certificate of the ledger to `reseal`, which answers the key sealed anew, or undefined to leave it. One that was
   * imported again meanwhile stays as it was imported.
   */
  resealKeys(reseal: (certificate: StoredCertificate) => string | undefined): Promise<void>;
  /** Of any company, the one imported last: tells under which master key this ledger's keys are sealed now. */
  lastCertificate(): Promise<StoredCertificate | undefined>;
}

/** Ten thousand companies' certificates are looked through in a fraction of it. */
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
    // A few certificates a company: the collection is read whole, by hand and seldom.
    lastCertificate: () =>
      guard(async () => (await certificates.findOne({}, { sort: newestFirst, ...withoutId })) ?? undefined),
  };
}
