/** What must be true of numbers after every load, crash and race; read from MongoDB directly, not through the store. */
import { MongoClient, type Db } from 'mongodb';
import type { Store } from '../../src/ledger/ledger.js';
import type { ReservationRecord, SequenceRecord } from '../../src/ledger/numbers/numbers.js';
import type { Company } from '../../src/ledger/companies/company.js';
import { given } from './given.js';

/** A company that may take numbers, with a certificate that is valid for a year from a day ago. */
export async function addNumberedCompany(
  store: Pick<Store, 'putCompany' | 'putCertificate'>,
  { now, ...company }: Partial<Company> & { readonly companyId: number; readonly now: Date },
): Promise<void> {
  const dayMs = 86_400_000;
  await store.putCompany({
    rnc: String(100_000_000 + company.companyId),
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'service',
    environment: 'pre-certification',
    productionAllowed: false,
    ...company,
  });
  await store.putCertificate({
    companyId: company.companyId,
    fingerprint: 'a'.repeat(64),
    certificatePem: '',
    sealedKey: '',
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + 365 * dayMs),
    importedAt: now,
  });
}

export interface NumberingView {
  /** By `_id`, in ascending order. */
  readonly reservations: readonly ReservationRecord[];
  readonly sequences: readonly SequenceRecord[];
}

export function readNumbering(uri: string, database: string, companyId: number): Promise<NumberingView> {
  return inDatabase(uri, database, async (db) => ({
    reservations: await db
      .collection<ReservationRecord>('reservations')
      .find({ companyId })
      .sort({ _id: 1 })
      .toArray(),
    sequences: await db.collection<SequenceRecord>('sequences').find({ companyId }).toArray(),
  }));
}

/** As if the company's change of origin had started so long ago. The ledger's clock measures it, and no test can move that one. */
export function ageOriginChange(database: string, companyId: number, agoMs: number): Promise<void> {
  return inDatabase(given('TEST_MONGODB_URI'), database, async (db) => {
    const { matchedCount } = await db
      .collection<{ _id: number }>('companies')
      .updateOne(
        { _id: companyId, originChange: { $exists: true } },
        { $set: { 'originChange.since': new Date(Date.now() - agoMs) } },
      );
    if (matchedCount === 0) throw new Error(`Company ${companyId} does not change its origin`);
  });
}

async function inDatabase<Result>(uri: string, database: string, work: (db: Db) => Promise<Result>) {
  const client = await MongoClient.connect(uri);
  try {
    return await work(client.db(database));
  } finally {
    await client.close();
  }
}

/**
 * Numbers are contiguous from the first of each authorization and lie inside it; a reference has one number; numbers that were handed out
 * are distinct and stored.
 * @param handedOut e-NCFs that clients received as new
 */
export function expectSound({ reservations, sequences }: NumberingView, handedOut: readonly string[]): void {
  expect(new Set(handedOut).size).toBe(handedOut.length);
  const standing = new Set(reservations.map(({ ecfType, n }) => `E${ecfType}${String(n).padStart(10, '0')}`));
  expect(handedOut.filter((encf) => !standing.has(encf))).toEqual([]);

  for (const { _id: key, authorizations } of sequences) {
    for (const { id, first, last } of authorizations) {
      const numbers = reservations.filter((one) => one.authorization === id).map(({ n }) => n);
      expect(reservations.filter((one) => one.key === key && one.authorization === id)).toHaveLength(
        numbers.length,
      );
      expect(numbers).toEqual(numbers.map((_, index) => first + index));
      // There are no numbers when the range was closed before its first one was handed out.
      if (numbers.length > 0) expect(numbers.at(-1)).toBeLessThanOrEqual(last);
    }
  }
  // These are the only states of a number that was handed out.
  const states = new Set(reservations.map(({ state }) => state));
  for (const state of states) expect(['reserved', 'used', 'annulled', 'abandoned']).toContain(state);
  const refs = reservations.flatMap(({ key, ref }) => (ref === undefined ? [] : [`${key} ${ref}`]));
  expect(new Set(refs).size).toBe(refs.length);
}
