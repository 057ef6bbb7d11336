/** The data of the numbering bench, used by its own process and by those it starts: a ledger, and the bare counter. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { connectStore } from '../../../dist/src/ledger/mongo/connect.js';

export const environment = 'pre-certification';
const dayMs = 86_400_000;

/** The same write concern as the ledger's, so that an answer promises the same durability. */
const writeConcern = { w: 'majority', journal: true };

/** @param {string} uri @param {string} database */
export async function openWorld(uri, database) {
  const store = await connectStore(uri, database);
  const client = await MongoClient.connect(uri, { writeConcern, maxPoolSize: 50 });
  const counters = client.db(database).collection('counters');
  return {
    store,
    db: client.db(database),
    /** Takes one number with a reference, as a client does. */
    next: async (companyId) => {
      const number = await store.nextNumber({
        companyId,
        environment,
        ecfType: 31,
        ref: randomUUID(),
        clock: () => new Date(),
      });
      if (number.outcome !== 'delivered') throw new Error(JSON.stringify(number));
    },
    /** The yardstick: a counter that knows neither references nor the later state of a number. */
    raw: async (companyId) => {
      const options = { upsert: true, returnDocument: 'after' };
      await counters.findOneAndUpdate({ _id: companyId }, { $inc: { n: 1 } }, options);
    },
    close: async () => {
      await store.close();
      await client.close();
    },
  };
}

/** A company that asks the service for its numbers, with a range as large as ten digits allow. */
export async function addCompany({ store }, companyId) {
  const now = new Date();
  await store.putCompany({
    companyId,
    rnc: String(100_000_000 + companyId),
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'service',
    environment,
    productionAllowed: false,
  });
  await store.putCertificate({
    companyId,
    fingerprint: 'a'.repeat(64),
    certificatePem: '',
    sealedKey: '',
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + dayMs),
    importedAt: now,
  });
  const added = await store.addAuthorization({
    companyId,
    environment,
    ecfType: 31,
    from: 1,
    to: 9_999_999_999,
    expiresOn: '31-12-2099',
    authorizationNumber: 'BENCH',
    now,
  });
  if (added.outcome !== 'done') throw new Error(JSON.stringify(added));
}

/** Consecutive numbers from the first one, all reserved, with references. */
export async function seedReservations({ db }, companyId, count) {
  const key = `${companyId}:${environment}:31`;
  const batch = 10_000;
  const longAgoMs = Date.now() - 90 * dayMs;
  for (let from = 1; from <= count; from += batch) {
    const records = Array.from({ length: Math.min(batch, count - from + 1) }, (_, index) => {
      const n = from + index;
      return {
        _id: `${key}:${String(n).padStart(10, '0')}`,
        key,
        companyId,
        environment,
        ecfType: 31,
        n,
        authorization: 'E310000000001',
        ref: `seed-${n}`,
        state: 'reserved',
        reservedAt: new Date(longAgoMs + n),
        requestId: 'seed',
      };
    });
    await db
      .collection('reservations')
      .insertMany(records, { ordered: false, writeConcern: { w: 1, journal: false } });
  }
}
