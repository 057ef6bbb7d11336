/**
 * The keys of the links that companies give to their buyers. They are apart from the companies, whose records people and logs show.
 */
import { randomBytes } from 'node:crypto';
import type { Collections } from '../mongo/collections.js';

const keyBytes = 32;

export function createLinkKeys({ linkKeys }: Pick<Collections, 'linkKeys'>) {
  return {
    /** Undefined: the company never gave a link. */
    findLinkKey: async (companyId: number): Promise<string | undefined> =>
      (await linkKeys.findOne({ _id: companyId }))?.key,

    /** The company's key. The first call of all makes it, and every process gets that one. */
    linkKeyOf: async (companyId: number, now: Date): Promise<string> => {
      const known = await linkKeys.findOne({ _id: companyId });
      if (known !== null) return known.key;
      const fresh = newKey();
      const stored = await linkKeys.findOneAndUpdate(
        { _id: companyId },
        { $setOnInsert: { key: fresh, since: now } },
        { upsert: true, returnDocument: 'after' },
      );
      return stored?.key ?? fresh;
    },

    /** From now on no earlier link of the company opens. */
    replaceLinkKey: async (companyId: number, now: Date): Promise<void> => {
      const change = { $set: { key: newKey(), since: now } };
      await linkKeys.updateOne({ _id: companyId }, change, { upsert: true });
    },
  };
}

function newKey(): string {
  return randomBytes(keyBytes).toString('base64');
}
