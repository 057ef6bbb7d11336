/**
 * The events of API keys that expire: 30, 7 and 1 days before. The write of an event also marks the record, so each event is added only once, also by several
 * workers.
 */
import { dayMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import { withEvent } from '../events/event-writes.js';
import { keyStages, type ApiKeyRecord, type KeyStage } from './api-key.js';

const queryLimitMs = 10_000;

/** The platform's keys have no feed. */
type Expiring = Pick<ApiKeyRecord, '_id' | 'environment' | 'name'> & {
  readonly companyId: number;
  readonly expiresAt: Date;
};

export function createApiKeyEvents({ apiKeys }: Pick<Collections, 'apiKeys'>) {
  return {
    /** @returns whether there may be more */
    reportExpiringKeys: async (now: Date, limit: number): Promise<boolean> => {
      const found = await apiKeys
        .aggregate<Expiring>(
          [
            {
              $match: {
                companyId: { $gt: 0 },
                revokedAt: { $exists: false },
                $or: keyStages.map((stage) => ({ expiresAt: periodOf(stage, now), ends: { $ne: stage } })),
              },
            },
            { $sort: { expiresAt: 1 } },
            { $limit: limit },
            { $project: { companyId: 1, environment: 1, name: 1, expiresAt: 1 } },
          ],
          { maxTimeMS: queryLimitMs },
        )
        .toArray();
      for (const key of found) await report(key, now);
      return found.length === limit;
    },
  };

  async function report({ _id, companyId, environment, name, expiresAt }: Expiring, now: Date) {
    const leftMs = expiresAt.getTime() - now.getTime();
    const stage = keyStages.find((days) => leftMs <= days * dayMs);
    if (stage === undefined) return;
    await apiKeys.updateOne(
      { _id, ends: { $ne: stage }, revokedAt: { $exists: false } },
      withEvent<ApiKeyRecord>(
        { $push: { ends: stage } },
        {
          companyId,
          environment,
          key: `key:${_id}:${stage}`,
          type: 'key.expiring',
          at: now,
          data: { environment, keyId: _id, name, vence: expiresAt, dias: stage },
        },
      ),
    );
  }
}

/** An expired key is in no stage: its systems have noticed. */
function periodOf(stage: KeyStage, now: Date) {
  const nearer = keyStages[keyStages.indexOf(stage) - 1] ?? 0;
  const shifted = (days: number) => new Date(now.getTime() + days * dayMs);
  return { $gt: shifted(nearer), $lte: shifted(stage) };
}
