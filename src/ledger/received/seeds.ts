/** Seeds of the receiver that were used. All api processes share them, so a seed gives one token in all of them. */
import type { Collections } from '../mongo/collections.js';
import { isInserted } from '../mongo/guard.js';

export function createSeeds({ seeds }: Pick<Collections, 'seeds'>) {
  return {
    /** False: the seed was used before. @param expireAt when the seed itself is no longer valid */
    useSeed: (id: string, expireAt: Date): Promise<boolean> =>
      isInserted(seeds.insertOne({ _id: id, expireAt })),
  };
}
