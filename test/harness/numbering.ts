/** What must be true of numbers after every load, crash and race; read from MongoDB directly, not through the store. */
import { MongoClient } from 'mongodb';
import type { Store } from '../../src/ledger/mongo/connect.js';
import type { ReservationRecord, SequenceRecord } from '../../src/ledger/numbering/numbering.js';
import type { Company } from '../../src/ledger/companies/company.js';

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

export async function readNumbering(
  uri: string,
  database: string,
  companyId: number,
): Promise<NumberingView> {
  const client = await MongoClient.connect(uri);
  try {
    const db = client.db(database);
    return {
      reservations: await db
        .collection<ReservationRecord>('reservations')
        .find({ companyId })
        .sort({ _id: 1 })
        .toArray(),
      sequences: await db.collection<SequenceRecord>('sequences').find({ companyId }).toArray(),
    };
  } finally {
    await client.close();
  }
}

/**
 * Numbers are contiguous from the first of each authorization and lie inside it; a reference has one number; delivered numbers
 * are distinct and stored.
 * @param delivered e-NCFs that clients received as new
 */
export function expectSound({ reservations, sequences }: NumberingView, delivered: readonly string[]): void {
  expect(new Set(delivered).size).toBe(delivered.length);
  const standing = new Set(reservations.map(({ ecfType, n }) => `E${ecfType}${String(n).padStart(10, '0')}`));
  expect(delivered.filter((encf) => !standing.has(encf))).toEqual([]);

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
