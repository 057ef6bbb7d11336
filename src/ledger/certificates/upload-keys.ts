/** The keys for which browsers seal certificates. The newest one is in use. All times are MongoDB's: the clocks of processes and browsers may be wrong. */
import { hourMs } from '../../ecf/durations.js';
import { clocksDifferMaxMs, latestPossible } from '../clocks.js';
import type { Collections } from '../collections.js';
import type { StoredUploadKey } from './stored-certificate.js';

/** The browser sends the upload at once. That takes a minute over a bad connection, and the worker answers within half a minute. */
const uploadValidMs = 5 * 60_000;

/** Browsers seal for a key for this long. A copy of the ledger has the private half of one or two keys, and opens no older upload. */
const keyInUseMs = hourMs;

/** Longer than an upload is accepted, so nobody can use it again after its record is gone. */
const usedKeptMs = hourMs;

/** A new primary of MongoDB may have another clock, so an upload may seem to be sealed a little in the future. */
export function isUploadTimely(sealedAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - sealedAt.getTime();
  return ageMs >= -clocksDifferMaxMs && ageMs <= uploadValidMs;
}

export function createUploadKeys({
  uploadKeys,
  usedUploads,
}: Pick<Collections, 'uploadKeys' | 'usedUploads'>) {
  return {
    /** Browsers seal for this key from now on. MongoDB removes it when no upload to it is accepted any more. */
    putUploadKey: async (key: StoredUploadKey, now: Date) => {
      const expireAt = new Date(now.getTime() + keyInUseMs + uploadValidMs + clocksDifferMaxMs);
      await uploadKeys.insertOne({ _id: key.keyId, ...key, createdAt: now, expireAt });
    },

    /** Leaves out the private half, so that the api has no secret to protect. Returns undefined if a worker must make a key. */
    publicUploadKey: async (now: Date): Promise<Omit<StoredUploadKey, 'sealedKey'> | undefined> => {
      const inUse = { $gt: new Date(now.getTime() - keyInUseMs), $lte: latestPossible(now) };
      const options = { sort: { createdAt: -1 }, projection: { _id: 0, keyId: 1, publicKey: 1 } } as const;
      return (await uploadKeys.findOne({ createdAt: inUse }, options)) ?? undefined;
    },

    findUploadKey: async (keyId: string, now: Date): Promise<StoredUploadKey | undefined> => {
      const projection = { _id: 0, keyId: 1, publicKey: 1, sealedKey: 1 } as const;
      // MongoDB removes an expired record up to a minute later.
      return (await uploadKeys.findOne({ _id: keyId, expireAt: { $gt: now } }, { projection })) ?? undefined;
    },

    /** No master key opens it any more. */
    removeUploadKey: async (keyId: string) => {
      await uploadKeys.deleteOne({ _id: keyId });
    },

    /**
     * Marks the upload as used. False if another inquiry has used it: the unique `_id` decides between two workers. The same inquiry may use
     * it again, because its activity may be tried again.
     */
    useUpload: async (hash: string, inquiryId: string, now: Date): Promise<boolean> => {
      const record = await usedUploads.findOneAndUpdate(
        { _id: hash },
        { $setOnInsert: { inquiryId, expireAt: new Date(now.getTime() + usedKeptMs) } },
        { upsert: true, returnDocument: 'after' },
      );
      return record?.inquiryId === inquiryId;
    },
  };
}
