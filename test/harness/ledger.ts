/** A test file's own ledger on the run's MongoDB, and vouchers as the api admits them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { connectStore, type Store } from '../../src/ledger/ledger.js';
import type { AttemptRef } from '../../src/ecf/model/encf.js';
import type { DocumentRecord, SignedXml, AdmitInput } from '../../src/ledger/vouchers/document-record.js';
import { LedgerUnavailableError } from '../../src/ledger/unavailable.js';
import { given } from './given.js';
import { own, type Scope } from './own.js';
import { until } from './until.js';

export interface TestLedger {
  readonly uri: string;
  readonly database: string;
  readonly store: Store;
  /** One store for each simulated process, each with its own connections. */
  readonly stores: readonly [Store, ...Store[]];
  /** Direct access that bypasses the store. */
  readonly db: Db;
}

/** Waits for a mongod that stands still for a moment, longer than the ledger itself does. */
export function openStore(uri: string, database: string): Promise<Store> {
  return until('the ledger is open', () =>
    connectStore(uri, database).catch((error: unknown) => {
      if (error instanceof LedgerUnavailableError) return undefined;
      throw error;
    }),
  );
}

/**
 * Drops a database of the run's MongoDB at the end. A ledger has a hundred indexes, each is a file of mongod, and with every file mongod
 * needs more processor time for the next ledger.
 */
export function ownDatabase({ own }: Pick<Scope, 'own'>, database: string): void {
  own('the database', async () => {
    const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
    await client.db(database).dropDatabase();
    await client.close();
  });
}

export async function openLedger({ processes = 1 } = {}): Promise<TestLedger> {
  const uri = given('TEST_MONGODB_URI');
  const database = `ecf_test_${randomBytes(6).toString('hex')}`;
  ownDatabase({ own }, database);
  const client = await MongoClient.connect(uri);
  own('the connection to the database', () => client.close());
  const open = async () => {
    const store = await openStore(uri, database);
    own('a connection to the ledger', () => store.close());
    return store;
  };
  const store = await open();
  const others = await Promise.all(Array.from({ length: processes - 1 }, open));
  return { uri, database, store, stores: [store, ...others], db: client.db(database) };
}

let serial = 0;

/** A type 31 of a fictitious company, under the next number. */
export function admitInput(change: Partial<AdmitInput> = {}): AdmitInput {
  serial += 1;
  const tipoeCF = change.tipoeCF ?? 31;
  return {
    companyId: 1,
    environment: 'pre-certification',
    encf: `E${tipoeCF}${String(serial).padStart(10, '0')}`,
    requestId: randomUUID(),
    correlationId: 'prueba',
    tipoeCF,
    rncEmisor: '999999992',
    rncComprador: '131880681',
    montoTotal: '1180.00',
    fechaEmision: '20-11-2026',
    fechaVencimientoSecuencia: tipoeCF === 32 || tipoeCF === 34 ? null : '31-12-2028',
    contentHash: 'a'.repeat(64),
    content: '{"ECF":{}}',
    conditionalAllowed: true,
    now: new Date('2026-11-20T15:00:00Z'),
    firstCheckMs: 30_000,
    ...change,
  };
}

export const attemptOf = (
  { companyId, environment, encf }: Pick<AdmitInput, 'companyId' | 'environment' | 'encf'>,
  attempt = 1,
): AttemptRef => ({ companyId, environment, encf, attempt });

/** The record of a signature. */
export function signedXml(change: Partial<SignedXml> = {}): SignedXml {
  return {
    file: '1/x',
    sha256: 'b'.repeat(64),
    securityCode: 'AbC123',
    fechaFirma: '20-11-2026 11:00:00',
    signedAt: new Date('2026-11-20T15:00:00Z'),
    certificate: 'c'.repeat(64),
    ...change,
  };
}

export async function readDocument(
  store: Pick<Store, 'findDocument'>,
  { companyId, environment, encf }: Pick<AdmitInput, 'companyId' | 'environment' | 'encf'>,
): Promise<DocumentRecord> {
  const document = await store.findDocument(companyId, environment, encf);
  if (document === undefined) throw new Error(`${encf} is not in the ledger`);
  return document;
}

/** DGII's answer to a question asked at that moment: the company's signer is not delegated. */
export const refusedAt = (at: Date) => ({ reason: 'NOT_DELEGATED', askedAt: at, since: at }) as const;
