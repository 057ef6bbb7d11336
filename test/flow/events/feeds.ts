/** A ledger of its own for tests of the feeds: vouchers with events, and publishers that die. */
import { randomUUID } from 'node:crypto';
import { MongoClient, type Collection, type InsertOneOptions } from 'mongodb';
import type { Environment } from '../../../src/ecf/model/environments.js';
import { collectionsOf, type Collections } from '../../../src/ledger/collections.js';
import type { EventEntry, EventRecord } from '../../../src/ledger/events/event-record.js';
import { withEvent } from '../../../src/ledger/events/event-writes.js';
import type { createPublisher } from '../../../src/ledger/events/publisher.js';
import { ensureIndexes } from '../../../src/ledger/indexes.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { given } from '../../harness/given.js';
import { ownDatabase } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';

export const environment: Environment = 'pre-certification';

export async function openFeeds(): Promise<Collections> {
  const database = `ecf_feeds_${randomUUID().slice(0, 8)}`;
  ownDatabase({ own }, database);
  const collections = await openLedgerOf(database);
  await ensureIndexes(collections);
  return collections;
}

/** The collections of a ledger, as its own processes have them. */
export function openLedgerOf(database: string): Promise<Collections> {
  return openLedgerAt(given('TEST_MONGODB_URI'), database);
}

export async function openLedgerAt(uri: string, database: string): Promise<Collections> {
  const client = await MongoClient.connect(uri, {
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
    readConcernLevel: 'majority',
  });
  own('the client', () => client.close());
  return collectionsOf(client.db(database));
}

export const encfOf = (n: number) => `E31${String(n).padStart(10, '0')}`;

export function entryOf(companyId: number, n: number, step: number, at = new Date()): EventEntry {
  const key = `${encfOf(n)}:1:${step}`;
  return { companyId, environment, key, type: 'ecf.accepted', at, data: { ecf: encfOf(n), step } };
}

/** Adds voucher `n` of the company, without an event. */
export async function addVoucher(
  { documents }: Collections,
  companyId: number,
  n: number,
  options: InsertOneOptions = {},
): Promise<void> {
  await documents.insertOne({ companyId, environment, encf: encfOf(n) } as DocumentRecord, options);
}

/** One change of the voucher, with its event in the same write. */
export async function change({ documents }: Collections, entry: EventEntry): Promise<void> {
  const [encf] = entry.key.split(':');
  const { companyId } = entry;
  await documents.updateOne(
    { companyId, environment, encf: encf! },
    withEvent<DocumentRecord>({ $set: { submissionCount: Number(entry.data['step']) } }, entry),
  );
}

/** One event of each of these vouchers. */
export async function addEvents(collections: Collections, companyId: number, count: number, from = 1) {
  const encfs = Array.from({ length: count }, (_, index) => from + index);
  await collections.documents.insertMany(
    encfs.map(
      (n) =>
        ({
          companyId,
          environment,
          encf: encfOf(n),
          pending: [entryOf(companyId, n, 1)],
        }) as unknown as DocumentRecord,
    ),
  );
}

export const feedOf = ({ events }: Collections, companyId: number): Promise<EventRecord[]> =>
  events.find({ companyId, environment }).sort({ seq: 1 }).toArray();

export const keysOf = (events: readonly EventRecord[]) => events.map(({ key }) => key);
export const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export const pendingCount = ({ documents }: Collections) =>
  documents.countDocuments({ 'pending.companyId': { $exists: true } });

/** The leases of dead workers end. */
export async function endLeases({ feeds }: Collections): Promise<void> {
  await feeds.updateMany({ 'lease.until': { $exists: true } }, { $set: { 'lease.until': new Date(0) } });
}

/** Publishes until nothing is left, as the round of a worker does. */
export async function publishAll(publisher: Pick<ReturnType<typeof createPublisher>, 'publishPending'>) {
  let count = 0;
  for (let more = true; more;) {
    const published = await publisher.publishPending();
    count += published.count;
    more = published.more;
  }
  return count;
}

export class Died extends Error {}

/** Operations of a publisher. A cursor's query counts when it is made. */
const operations = ['aggregate', 'find', 'findOne', 'findOneAndUpdate', 'insertMany', 'bulkWrite'] as const;
type Operation = (typeof operations)[number];

export interface Death {
  /** Called before each operation, and after each one that is a promise. It throws to kill the publisher. */
  readonly at: (operation: Operation, when: 'before' | 'after') => void;
  /** How many of an `insertMany`'s events arrive before the publisher dies within it. Absent: all, and it does not die. */
  readonly within?: () => number | undefined;
}

/** The same collections, for a publisher that dies. */
export function dying(collections: Collections, { at, within }: Death): Collections {
  const wrap = (collection: Collection) =>
    new Proxy(collection, {
      get: (target, name: string) => {
        const member = Reflect.get(target, name, target) as unknown;
        const operation = operations.find((one) => one === name);
        if (typeof member !== 'function') return member;
        const method = member as (...args: unknown[]) => unknown;
        if (operation === undefined) return method.bind(target);
        if (operation === 'find' || operation === 'aggregate')
          return (...args: unknown[]) => {
            at(operation, 'before');
            return method.apply(target, args);
          };
        return async (...args: unknown[]) => {
          at(operation, 'before');
          const arrived = operation === 'insertMany' ? within?.() : undefined;
          if (arrived !== undefined) {
            const [records, ...others] = args as [unknown[], ...unknown[]];
            if (arrived > 0) await method.apply(target, [records.slice(0, arrived), ...others]);
            throw new Died(`after ${arrived} of ${records.length} events`);
          }
          const result = await method.apply(target, args);
          at(operation, 'after');
          return result;
        };
      },
    });
  return Object.fromEntries(
    Object.entries(collections).map(([name, collection]) => [
      name,
      wrap(collection as unknown as Collection),
    ]),
  ) as unknown as Collections;
}

/** Each publisher gets every lease: the unique indexes alone decide. */
export function withoutLeases(own: Collections): Collections {
  const feeds = new Proxy(own.feeds, {
    get: (target, name: string) => {
      if (name !== 'findOneAndUpdate') return Reflect.get(target, name) as unknown;
      return async (...args: Parameters<typeof target.findOneAndUpdate>) => {
        const [, update] = args as unknown as [unknown, [{ $set: { lease: { $cond: [unknown, object] } } }]];
        await target.findOneAndUpdate(...args);
        return { lease: update[0].$set.lease.$cond[1] };
      };
    },
  });
  return { ...own, feeds };
}
