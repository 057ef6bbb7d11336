/** The end of a lease without the wait for it. */
import { MongoClient } from 'mongodb';
import type { Service } from './service.js';

/**
 * Ends the leases of all vouchers and annulments that are not final, and of all deliveries to other taxpayers that wait, as if their time
 * had passed. The product has no such method.
 */
export async function endLeases({ config: { mongo } }: Pick<Service, 'config'>): Promise<void> {
  const client = await MongoClient.connect(mongo.uri);
  const now = new Date();
  try {
    const ledger = client.db(mongo.database);
    await ledger
      .collection('documents')
      .updateMany(
        { final: false, 'submissions.0': { $exists: true } },
        { $set: { 'submissions.$[].leaseUntil': now } },
      );
    await ledger
      .collection('rangeAnnulments')
      .updateMany(
        { final: false, 'deliveries.0': { $exists: true } },
        { $set: { 'deliveries.$[].leaseUntil': now } },
      );
    await ledger
      .collection('documents')
      .updateMany(
        { 'buyerDelivery.state': 'waiting', 'buyerDelivery.last': { $exists: true } },
        { $set: { 'buyerDelivery.last.leaseUntil': now } },
      );
    for (const leg of ['approval.issuer', 'approval.dgii'])
      await ledger
        .collection('receptions')
        .updateMany(
          { [`${leg}.state`]: 'waiting', [`${leg}.last`]: { $exists: true } },
          { $set: { [`${leg}.last.leaseUntil`]: now } },
        );
  } finally {
    await client.close();
  }
}
