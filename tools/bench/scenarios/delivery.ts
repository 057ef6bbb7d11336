/**
 * Delivers the vouchers that a bench has sent to their buyers: each by a workflow, which makes its first try too, as after the death of a
 * worker; or as usual, by the worker's round. With the settings `deliveriesLater` a worker starts none by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { buyerTimingsOf, readConfig } from '../../../src/boot/config.js';
import { connectStore } from '../../../src/ledger/ledger.js';
import { temporalClient } from '../../../src/shared/temporal-client.js';
import { inputOf } from '../../../src/workflows/contract/vouchers.js';
import { deliverStartOf, deliverToBuyerType } from '../../../src/workflows/contract/buyers.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { sender } from '../service.js';

/** The stack's worker looks for deliveries once in this time, which is longer than the bench. */
export const deliveriesLater = { BUYERS_INTERVAL_MS: '600000' };
const connectLimitMs = 10_000;
/** A voucher that was claimed is not claimed again in the same run. */
const claimMs = 3_600_000;
/** Between two questions whether all deliveries have ended. It takes the processor as little as the worker's own rounds do. */
const askAgainMs = 250;

export interface Deliveries {
  /** Delivers one voucher by a workflow. @throws when none is left, or when its buyer does not receive it at the first try */
  readonly deliver: () => Promise<void>;
  stop(): Promise<void>;
}

export async function startDeliveries({ env, mongoUri, temporal }: OwnStack): Promise<Deliveries> {
  const config = readConfig({ ...env, MONGODB_URI: mongoUri, TEMPORAL_ADDRESS: temporal.address });
  const { taskQueue } = config.temporal;
  const store = await connectStore(mongoUri, config.mongo.database);
  const { connection, workflow } = temporalClient(temporal, connectLimitMs);
  return {
    deliver: async () => {
      const [document] = await store.claimBuyerDeliveries(new Date(), new Date(Date.now() + claimMs), 1);
      if (document === undefined) throw new Error('No delivery is left');
      const start = deliverStartOf(taskQueue, inputOf(document, buyerTimingsOf(config)));
      const state = (await workflow.execute(deliverToBuyerType, start)) as string;
      if (state !== 'delivered') throw new Error(`The delivery of ${document.encf} is ${state}`);
    },
    stop: async () => {
      await Promise.all([connection.close(), store.close()]);
    },
  };
}

export interface HeldDeliveries {
  /** Lets the worker's rounds deliver this many of the vouchers that were held, and waits until their buyers have them. */
  release(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** From now on the vouchers of the bench get no delivery until it is released. For a stack whose worker looks for deliveries all the time. */
export async function holdDeliveries({ env, mongoUri }: OwnStack): Promise<HeldDeliveries> {
  const { mongo } = readConfig({ ...env, MONGODB_URI: mongoUri });
  const client = await new MongoClient(mongoUri).connect();
  const ledger = client.db(mongo.database);
  const documents = ledger.collection('documents');
  const company = { companyId: sender.companyId };
  const set = (buyerDelivery: 'on' | 'off') =>
    ledger.collection('companies').updateOne(company, { $set: { buyerDelivery } });
  await set('off');
  return {
    release: async (count) => {
      // The worker has taken the marks of all that were sent meanwhile.
      await until(
        async () => (await documents.countDocuments({ ...company, deliverAt: { $exists: true } })) === 0,
      );
      await set('on');
      const held = { ...company, state: 'accepted', buyerDelivery: { $exists: false } };
      const ids = (await documents.find(held, { projection: { _id: 1 }, limit: count }).toArray()).map(
        ({ _id }) => _id,
      );
      if (ids.length < count) throw new Error('Too few deliveries are left');
      const these = { _id: { $in: ids } };
      await documents.updateMany(these, { $currentDate: { deliverAt: true } });
      await until(async () => {
        const had = await documents.countDocuments({ ...these, 'buyerDelivery.state': 'delivered' });
        return had === count;
      });
    },
    stop: () => client.close(),
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(askAgainMs);
}
