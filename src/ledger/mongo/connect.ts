/** Opens the ledger on MongoDB: one client, majority writes, journaled; see docs/architecture.md, "Durability". */
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { createAuthorizations } from '../numbering/authorizations.js';
import { createByHand, type ByHandChanges } from '../vouchers/operator-decisions.js';
import { createCertificates, type Certificates } from '../companies/certificates.js';
import { createCompanies, type Companies } from '../companies/companies.js';
import { createCompanyChanges, type CompanyChanges } from '../companies/company-changes.js';
import { createCounters } from './counters.js';
import { createDocumentList, type DocumentList } from '../vouchers/document-list.js';
import { createDocuments, type Documents } from '../vouchers/documents.js';
import { createFiles, type Files } from './files.js';
import { createLedgerWatch, type LedgerWatch } from '../ledger-overview.js';
import { collectionsOf, ensureIndexes } from './collections.js';
import { guard } from './guard.js';
import { createInquiries, type Inquiries } from '../vouchers/inquiries.js';
import { createNoteClaims, type NoteClaims } from '../vouchers/note-claims.js';
import type { AuthorizationStore, ReservationStore } from '../numbering/numbering.js';
import { createReservations } from '../numbering/reservations.js';
import { createTaxpayers, type Taxpayers } from '../taxpayers/taxpayers.js';
import type { ApiStore } from '../store.js';

/** The whole ledger. The api uses only the part in `ApiStore`. */
export interface Store
  extends
    ApiStore,
    AuthorizationStore,
    ByHandChanges,
    Certificates,
    Companies,
    CompanyChanges,
    DocumentList,
    Documents,
    Files,
    Inquiries,
    LedgerWatch,
    NoteClaims,
    ReservationStore,
    Taxpayers {
  close(): Promise<void>;
}

const options = {
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
  readConcernLevel: 'majority',
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
  maxPoolSize: 50,
  // A request waits this long for a primary. Then it gets LEDGER_UNAVAILABLE.
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 15_000,
  waitQueueTimeoutMS: 5_000,
} as const satisfies MongoClientOptions;

/**
 * @param uri MongoDB connection string of a replica set: only majority writes survive the loss of a primary
 * @param databaseName the ledger's database
 */
export async function connectStore(uri: string, databaseName: string): Promise<Store> {
  const client = new MongoClient(uri, options);
  const db = client.db(databaseName);
  const collections = collectionsOf(db);
  try {
    await guard(async () => {
      await client.connect();
      await ensureIndexes(collections);
    });
  } catch (error) {
    await client.close();
    throw error;
  }
  const files = createFiles(collections);
  return {
    ...files,
    ...createDocuments(collections, files),
    ...createByHand(collections),
    ...createDocumentList(collections),
    ...createCompanies(collections),
    ...createCompanyChanges(collections),
    ...createCertificates(collections),
    ...createAuthorizations(collections),
    ...createReservations(collections),
    ...createInquiries(collections),
    ...createNoteClaims(collections),
    ...createTaxpayers(db),
    ...createLedgerWatch(collections),
    ...createCounters(collections),
    ping: () =>
      guard(async () => {
        await db.command({ ping: 1 }, { timeoutMS: 2_000 });
      }),
    close: () => client.close(),
  };
}
