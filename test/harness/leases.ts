/** The end of a lease without the wait for it. */
import { MongoClient } from 'mongodb';
import type { Service } from './service.js';

/** Ends the leases of all vouchers and annulments that are not final, as if their time had passed. No store does this. */
export async function endLeases({ config: { mongo } }: Pick<Service, 'config'>): Promise<void> {
  const client = await MongoClient.connect(mongo.uri);
  try {
    const documents = client.db(mongo.database).collection('documents');
    await documents.updateMany(
      { final: false, 'submissions.0': { $exists: true } },
      { $set: { 'submissions.$[].leaseUntil': new Date() } },
    );
    await client
      .db(mongo.database)
      .collection('rangeAnnulments')
      .updateMany(
        { final: false, 'deliveries.0': { $exists: true } },
        { $set: { 'deliveries.$[].leaseUntil': new Date() } },
      );
  } finally {
    await client.close();
  }
}
