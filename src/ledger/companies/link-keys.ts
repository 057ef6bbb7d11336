/**
 * The keys of the links that companies give to their buyers. They are apart from the companies, whose records people and logs show.
 */
import type { Collections } from '../mongo/collections.js';

export function createLinkKeys({ linkKeys }: Pick<Collections, 'linkKeys'>) {
  return {
    /** Undefined: the company never gave a link. */
    findLinkKey: async (companyId: number): Promise<string | undefined> =>
      (await linkKeys.findOne({ _id: companyId }))?.key,

    /** The company's key. The first call of all stores `fresh`, and every process gets that one. */
    linkKeyOf: async (companyId: number, fresh: string, now: Date): Promise<string> => {
      const known = await linkKeys.findOne({ _id: companyId });
      if (known !== null) return known.key;
      const stored = await linkKeys.findOneAndUpdate(
        { _id: companyId },
        { $setOnInsert: { key: fresh, since: now } },
        { upsert: true, returnDocument: 'after' },
      );
      return stored?.key ?? fresh;
    },

    /** From now on no earlier link of the company opens. */
    replaceLinkKey: async (companyId: number, key: string, now: Date): Promise<void> => {
      await linkKeys.updateOne({ _id: companyId }, { $set: { key, since: now } }, { upsert: true });
    },
  };
}
