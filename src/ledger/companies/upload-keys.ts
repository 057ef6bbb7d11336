/** The keys to which browsers seal the certificates that people upload. The newest one is used. */
import type { Collections } from '../mongo/collections.js';
import type { StoredUploadKey } from '../store.js';

const newestFirst = { createdAt: -1 } as const;

export function createUploadKeys({ uploadKeys }: Pick<Collections, 'uploadKeys'>) {
  return {
    putUploadKey: async (key: StoredUploadKey, now: Date) => {
      await uploadKeys.insertOne({ _id: key.keyId, ...key, createdAt: now });
    },

    /** The private half is for workers: without it, the api has nothing to guard. */
    publicUploadKey: async (): Promise<Omit<StoredUploadKey, 'sealedKey'> | undefined> => {
      const projection = { _id: 0, keyId: 1, publicKey: 1 } as const;
      return (await uploadKeys.findOne({}, { sort: newestFirst, projection })) ?? undefined;
    },

    findUploadKey: async (keyId: string): Promise<StoredUploadKey | undefined> => {
      const projection = { _id: 0, keyId: 1, publicKey: 1, sealedKey: 1 } as const;
      return (await uploadKeys.findOne({ _id: keyId }, { projection })) ?? undefined;
    },
  };
}
