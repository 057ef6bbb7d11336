/** Checks that the ledger takes writes. A ping is not enough: MongoDB answers it while writes are held, and without a majority. */
import { hourMs } from '../ecf/durations.js';
import type { Collections } from './collections.js';

/** After this time MongoDB itself ends a write that is held. Otherwise one more would wait there with each check. */
const heldMaxMs = 5_000;

export function createWriteCheck({ counters }: Pick<Collections, 'counters'>) {
  return {
    /** One small write, which a majority confirms. It fails after at most ten seconds. All processes write the same record. */
    checkWrites: async (now: Date): Promise<void> => {
      const change = { $inc: { count: 1 }, $set: { expiresAt: new Date(now.getTime() + hourMs) } };
      await counters.findOneAndUpdate({ _id: 'write-check' }, change, { upsert: true, maxTimeMS: heldMaxMs });
    },
  };
}
