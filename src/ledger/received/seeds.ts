/** The seeds of our receiver that a sender has used. All api processes share this collection, so each seed gives one token only. */
import type { Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';

export function createSeeds({ seeds }: Pick<Collections, 'seeds'>) {
  return {
    /**
     * Marks the seed as used. False if it was used before.
     * @param expireAt when the seed itself stops being valid
     */
    useSeed: (id: string, expireAt: Date): Promise<boolean> =>
      isInserted(seeds.insertOne({ _id: id, expireAt })),
  };
}
