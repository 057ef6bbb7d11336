/** The keys for which browsers seal certificates before people upload them. The newest key is in use. */
import { newerThan } from '../clocks.js';
import type { Collections } from '../mongo/collections.js';
import type { StoredUploadKey } from './stored-certificate.js';

const newestFirst = { createdAt: -1 } as const;

export function createUploadKeys({ uploadKeys }: Pick<Collections, 'uploadKeys'>) {
  return {
    /** Browsers seal for this key from now on. */
    putUploadKey: async (key: StoredUploadKey, now: Date) => {
      const before = await uploadKeys.findOne({}, { sort: newestFirst });
      await uploadKeys.insertOne({ _id: key.keyId, ...key, createdAt: newerThan(before?.createdAt, now) });
    },

    /** Leaves out the private half, which only workers need. So the api has no secret to protect. */
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
