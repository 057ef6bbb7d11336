/** The CRLs in the ledger, and when each source is due. Several workers may look at once: the claim of a source decides. */
import { dayMs, hourMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';
import type { CrlRecord } from './crl-record.js';
import { dayAt, endOfDay } from './days.js';
import type { Day } from './manifest-record.js';

const readLimitMs = 5_000;
const retryFirstMs = hourMs;
const retryMaxMs = 12 * hourMs;
/** A source that no certificate names any more is not tried any more, so its fault is over. */
const triedLatelyMs = 2 * dayMs;

/** A company has one or two sources, and a month 31 days. */
const crlsMax = 1_000;
const placesMax = 50;

export function createCrls({ crls, crlSources }: Pick<Collections, 'crls' | 'crlSources'>) {
  return {
    /**
     * False: the source is not due, or another worker took it. It is due again later, each time twice as long, in case the server fails or this
     * worker dies.
     */
    claimCrlSource: async (id: string, now: Date): Promise<boolean> => {
      const known = await crlSources.findOne({ _id: id });
      const tries = known?.tries ?? 0;
      const pauseMs = Math.min(retryMaxMs, retryFirstMs * 2 ** Math.min(tries, 10));
      const next = { dueAt: new Date(now.getTime() + pauseMs), triedAt: now, tries: tries + 1 };
      if (known === null) return isInserted(crlSources.insertOne({ _id: id, ...next }));
      if (known.dueAt > now) return false;
      const { matchedCount } = await crlSources.updateOne({ _id: id, dueAt: known.dueAt }, { $set: next });
      return matchedCount === 1;
    },

    /** The source is due again when the day is over. */
    recordCrl: async (sourceId: string, { _id, ...crl }: CrlRecord): Promise<void> => {
      await crls.replaceOne({ _id }, crl, { upsert: true });
      await crlSources.updateOne(
        { _id: sourceId },
        {
          $set: { dueAt: endOfDay(dayAt(crl.fetchedAt)), tries: 0 },
          $unset: { fault: '', failingSince: '' },
        },
      );
    },

    recordCrlFault: async (sourceId: string, fault: string, now: Date): Promise<void> => {
      await crlSources.updateOne({ _id: sourceId }, [
        { $set: { fault: { $literal: fault }, failingSince: { $ifNull: ['$failingSince', now] } } },
      ]);
    },

    /** The CRLs of some places that were fetched on these days, both included, the oldest first. */
    listCrls: (
      places: readonly string[],
      { from, to }: { readonly from: Day; readonly to: Day },
    ): Promise<readonly CrlRecord[]> => {
      // `~` sorts after what follows a day in an `_id`.
      const ranges = places
        .slice(0, placesMax)
        .map((place) => ({ _id: { $gte: `${place}:${from}`, $lte: `${place}:${to}~` } }));
      if (ranges.length === 0) return Promise.resolve([]);
      return crls
        .find({ $or: ranges }, { maxTimeMS: readLimitMs })
        .sort({ fetchedAt: 1 })
        .limit(crlsMax)
        .toArray();
    },
  };
}

/** How long the CRL of a source has been missing, of the longest. 0: all of them came. */
export async function crlsMissing(
  { crlSources }: Pick<Collections, 'crlSources'>,
  now: Date,
): Promise<number> {
  const failing = await crlSources
    .find(
      {
        triedAt: { $gte: new Date(now.getTime() - triedLatelyMs) },
        failingSince: { $exists: true },
      },
      { sort: { failingSince: 1 }, projection: { failingSince: 1 }, hint: 'expiry', maxTimeMS: readLimitMs },
    )
    .limit(1)
    .toArray();
  const since = failing[0]?.failingSince;
  return since === undefined ? 0 : Math.max(0, now.getTime() - since.getTime());
}
