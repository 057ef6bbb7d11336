/** What the ledger has about events when they have come to rest: every event is in its feed, and nothing is left to deliver. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, type Collection } from 'mongodb';
import { collectionsOf, type Collections } from '../../../src/ledger/collections.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { withoutContents } from './evidence.js';
import type { ShownEvent } from './event-evidence.js';

/** The lease of a killed worker lasts 17 s, and a receiver that failed twice is tried again at the end. */
const restLimitMs = 120_000;
/** A webhook may be behind by many events of a long run. */
const eventLimitMs = 5;
const checkEveryMs = 250;

export type EventLedger = Awaited<ReturnType<typeof readEventLedger>>;

async function readEventLedger(ledger: Collections, companies: readonly DemoCompany[]) {
  const ids = companies.map(({ companyId }) => companyId);
  const own = { companyId: { $in: ids } };
  const records = await ledger.companies.find({ _id: { $in: ids } }).toArray();
  return {
    companies: companies.map(({ companyId, rnc, environment }) => {
      const suspended = records.find(({ _id }) => _id === companyId)?.suspended;
      return { companyId, rnc, environment, ...(suspended && { suspended }) };
    }),
    documents: await ledger.documents.find(own, withoutContents()).toArray(),
    attempts: await ledger.attempts
      .find({ 'document.companyId': { $in: ids } }, withoutContents('document.'))
      .toArray(),
    receptions: await ledger.receptions.find(own).toArray(),
    refusedReceptions: await ledger.refusedReceptions.find(own).toArray(),
    incomingApprovals: await ledger.incomingApprovals.find(own).toArray(),
    sequences: await ledger.sequences.find(own).toArray(),
    dgiiOutages: await ledger.dgiiOutages.find(own).toArray(),
    webhookDeliveries: await ledger.webhookDeliveries.find(own, { projection: { tries: 0 } }).toArray(),
  };
}

export interface ReadFeed {
  readonly companyId: number;
  readonly events: readonly ShownEvent[];
}

/**
 * Reads the feeds and the ledger until they belong to the same moment: nothing waits for its feed, no webhook is behind it, and the feeds
 * did not grow meanwhile. @throws Error after the limit
 */
export async function eventsAtRest(
  { mongoUri }: Pick<OwnStack, 'mongoUri'>,
  companies: readonly DemoCompany[],
  readFeeds: () => Promise<readonly ReadFeed[]>,
): Promise<{ readonly feeds: readonly ReadFeed[]; readonly ledger: EventLedger }> {
  const client = await MongoClient.connect(mongoUri);
  try {
    const ledger = collectionsOf(client.db('ecf'));
    const events = (await readFeeds()).reduce((sum, feed) => sum + feed.events.length, 0);
    const limitMs = restLimitMs + eventLimitMs * events;
    const end = Date.now() + limitMs;
    for (;;) {
      const feeds = await readFeeds();
      let left = await whatIsLeft(ledger, feeds);
      if (left === undefined) {
        const read = await readEventLedger(ledger, companies);
        // What changed while it was read has made an event.
        left = await whatIsLeft(ledger, feeds);
        if (left === undefined) return { feeds, ledger: read };
      }
      if (Date.now() > end) throw new Error(`Not within ${limitMs} ms: ${left}`);
      await sleep(checkEveryMs);
    }
  } finally {
    await client.close();
  }
}

async function whatIsLeft(ledger: Collections, feeds: readonly ReadFeed[]): Promise<string | undefined> {
  const collections: readonly [string, unknown][] = Object.entries(ledger);
  for (const [name, collection] of collections as readonly [string, Collection][])
    if ((await collection.countDocuments({ 'pending.companyId': { $gt: 0 } }, { limit: 1 })) > 0)
      return `an event of ${name} waits for its feed`;
  for (const { companyId, events } of feeds) {
    const last = await ledger.events.findOne({ companyId }, { sort: { seq: -1 }, hint: 'seq' });
    if ((last?.seq ?? 0) !== events.length) return `the feed of ${companyId} has grown`;
    const webhooks = await ledger.webhooks.find({ companyId }).toArray();
    const isBehind = webhooks.some(({ cursor, active }) => active && cursor < events.length);
    const waiting = await ledger.webhookDeliveries.countDocuments({ companyId, state: 'waiting' });
    if (isBehind || waiting > 0) return `${waiting} deliveries to webhooks of ${companyId} wait`;
  }
  return undefined;
}
