/**
 * The keys of the links to buyers. They have their own collection, because the records of companies are shown to people and written to
 * logs.
 */
import { randomBytes } from 'node:crypto';
import type { Collections } from '../collections.js';

const keyBytes = 32;

export function createLinkKeys({ linkKeys }: Pick<Collections, 'linkKeys'>) {
  return {
    /** Undefined if the company has never given a link. */
    findLinkKey: async (companyId: number): Promise<string | undefined> =>
      (await linkKeys.findOne({ _id: companyId }))?.key,

    /** The first call makes the key, and every process gets the same one. */
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

    /** Makes a new key, so that no earlier link of the company opens any more. Answers from now on contain new links. */
    replaceLinkKey: async (companyId: number, now: Date): Promise<void> => {
      const change = { $set: { key: newKey(), since: now } };
      await linkKeys.updateOne({ _id: companyId }, change, { upsert: true });
    },
  };
}

function newKey(): string {
  return randomBytes(keyBytes).toString('base64');
}
