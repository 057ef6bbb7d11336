/** The certificates of the companies, each with its sealed private key. */
import { dayMs } from '../../ecf/durations.js';
import { withoutId, type Collections } from '../collections.js';
import { pageLimitMs } from '../mongo/pages.js';
import { checkWaitingNow } from '../vouchers/documents.js';
import type { Revocation, StoredCertificate } from './stored-certificate.js';

export type Certificates = ReturnType<typeof createCertificates>;

/** An operator gets no warning about a certificate, or about numbers, that expired earlier than this: the company has probably left. */
export const expiredWatchedMs = 31 * dayMs;

const certificatesMax = 20_000;

export type CurrentCertificate = Omit<StoredCertificate, 'sealedKey' | 'pending'>;

/** The certificates of ten thousand companies take a fraction of this time. */
const queryLimitMs = 10_000;

const newestFirst = { importedAt: -1 } as const;
export function createCertificates(collections: Collections) {
  const { certificates } = collections;
  return {
    /**
     * Keeps the certificate, and makes the vouchers of the company that wait for one due now.
     * @param now usually `importedAt`. `importedAt` is later if the clock was ahead at the previous import, so that this certificate is
     * still the newest
     */
    putCertificate: async (certificate: StoredCertificate, now = certificate.importedAt) => {
      const { companyId, fingerprint } = certificate;
      await certificates.updateOne({ companyId, fingerprint }, { $set: certificate }, { upsert: true });
      await checkWaitingNow(collections, companyId, now);
    },

    /** The company signs with this certificate again. It reads no key, so it may run while keys are sealed again. */
    chooseCertificate: async (
      {
        companyId,
        fingerprint,
        importedAt,
      }: Pick<StoredCertificate, 'companyId' | 'fingerprint' | 'importedAt'>,
      now: Date,
    ) => {
      await certificates.updateOne({ companyId, fingerprint }, { $set: { importedAt } });
      await checkWaitingNow(collections, companyId, now);
    },

    currentCertificate: async (companyId: number) =>
      (await certificates.findOne({ companyId }, { sort: newestFirst, ...withoutId })) ?? undefined,

    findCertificate: async (companyId: number, fingerprint: string) =>
      (await certificates.findOne({ companyId, fingerprint }, withoutId)) ?? undefined,

    /** Newest first, so the first one is the current certificate. */
    listCertificates: (companyId: number, limit: number): Promise<StoredCertificate[]> =>
      certificates
        .find({ companyId }, { ...withoutId, maxTimeMS: pageLimitMs })
        .sort(newestFirst)
        .limit(limit)
        .toArray(),

    certificatesEnding: ({ after, before }: { readonly after: Date; readonly before: Date }, limit: number) =>
      certificates
        .aggregate<StoredCertificate>(
          [
            { $sort: { companyId: 1, importedAt: -1 } },
            { $group: { _id: '$companyId', current: { $first: '$$ROOT' } } },
            { $replaceRoot: { newRoot: '$current' } },
            { $match: { notAfter: { $gte: after, $lt: before } } },
            { $sort: { notAfter: 1 } },
            { $limit: limit },
            { $unset: '_id' },
          ],
          { maxTimeMS: queryLimitMs, allowDiskUse: true },
        )
        .toArray(),

    /** The certificates with which companies sign now, without their keys. */
    eachCurrentCertificate: async (
      take: (certificate: CurrentCertificate) => Promise<void>,
      max = certificatesMax,
    ): Promise<void> => {
      const current = certificates.aggregate<CurrentCertificate>(
        [
          { $project: { sealedKey: 0, pending: 0 } },
          { $sort: { companyId: 1, importedAt: -1 } },
          { $group: { _id: '$companyId', current: { $first: '$$ROOT' } } },
          { $replaceRoot: { newRoot: '$current' } },
          { $limit: max },
          { $unset: '_id' },
        ],
        { maxTimeMS: queryLimitMs, allowDiskUse: true },
      );
      for await (const one of current) await take(one);
    },

    /** @returns whether the mark is new */
    markRevoked: async (
      { companyId, fingerprint }: Pick<StoredCertificate, 'companyId' | 'fingerprint'>,
      revoked: Revocation,
    ): Promise<boolean> => {
      const one = { companyId, fingerprint };
      const { matchedCount } = await certificates.updateOne(
        { ...one, revoked: { $exists: false } },
        { $set: { revoked } },
      );
      return matchedCount === 1;
    },

    /** A CRL that was issued after the one that revoked it does not have it. */
    unmarkRevoked: async (
      { companyId, fingerprint }: Pick<StoredCertificate, 'companyId' | 'fingerprint'>,
      listedAt: Date,
    ): Promise<void> => {
      const one = { companyId, fingerprint };
      await certificates.updateOne(
        { ...one, 'revoked.listedAt': { $lt: listedAt } },
        { $unset: { revoked: '' } },
      );
    },

    /** `reseal` returns undefined to change nothing. If the certificate is imported again at the same moment, the import stays. */
    resealKeys: async (reseal: (certificate: StoredCertificate) => string | undefined) => {
      for await (const certificate of certificates.find({}, withoutId)) {
        const { companyId, fingerprint, sealedKey: before } = certificate;
        const sealedKey = reseal(certificate);
        if (sealedKey !== undefined)
          await certificates.updateOne(
            { companyId, fingerprint, sealedKey: before },
            { $set: { sealedKey } },
          );
      }
    },

    /**
     * The certificate that was imported last, of any company. Its key shows which master key seals the keys of this ledger now. No index
     * has this order, so MongoDB reads the whole collection. The collection is small, and this query is rare.
     */
    lastCertificate: async () =>
      (await certificates.findOne({}, { sort: newestFirst, ...withoutId })) ?? undefined,
  };
}
