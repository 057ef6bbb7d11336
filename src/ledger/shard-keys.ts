/** The shard keys of a sharded ledger, and the filter that names one record by its whole key, so that one shard is asked. */
import type { Collection, Filter } from 'mongodb';
import type { Collections } from './collections.js';

/**
 * Each unique index begins with its collection's shard key, so that one shard decides (docs/develop/scaling.md). The other collections are
 * found by `_id` and sharded by it, except `companies`, `people`, `apiKeys` and `webhooks`, which stay unsharded.
 */
export const shardKeys = {
  documents: ['companyId', 'environment', 'encf'],
  reservations: ['key'],
  certificates: ['companyId'],
  users: ['rnc'],
  receptions: ['companyId', 'environment', 'rncEmisor', 'encf'],
  certificationRuns: ['companyId'],
  events: ['companyId', 'environment'],
} as const satisfies Partial<Record<keyof Collections, readonly string[]>>;

/** The members of the shard key beside `_id`. */
export function keyMembers(collection: string): readonly string[] {
  return Object.hasOwn(shardKeys, collection) ? shardKeys[collection as keyof typeof shardKeys] : [];
}

/** @param record with the members of the shard key */
export function thisRecord<R extends object>(
  { collectionName }: Pick<Collection<R>, 'collectionName'>,
  record: { readonly _id: unknown },
): Filter<R> {
  const given = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    ['_id', ...keyMembers(collectionName)].map((member) => [member, given[member]]),
  ) as Filter<R>;
}
