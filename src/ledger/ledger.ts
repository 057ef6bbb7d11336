/** Opens the ledger on MongoDB: one client, majority writes, journaled; see docs/develop/architecture.md, "Durability". */
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { hourMs } from '../ecf/durations.js';
import { createCrls } from './archive/crls.js';
import { createEvidence } from './archive/evidence.js';
import { createManifests } from './archive/manifests.js';
import { createBuyerDeliveries } from './buyers/buyer-deliveries.js';
import { createSentApprovals } from './buyers/sent-approvals.js';
import { createOrderClaims } from './certification/order-claims.js';
import { createCertificationRuns } from './certification/runs.js';
import { createSimulationVouchers } from './certification/simulation-vouchers.js';
import { createCertificateEvents } from './certificates/certificate-events.js';
import { createCertificates } from './certificates/certificates.js';
import { createCompanies } from './companies/companies.js';
import { createCompanySettings } from './companies/company-settings.js';
import { createLinkKeys } from './companies/link-keys.js';
import { createLooks } from './companies/looks.js';
import { createOriginChange } from './companies/origin-change.js';
import { createSuspensions } from './companies/suspensions.js';
import { createUploadKeys } from './certificates/upload-keys.js';
import { createUsers } from './people/users.js';
import { createFeedReader, watchFeeds, type FeedWatcher } from './events/feed-reader.js';
import { createPublisher } from './events/publisher.js';
import { createLeases } from './leases.js';
import { createCompaniesInTrouble } from './companies/companies-in-trouble.js';
import { createLedgerWatch } from './ledger-overview.js';
import { createAnnulmentLocks } from './numbers/annulment-locks.js';
import { createAnnulments } from './numbers/annulments.js';
import { createAuthorizations } from './numbers/authorizations.js';
import { createRangeAnnulments } from './numbers/range-annulments.js';
import { createStockEvents } from './numbers/stock-events.js';
import { createReservations } from './numbers/reservations.js';
import { createMails } from './mail/mails.js';
import { createApiKeyEvents } from './people/api-key-events.js';
import { createApiKeys } from './people/api-keys.js';
import { createAudit } from './people/audit.js';
import { createInvitations } from './people/invitations.js';
import { createPeople } from './people/people.js';
import { createPersonSecrets } from './people/person-secrets.js';
import { createSessionStore } from './people/sessions.js';
import { createIncomingApprovals } from './received/incoming-approvals.js';
import { createDgiiQuestions } from './received/dgii-questions.js';
import { createDisplacements } from './received/displacements.js';
import { createInbox } from './received/inbox.js';
import { createRefusedList } from './received/refused-receptions.js';
import { createReceptions } from './received/receptions.js';
import { createSeeds } from './received/seeds.js';
import { createTaxpayers } from './taxpayers/taxpayers.js';
import { createAdmission } from './vouchers/admission.js';
import { createCompanySummary } from './vouchers/lists/company-summary.js';
import { createMonthClosings } from './months/month-closings.js';
import { createMonthCustomers } from './months/month-customers.js';
import { createMonthFigures } from './months/month-figures.js';
import { createMonthSuppliers } from './months/month-suppliers.js';
import { createSupplierExpenses } from './months/supplier-expenses.js';
import { createDgiiOutages } from './vouchers/dgii-outages.js';
import { createDeliveries } from './vouchers/deliveries.js';
import { createVerdicts } from './vouchers/verdicts.js';
import { createDocumentList } from './vouchers/lists/document-list.js';
import { createDocuments } from './vouchers/documents.js';
import { createInquiries } from './inquiries/inquiry-store.js';
import { createIssueClaims } from './vouchers/issue-claims.js';
import { createDrafts } from './vouchers/drafts.js';
import { createNoteClaims } from './vouchers/note-claims.js';
import { createOperatorDecisions } from './vouchers/operator-decisions.js';
import { createSearchIndexing } from './vouchers/lists/search-indexing.js';
import { createReceptionIndexing } from './received/reception-search.js';
import { createVoucherPages } from './vouchers/lists/voucher-pages.js';
import { createVoucherSums } from './vouchers/lists/voucher-sums.js';
import { WeakWritesError } from './unavailable.js';
import { failWritesToClosedConnections } from './mongo/closed-connections.js';
import { collectionsOf } from './collections.js';
import { ensureIndexes } from './indexes.js';
import { createCounters } from './counters.js';
import { createColdChecks } from './cold/check-bodies.js';
import { createColdMoves } from './cold/move-bodies.js';
import { openObjectStore, type ObjectStore, type ObjectStoreOptions } from './cold/object-store.js';
import { createFiles } from './files.js';
import { ledgerTime } from './mongo/ledger-time.js';
import { guard, guarded } from './mongo/guard.js';
import { createWriteCheck } from './write-check.js';
import { createWebhookDeliveries } from './events/webhook-deliveries.js';
import { createWebhooks } from './events/webhooks.js';

