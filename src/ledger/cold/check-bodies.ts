/** Reads the objects of old bodies again, a few at a time, and keeps which ones the object store lost or altered. */
import type { IndexDescription } from 'mongodb';
import { BodyLostError, type BodyFault } from '../unavailable.js';
import type { ColdBody, Collections } from '../collections.js';
import { readObject } from '../files.js';
import { checkEveryMs } from './move-bodies.js';
import type { ObjectStore } from './object-store.js';

/** A lost object may come back from a copy of the store. */
const checkLostEveryMs = 86_400_000;
/** If this worker dies, another one checks the object after this time. */
const claimMs = 3_600_000;
const queryLimitMs = 5_000;
/** An operator needs to know that it is this many, not how many more. */
const countedMax = 10_000;

/** Serves the checks, and the list of what was lost. Without a store it is empty. */
export const coldChecksIndex = {
  name: 'coldChecks',
  key: { 'cold.fault.kind': 1, 'cold.checkAt': 1 },
  partialFilterExpression: { 'cold.checkAt': { $exists: true } },
} satisfies IndexDescription;

const kinds = [null, 'missing', 'altered'] as const;
const asked = { hint: coldChecksIndex.name, maxTimeMS: queryLimitMs } as const;

export interface LostBody {
  /** The key of the object, below the prefix. */
  readonly id: string;
  readonly companyId: number;
  readonly of: ColdBody['of'];
  readonly fault: BodyFault;
  readonly since: Date;
}

export function createColdChecks({ files }: Pick<Collections, 'files'>, cold: ObjectStore | undefined) {
  return {
    /**
     * Reads up to `limit` objects whose turn it is. @returns how many, and those that are newly missing or altered
     * @throws ObjectStoreUnavailableError
     */
    checkOldBodies: async (now: Date, limit: number) => {
      const lost: LostBody[] = [];
      let checked = 0;
      while (cold !== undefined && checked < limit) {
        const due = await claimDue(now);
        if (due === undefined) break;
        const { _id, cold: known } = due;
        const kind = await faultOf(cold, _id);
        const everyMs = kind === undefined ? checkEveryMs : checkLostEveryMs;
        const checkAt = new Date(now.getTime() + everyMs);
        checked += 1;
        if (kind === undefined) {
          await files.updateOne({ _id }, { $set: { 'cold.checkAt': checkAt }, $unset: { 'cold.fault': '' } });
          continue;
        }
        const fault = known.fault?.kind === kind ? known.fault : { kind, since: now };
        await files.updateOne({ _id }, { $set: { 'cold.checkAt': checkAt, 'cold.fault': fault } });
        if (fault !== known.fault) lost.push(lostBody(_id, known.of, fault));
      }
      return { checked, lost };
    },

    /** Old bodies that the object store lost or altered. */
    findLostBodies: async (limit: number): Promise<LostBody[]> => {
      const found = await files
        .find(
          { 'cold.fault.kind': { $in: ['missing', 'altered'] }, 'cold.checkAt': { $exists: true } },
          { ...asked, projection: { bytes: 0 } },
        )
        .limit(limit)
        .toArray();
      return found.flatMap(({ _id, cold: known }) =>
        known?.fault === undefined ? [] : [lostBody(_id, known.of, known.fault)],
      );
    },
  };

  /** The object that waited longest, with faults or without. */
  async function claimDue(now: Date) {
    const due = await files.findOne(
      { 'cold.fault.kind': { $in: [...kinds] }, 'cold.checkAt': { $lte: now } },
      { ...asked, sort: { 'cold.checkAt': 1 }, projection: { bytes: 0 } },
    );
    if (due?.cold === undefined) return undefined;
    const { _id, cold: known } = due;
    const checkAt = new Date(now.getTime() + claimMs);
    const claimed = await files.updateOne(
      { _id, 'cold.checkAt': known.checkAt },
      { $set: { 'cold.checkAt': checkAt } },
    );
    return claimed.matchedCount === 1 ? { _id, cold: known } : undefined;
  }
}

/** How many the object store lost or altered, counted up to a limit. */
export async function countLostBodies({
  files,
}: Pick<Collections, 'files'>): Promise<Readonly<Record<BodyFault, number>>> {
  const count = (kind: BodyFault) =>
    files.countDocuments(
      { 'cold.fault.kind': kind, 'cold.checkAt': { $exists: true } },
      { ...asked, limit: countedMax },
    );
  const [missing, altered] = await Promise.all([count('missing'), count('altered')]);
  return { missing, altered };
}

async function faultOf(cold: ObjectStore, id: string): Promise<BodyFault | undefined> {
  try {
    await readObject(cold, id);
    return undefined;
  } catch (error) {
    if (!(error instanceof BodyLostError)) throw error;
    return error.fault;
  }
}

function lostBody(id: string, of: ColdBody['of'], { kind, since }: NonNullable<ColdBody['fault']>): LostBody {
  return { id, companyId: Number(id.slice(0, id.indexOf('/'))), of, fault: kind, since };
}
