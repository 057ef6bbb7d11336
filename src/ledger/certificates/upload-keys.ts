/**
 * The keys for which browsers seal certificates before people upload them, and the uploads that were opened. The newest key is in use. All
 * times here are MongoDB's: the clocks of the processes, and of the browsers, may be wrong.
 */
import { hourMs } from '../../ecf/durations.js';
import { clocksDifferMaxMs, latestPossible } from '../clocks.js';
import type { Collections } from '../collections.js';
import type { StoredUploadKey } from './stored-certificate.js';

/**
 * How long an upload is accepted after it was sealed. The browser sends it at once: it needs a minute over a bad connection, and the worker
 * answers within half a minute.
 */
const uploadValidMs = 5 * 60_000;

/** Browsers seal for a key for this long. A copy of the ledger has the private half of one or two keys, and opens no older upload. */
const keyInUseMs = hourMs;

/** Longer than an upload is accepted, so nobody can use it again after its record is gone. */
const usedKeptMs = hourMs;

/** Whether an upload that says that it was sealed then is accepted now. A new primary of MongoDB may have another clock. */
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

    /**
     * The key in use; undefined if a worker must make one. Leaves out the private half, which only workers need. So the api has no secret to
     * protect.
     */
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