/**
 * The whole ledger. Every method rejects with `LedgerUnavailableError` when MongoDB cannot be reached or does not confirm in time.
 * Any other error is a broken invariant.
 */
export type Store = Awaited<ReturnType<typeof connectStore>>;

export type ApiStore = Pick<
  Store,
  | 'ping'
  | 'count'
  | 'counted'
  | 'findUser'
  | 'findCompany'
  | 'findUserOfCompany'
  | 'findApiKey'
  | 'noteKeyUse'
  | 'noteFirstKeyUse'
  | 'findDocument'
  | 'findEarlierAttempt'
  | 'findVouchers'
  | 'countUnindexed'
  | 'getFileBytes'
  | 'findLinkKey'
  | 'linkKeyOf'
  | 'admit'
  | 'nextNumber'
  | 'findNumber'
  | 'markUsed'
  | 'sequencesOverview'
  | 'unused'
  | 'findIssueClaim'
  | 'claimIssue'
  | 'reopenIssueClaim'
  | 'keepNewIssueContent'
  | 'putRangeAnnulment'
  | 'findSameRequest'
  | 'annulmentsUnderWay'
  | 'changeRangeAnnulment'
  | 'findRangeAnnulment'
  | 'listRangeAnnulments'
  | 'annulmentRequested'
  | 'annulmentResults'
  | 'findReferenced'
  | 'notesOn'
  | 'findTaxpayer'
  | 'findCompanyByRnc'
  | 'claimReception'
  | 'trustSigner'
  | 'displaceReception'
  | 'findRefusal'
  | 'refuseReception'
  | 'findToAcknowledge'
  | 'useSeed'
  | 'findReception'
  | 'findReceptions'
  | 'findRefused'
  | 'decideReception'
  | 'keepApproval'
  | 'noteUnknownApproval'
  | 'earlierAttempts'
  | 'publicUploadKey'
  | 'putWebhook'
  | 'findWebhook'
  | 'listWebhooks'
  | 'changeWebhook'
  | 'removeWebhook'
  | 'wakeWebhook'
  | 'rewindWebhook'
  | 'orderDelivery'
  | 'orderUndelivered'
  | 'abandonDeliveries'
  | 'listDeliveries'
  | 'readFeed'
  | 'findEvent'
  | 'latestSeq'
  | 'oldestSeq'
  | 'confirmedLatestSeq'
  | 'watchFeeds'
  | 'listManifests'
  | 'readPart'
  | 'readEvidence'
  | 'listCertificates'
  | 'listCrls'
  | 'countOpenMails'
  | 'findMail'
  | 'putMail'
  | 'mailsOfVoucher'
>;

const options = {
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
  readConcernLevel: 'majority',
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
  // For all companies. What people read and change, and what clients list, has a
  // limit (`lists` and `changes` in api/limits/limits.ts), so some are free for the rest of each company's work. Sends have another one.
  maxPoolSize: 50,
  // After this time a request gets LEDGER_UNAVAILABLE.
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 15_000,
  waitQueueTimeoutMS: 5_000,
} as const satisfies MongoClientOptions;

/** The first start after an upgrade builds new indexes. A connection that ends sooner ends the build, and the next start begins again. */
const buildLimitMs = hourMs;

/**
 * @param uri the address of a replica set: only majority writes survive the loss of a primary
 * @param cold where old bodies are; absent: none were moved
 * @throws WeakWritesError before anything is opened
 */
