/** Delivers the vouchers that a bench has sent to their buyers, one each time the bench asks. */
import { Client, Connection } from '@temporalio/client';
import { buyerTimingsOf, readConfig } from '../../../src/boot/config.js';
import { connectStore } from '../../../src/ledger/ledger.js';
import { inputOf } from '../../../src/workflows/contract/vouchers.js';
import { deliverStartOf, deliverToBuyerType } from '../../../src/workflows/contract/buyers.js';
import type { OwnStack } from '../../own-stack/own-stack.js';

/** The stack's worker looks for deliveries once in this time, which is longer than the bench. */
export const deliveriesLater = { BUYERS_INTERVAL_MS: '600000' };
/** A voucher that was claimed is not claimed again in the same run. */
const claimMs = 3_600_000;

export interface Deliveries {
  /** @throws when none is left, or when its buyer does not receive it at the first try */
  readonly deliver: () => Promise<void>;
  stop(): Promise<void>;
}

export async function startDeliveries({ env, mongoUri, temporalAddress }: OwnStack): Promise<Deliveries> {
  const config = readConfig({ ...env, MONGODB_URI: mongoUri, TEMPORAL_ADDRESS: temporalAddress });
  const { namespace, taskQueue } = config.temporal;
  const store = await connectStore(mongoUri, config.mongo.database);
  const connection = await Connection.connect({ address: temporalAddress });
  const { workflow } = new Client({ connection, namespace });
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
