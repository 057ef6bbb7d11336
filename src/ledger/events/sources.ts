/** The collections whose records have events (`pending`). */
import type { Collection, Document, IndexDescription } from 'mongodb';
import type { Collections } from '../collections.js';
import { union } from '../mongo/union.js';

export const eventSources = [
  'documents',
  'attempts',
  'receptions',
  'refusedReceptions',
  'sequences',
  'rangeAnnulments',
  'certificates',
  'companies',
  'dgiiOutages',
  'certificationRuns',
  'webhooks',
  'apiKeys',
] as const satisfies readonly (keyof Collections)[];
export type EventSource = (typeof eventSources)[number];

/** It has only records with an event that is not published yet, so it is nearly empty. No other index has these members. */
export const pendingIndex: IndexDescription = {
  name: 'pending',
  key: { 'pending.companyId': 1, 'pending.at': 1 },
  partialFilterExpression: { 'pending.companyId': { $exists: true } },
};

/** Runs the same query in each source, as one command, because it mostly finds nothing. */
export function inAllSources<R extends Document>(
  collections: Collections,
  pipelineOf: (source: EventSource) => Document[],
  options: { readonly maxTimeMS: number },
): Promise<R[]> {
  const [first, ...others] = eventSources;
  const unions = others.map((source) =>
    union(collections[source] as unknown as Collection, pipelineOf(source)),
  );
  return collections[first].aggregate<R>([...pipelineOf(first), ...unions], options).toArray();
}

/** More entries wait only while no worker runs. Then some of them are about as old as the oldest one. */
const readMax = 10_000;
const readLimitMs = 5_000;

/** When the oldest event happened that no feed has yet. Undefined: the feeds have them all. */
export async function oldestPending(collections: Collections): Promise<Date | undefined> {
  const found = await inAllSources<{ readonly at: Date }>(
    collections,
    () => [
      { $match: { 'pending.companyId': { $gt: 0 } } },
      { $limit: readMax },
      { $group: { _id: null, at: { $min: { $min: '$pending.at' } } } },
    ],
    { maxTimeMS: readLimitMs },
  );
  const times = found.map(({ at }) => at.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}