export async function connectStore(
  uri: string,
  databaseName: string,
  cold?: ObjectStoreOptions | ObjectStore,
) {
  failWritesToClosedConnections();
  const client = new MongoClient(uri, options);
  refuseWeakWrites(client);
  const db = client.db(databaseName);
  const collections = collectionsOf(db);
  try {
    await guard(async () => {
      await buildIndexes(uri, databaseName);
      await client.connect();
    });
  } catch (error) {
    await client.close();
    throw error;
  }
  const oldBodies = cold !== undefined && 'endpoint' in cold ? openObjectStore(cold) : cold;
  const files = createFiles(collections, oldBodies);
  const taxpayers = createTaxpayers(db);
  return {
    ...guarded({
      ...files,
      ...createAdmission(collections, files),
      ...createDocuments(collections),
      ...createDeliveries(collections),
      ...createLeases(collections),
      ...createVerdicts(collections),
      ...createOperatorDecisions(collections),
      ...createBuyerDeliveries(collections),
      ...createSentApprovals(collections),
      ...createDocumentList(collections),
      ...createVoucherPages(collections),
      ...createVoucherSums(collections),
      ...createSearchIndexing(collections, files),
      ...createReceptionIndexing(collections),
      ...createCompanySummary(collections),
      ...createMonthFigures(collections),
      ...createMonthCustomers(collections),
      ...createMonthClosings(collections),
      ...createMonthSuppliers(collections),
      ...createSupplierExpenses(collections),
      ...createCompanies(collections),
      ...createUsers(collections),
      ...createCompanySettings(collections),
      ...createLooks(collections, files),
      ...createLinkKeys(collections),
      ...createOriginChange(collections),
      ...createSuspensions(collections),
      ...createCertificateEvents(collections),
      ...createApiKeyEvents(collections),
      ...createStockEvents(collections),
      ...createDgiiOutages(collections),
      ...createCertificates(collections),
      ...createUploadKeys(collections),
      ...createAuthorizations(collections),
      ...createReservations(collections),
      ...createAnnulments(collections),
      ...createAnnulmentLocks(collections),
      ...createRangeAnnulments(collections, files),
      ...createCertificationRuns(collections, files),
      ...createSimulationVouchers(collections),
      ...createOrderClaims(collections),
      ...createInquiries(collections),
      ...createDrafts(collections),
      ...createNoteClaims(collections),
      ...createIssueClaims(collections),
      ...taxpayers,
      ...createLedgerWatch(collections, taxpayers.registryStatus),
      ...createCompaniesInTrouble(collections),
      ...createCounters(collections),
      ...createWriteCheck(collections),
      ...createPeople(collections),
      ...createPersonSecrets(collections),
      ...createInvitations(collections),
      ...createApiKeys(collections),
      ...createAudit(collections),
      ...createMails(collections),
      ...createReceptions(collections, files),
      ...createDisplacements(collections, files),
      ...createIncomingApprovals(collections, files),
      ...createInbox(collections),
      ...createRefusedList(collections),
      ...createDgiiQuestions(collections),
      ...createSeeds(collections),
      ...createColdMoves(collections, oldBodies),
      ...createColdChecks(collections, oldBodies),
      ...createWebhooks(collections),
      ...createWebhookDeliveries(collections),
      ...createPublisher(collections),
      ...createFeedReader(collections),
      ...createEvidence(collections, files),
      ...createManifests(collections),
      ...createCrls(collections),
      /** @returns the time by MongoDB's clock, which all processes share */
      ping: () => ledgerTime(db),
    }),
    /** For express-session. Its methods have callbacks, and their errors are not `LedgerUnavailableError`. */
    openSessions: () => createSessionStore(client, databaseName, collections.sessions.collectionName),
    /** Its errors are not `LedgerUnavailableError`. */
    watchFeeds: (watcher: FeedWatcher) => watchFeeds(collections, watcher),
    close: async () => {
      await client.close();
      await oldBodies?.close();
    },
  };
}

/** The driver lets `journal=false` in the address win over `options`. Then a crash could lose a voucher or number that was confirmed. */
function refuseWeakWrites({ options: { writeConcern } }: MongoClient): void {
  if (writeConcern.w !== 'majority' || writeConcern.journal !== true) throw new WeakWritesError();
}

/** MongoDB builds the indexes of three collections at once. With more connections each start would log in for each collection. */
const buildsAtOnce = 3;

/** It uses connections of its own, because the driver has one time limit for all answers of a client. */
export async function buildIndexes(uri: string, databaseName: string): Promise<void> {
  const client = new MongoClient(uri, {
    ...options,
    socketTimeoutMS: buildLimitMs,
    // The other collections wait while the indexes of large ones are built.
    waitQueueTimeoutMS: buildLimitMs,
    maxPoolSize: buildsAtOnce,
  });
  try {
    await client.connect();
    await ensureIndexes(collectionsOf(client.db(databaseName)));
  } finally {
    await client.close();
  }
}
