/** The data of the numbering bench, used by its own process and by those it starts: a ledger, and the bare counter. */
import { randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { dayMs } from '../../../src/ecf/durations.js';
import { connectStore, type Store } from '../../../src/ledger/ledger.js';
import { reservationId, sequenceKey, serialMax } from '../../../src/ledger/numbers/numbers.js';

const companyId = 1;
const sequence = { companyId, environment: 'pre-certification', ecfType: 31 } as const;
const key = sequenceKey(sequence);

/** The same write concern as the ledger's, so that an answer promises the same durability. */
const writeConcern = { w: 'majority', journal: true } as const;

export interface World {
  readonly next: () => Promise<void>;
  /** For comparison: a bare counter, without references and without the state of a number. */
  readonly raw: () => Promise<void>;
  unusedPage(limit: number): Promise<unknown>;
  /** For comparison: reads as many reservations by their index. */
  rawPage(limit: number): Promise<unknown>;
  close(): Promise<void>;
}

export async function openWorld(uri: string, database: string): Promise<World> {
  const store = await connectStore(uri, database);
  const client = await MongoClient.connect(uri, { writeConcern, maxPoolSize: 50 });
  const db = client.db(database);
  const counters = db.collection<{ _id: number; n: number }>('counters');
  return {
    next: async () => {
      const number = await store.nextNumber({ ...sequence, ref: randomUUID(), clock: () => new Date() });
      if (number.outcome !== 'handed-out') throw new Error(JSON.stringify(number));
    },
    raw: async () => {
      const options = { upsert: true, returnDocument: 'after' } as const;
      await counters.findOneAndUpdate({ _id: companyId }, { $inc: { n: 1 } }, options);
    },
    unusedPage: (limit) =>
      store.unused({ companyId, environment: sequence.environment, reservedBefore: new Date(), limit }),
    rawPage: (limit) =>
      reservationsOf(db)
        .find({ _id: { $gte: `${key}:` } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    close: async () => {
      await store.close();
      await client.close();
    },
  };
}

export async function makeWorld(uri: string, database: string, reserved: number): Promise<World> {
  const store = await connectStore(uri, database);
  await addCompany(store);
  await store.close();
  const client = await MongoClient.connect(uri);
  await seedReservations(client.db(database), reserved);
  // MongoDB would go on writing a million to its files for a while, and slow down the measurement.
  await client.db('admin').command({ fsync: 1 });
  await client.close();
  return openWorld(uri, database);
}

async function addCompany(store: Store): Promise<void> {
  const now = new Date();
  await store.putCompany({
    companyId,
    rnc: '100000001',
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'service',
    environment: sequence.environment,
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
  const range = { from: 1, to: serialMax, expiresOn: '31-12-2099', authorizationNumber: 'BENCH' };
  const added = await store.addAuthorization({ ...sequence, ...range, now });
  if (added.outcome !== 'done') throw new Error(JSON.stringify(added));
}

async function seedReservations(db: Db, count: number): Promise<void> {
  const batch = 10_000;
  const longAgoMs = Date.now() - 90 * dayMs;
  const recordOf = (n: number) => ({
    _id: reservationId(key, n),
    key,
    ...sequence,
    n,
    authorization: 'E310000000001',
    ref: `seed-${n}`,
    state: 'reserved',
    reservedAt: new Date(longAgoMs + n),
    requestId: 'seed',
  });
  const options = { ordered: false, writeConcern: { w: 1, journal: false } };
  for (let from = 1; from <= count; from += batch) {
    const length = Math.min(batch, count - from + 1);
    await reservationsOf(db).insertMany(
      Array.from({ length }, (_, index) => recordOf(from + index)),
      options,
    );
  }
}

function reservationsOf(db: Db) {
  return db.collection<{ _id: string }>('reservations');
}
