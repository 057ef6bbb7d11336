/** The store of API keys. Every change is one compare-and-set on the key's record. */
import type { Document, Filter } from 'mongodb';
import type { Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';
import { inOne } from '../mongo/union.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { Company } from '../companies/company.js';
import { noteKeyUseEachMs, type ApiKey, type ApiKeyRecord, type KeySecret } from './api-key.js';
import type { Maker } from './person.js';

const withoutId = { projection: { _id: 0 } } as const;

interface FoundKey {
  readonly key: ApiKey;
  /** Absent for a key of the platform. */
  readonly company?: Company;
}

export interface KeyUse {
  readonly keyId: string;
  readonly hash: string;
  readonly at: Date;
  readonly from: string;
}

interface OwnedKey {
  readonly keyId: string;
  readonly companyId: number | null;
}

export function createApiKeys({ apiKeys, companies }: Pick<Collections, 'apiKeys' | 'companies'>) {
  const change = async (filter: Filter<ApiKeyRecord>, update: Document | Document[]): Promise<boolean> =>
    (await apiKeys.updateOne(filter, update)).matchedCount === 1;
  const owned = ({ keyId, companyId }: OwnedKey): Filter<ApiKeyRecord> => ({
    _id: keyId,
    companyId,
    revokedAt: { $exists: false },
  });

  return {
    addApiKey: (key: ApiKey): Promise<boolean> => isInserted(apiKeys.insertOne({ _id: key.keyId, ...key })),

    /** The key with this secret, also one that is over, and its company, in one query. */
    findApiKey: async (hash: string): Promise<FoundKey | undefined> => {
      const { key, company } = await inOne(
        apiKeys.aggregate<Partial<FoundKey>>([
          ...keysIn([hash]),
          {
            $lookup: {
              from: companies.collectionName,
              localField: 'key.companyId',
              foreignField: '_id',
              as: 'company',
            },
          },
          { $set: { company: { $first: '$company' } } },
          { $unset: 'company._id' },
        ]),
      );
      return key === undefined ? undefined : { key, ...(company && { company }) };
    },

    /** In no order, without those that do not exist. */
    findApiKeys: (keyIds: readonly string[]): Promise<ApiKey[]> =>
      apiKeys.find({ _id: { $in: [...keyIds] } }, { ...withoutId, maxTimeMS: pageLimitMs }).toArray(),

    /** The list leaves out revoked keys. @param companyId null: those of the platform */
    listApiKeys: (companyId: number | null, limit: number): Promise<ApiKey[]> =>
      apiKeys
        .find({ companyId, revokedAt: { $exists: false } }, { ...withoutId, maxTimeMS: pageLimitMs })
        .sort({ name: 1, _id: 1 })
        .limit(limit)
        .toArray(),

    noteKeyUse: async ({ keyId, hash, at, from }: KeyUse): Promise<void> => {
      const before = new Date(at.getTime() - noteKeyUseEachMs);
      const unnoted = { $or: [{ lastUsedAt: { $exists: false } }, { lastUsedAt: { $lt: before } }] };
      await apiKeys.updateOne(
        { _id: keyId, secrets: { $elemMatch: { hash, ...unnoted } } },
        { $set: { 'secrets.$.lastUsedAt': at, 'secrets.$.lastUsedFrom': from } },
      );
    },

    /** Notes the first use of a secret. The grace of the one that it replaces begins. */
    noteFirstKeyUse: async ({ keyId, hash, at, from }: KeyUse): Promise<void> => {
      const first = { firstUsedAt: at, lastUsedAt: at, lastUsedFrom: { $literal: from } };
      const isThis = { $eq: ['$$this.hash', { $literal: hash }] };
      const isOld = { $ne: [{ $type: '$$this.graceMs' }, 'missing'] };
      const secrets = {
        $map: {
          input: '$secrets',
          in: {
            $switch: {
              branches: [
                { case: isThis, then: { $mergeObjects: ['$$this', first] } },
                {
                  case: isOld,
                  then: { $mergeObjects: ['$$this', { endsAt: { $add: [at, '$$this.graceMs'] } }] },
                },
              ],
              default: '$$this',
            },
          },
        },
      };
      await change({ _id: keyId, secrets: { $elemMatch: { hash, firstUsedAt: { $exists: false } } } }, [
        { $set: { secrets } },
      ]);
    },

    /**
     * The current secret works on for `graceMs` after the first use of the new one; 0: it ends now. False if there is no such key, or its
     * secret is being replaced already.
     */
    rotateApiKey: (
      { graceMs, now, ...key }: OwnedKey & { readonly graceMs: number; readonly now: Date },
      secret: KeySecret,
    ): Promise<boolean> => {
      const current = { $filter: { input: '$secrets', cond: isCurrent } };
      const old = { $map: { input: current, in: { $mergeObjects: ['$$this', { graceMs }] } } };
      const added = { $literal: [secret] };
      return change({ ...owned(key), secrets: { $not: { $elemMatch: replaced(now) } } }, [
        { $set: { secrets: graceMs === 0 ? added : { $concatArrays: [old, added] } } },
      ]);
    },

    /** The other secret stops working at once. False if no rotation is under way. */
    endKeyRotation: ({
      keep,
      now,
      ...key
    }: OwnedKey & { readonly keep: 'old' | 'new'; readonly now: Date }): Promise<boolean> => {
      const cond = keep === 'new' ? isCurrent : { $not: [isCurrent] };
      const kept = { $filter: { input: '$secrets', cond } };
      const asCurrent = { $unsetField: { field: 'endsAt', input: withoutGrace } };
      return change({ ...owned(key), secrets: { $elemMatch: replaced(now) } }, [
        { $set: { secrets: { $map: { input: kept, in: asCurrent } } } },
      ]);
    },

    /** Ends the key for good. False if there is no such key, or it is revoked already. */
    revokeApiKey: ({
      by,
      now,
      ...key
    }: OwnedKey & { readonly by: Maker; readonly now: Date }): Promise<boolean> =>
      change(owned(key), { $set: { revokedAt: now, revokedBy: by } }),
  };
}

const isCurrent = { $eq: [{ $type: '$$this.graceMs' }, 'missing'] };
const withoutGrace = { $unsetField: { field: 'graceMs', input: '$$this' } };

function replaced(now: Date) {
  return { graceMs: { $exists: true }, $or: [{ endsAt: { $exists: false } }, { endsAt: { $gt: now } }] };
}

export function keysIn(hashes: readonly string[]): Document[] {
  return [
    { $match: { 'secrets.hash': { $in: [...hashes] } } },
    { $project: { _id: 0, key: '$$ROOT' } },
    { $unset: 'key._id' },
  ];
}
