/** The indexes of the ledger's collections. Each unique index begins with its collection's shard key (shard-keys.ts). */
import { MongoServerError, type Collection, type IndexDescription } from 'mongodb';
import { acceptedStates } from '../ecf/codes/reception-states.js';
import { undeliveredStates } from '../ecf/codes/buyer-delivery.js';
import { dayMs } from '../ecf/durations.js';
import type { Collections } from './collections.js';
import { coldChecksIndex } from './cold/check-bodies.js';
import { crlSourceIndexes } from './archive/crl-record.js';
import { manifestIndexes, partIndexes } from './archive/manifest-record.js';
import { eventSources, pendingIndex } from './events/sources.js';
import { mailIndexes } from './mail/mails.js';
import { receptionSearchIndexes } from './received/reception-search.js';
import { monthIndex } from './months/month-figures.js';
import { voucherSearchIndexes } from './vouchers/lists/voucher-search.js';

/** A reader who was away for longer must start anew. */
export const eventsKeptMs = 90 * dayMs;

/** The index serves every environment. Production has the most of these states. */
const undelivered = undeliveredStates('production');

/** Integrators look for a delivery within days. The feed keeps the events themselves longer. */
const webhookDeliveryKeptSeconds = 30 * 86_400;

/** The record of an act's result has no companies, so the indexes of the audit log leave it out. */
const ofActs = { partialFilterExpression: { kind: 'act' } } as const;

const indexes = {
  documents: [
    // Guards against a voucher issued twice: a second insert of the same e-NCF always fails.
    { name: 'encf', key: { companyId: 1, environment: 1, encf: 1 }, unique: true },
    // Serves the metrics of open vouchers. It leaves out final documents, so it stays small.
    { name: 'nextCheck', key: { nextCheckAt: 1 }, partialFilterExpression: { final: false } },
    // Serves the completer, and finds a company's vouchers that wait for DGII.
    {
      name: 'nextCheckInTurn',
      key: { companyId: 1, nextCheckAt: 1 },
      partialFilterExpression: { final: false },
    },
    // Serves the completer too: final documents whose verdict is not applied yet. There is hardly ever one.
    {
      name: 'settleInTurn',
      key: { companyId: 1, settleAt: 1 },
      partialFilterExpression: { settleAt: { $exists: true } },
    },
    // Serves the deliveries to buyers, so it holds only vouchers with something left to deliver.
    {
      name: 'deliverInTurn',
      key: { companyId: 1, deliverAt: 1 },
      partialFilterExpression: { deliverAt: { $exists: true } },
    },
    // The lists for people, newest first (vouchers/lists/voucher-pages.ts). A usual voucher enters `received`, `issued`, `type`, `correlation`,
    // `buyer` and `open` once, and changes from `open` to `ended` once, so these cost little while it is issued.
    { name: 'received', key: { companyId: 1, environment: 1, receivedAt: -1, encf: -1 } },
    { name: 'issued', key: { companyId: 1, environment: 1, issuedDay: -1, encf: -1 } },
    { name: 'type', key: { companyId: 1, environment: 1, tipoeCF: 1, receivedAt: -1, encf: -1 } },
    {
      name: 'correlation',
      key: { companyId: 1, environment: 1, correlationId: 1, receivedAt: -1, encf: -1 },
    },
    // Serves the list of changes, oldest first. A usual voucher moves in it three times.
    { name: 'changed', key: { companyId: 1, environment: 1, changedAt: 1, encf: 1 } },
    {
      name: 'buyer',
      key: { companyId: 1, environment: 1, rncComprador: 1, receivedAt: -1, encf: -1 },
      // Most consumers have no RNC.
      partialFilterExpression: { rncComprador: { $gt: '' } },
    },
    {
      name: 'open',
      key: { companyId: 1, environment: 1, final: 1, receivedAt: -1, encf: -1 },
      partialFilterExpression: { final: false },
    },
    {
      name: 'ended',
      key: { companyId: 1, environment: 1, final: 1, state: 1, receivedAt: -1, encf: -1 },
      partialFilterExpression: { final: true },
    },
    monthIndex,
    {
      name: 'waiting',
      key: { companyId: 1, environment: 1, 'waiting.reason': 1, receivedAt: -1, encf: -1 },
      partialFilterExpression: { 'waiting.reason': { $exists: true } },
    },
    // What a person has to answer or to talk about with the buyer. Few vouchers are in them.
    {
      name: 'buyerRejected',
      key: { companyId: 1, environment: 1, 'buyerApproval.estado': 1, receivedAt: -1, encf: -1 },
      partialFilterExpression: { 'buyerApproval.estado': 'rechazado' },
    },
    {
      name: 'undelivered',
      key: { companyId: 1, environment: 1, 'buyerDelivery.state': 1, receivedAt: -1, encf: -1 },
      partialFilterExpression: { 'buyerDelivery.state': { $in: ['refused', 'given-up'] } },
    },
    ...voucherSearchIndexes,
    // Finds the notes on a voucher, to sum them and to wake those that wait for it. A sum reads only its keys.
    {
      name: 'notes',
      key: {
        companyId: 1,
        environment: 1,
        'modifies.encf': 1,
        tipoeCF: 1,
        state: 1,
        encf: 1,
        attempt: 1,
        montoTotal: 1,
        'modifies.codigo': 1,
      },
      partialFilterExpression: { 'modifies.encf': { $exists: true } },
    },
  ],
  files: [coldChecksIndex],
  companies: [
    { name: 'suspended', key: { 'suspended.since': 1 }, sparse: true },
    { name: 'originChange', key: { 'originChange.since': 1 }, sparse: true },
    { name: 'rnc', key: { rnc: 1 }, unique: true },
    // Serves the round that mails accepted vouchers to customers.
    { name: 'mailing', key: { mailAccepted: 1 }, partialFilterExpression: { mailAccepted: 'on' } },
    // The companies that a vendor added with a key of the platform.
    { name: 'addedByKey', key: { addedByKey: 1, _id: 1 }, sparse: true },
  ],
  users: [{ name: 'usuario', key: { rnc: 1, usuario: 1 }, unique: true }],
  certificates: [{ name: 'fingerprint', key: { companyId: 1, fingerprint: 1 }, unique: true }],
  inquiries: [{ name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 }],
  uploadKeys: [{ name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 }],
  usedUploads: [{ name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 }],
  counters: [{ name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  rangeAnnulments: [
    { name: 'company', key: { companyId: 1, environment: 1, requestedAt: -1, _id: -1 } },
    // Serves the background round, and the limit on what one company has under way, which reads only its keys. It leaves out annulments that
    // are over or wait for a person, so it stays small.
    {
      name: 'underWay',
      key: { companyId: 1, dueAt: 1, count: 1 },
      partialFilterExpression: { dueAt: { $exists: true } },
    },
    // Finds the annulment that a repeated request asks for again.
    {
      name: 'sameAnnulled',
      key: { companyId: 1, environment: 1, requestedSha256: 1, requestedAt: -1 },
      partialFilterExpression: { state: 'annulled' },
    },
    { name: 'open', key: { state: 1 }, partialFilterExpression: { final: false } },
  ],
  certificationRuns: [
    // One run of a company at a time: a second one cannot start.
    {
      name: 'running',
      key: { companyId: 1 },
      unique: true,
      partialFilterExpression: { state: 'running' },
    },
    { name: 'company', key: { companyId: 1, createdAt: -1, _id: -1 } },
    {
      name: 'dueInTurn',
      key: { companyId: 1, dueAt: 1 },
      partialFilterExpression: { dueAt: { $exists: true } },
    },
    { name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  drafts: [
    { name: 'owner', key: { companyId: 1, environment: 1, owner: 1, savedAt: -1 } },
    { name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
  people: [
    { name: 'email', key: { email: 1 }, unique: true },
    { name: 'company', key: { 'memberships.companyId': 1, email: 1 } },
  ],
  invitations: [
    { name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    { name: 'company', key: { 'membership.companyId': 1, email: 1 } },
    { name: 'email', key: { email: 1 } },
    { name: 'maker', key: { 'invitedBy.personId': 1 } },
    { name: 'id', key: { invitationId: 1 } },
    {
      name: 'mailToken',
      key: { mailTokens: 1 },
      partialFilterExpression: { mailTokens: { $exists: true } },
    },
  ],
  mails: mailIndexes,
  apiKeys: [
    // Not unique, because a secret has 178 random bits.
    { name: 'secret', key: { 'secrets.hash': 1 } },
    { name: 'company', key: { companyId: 1, name: 1, _id: 1 } },
  ],
  sessions: [
    { name: 'expiry', key: { expires: 1 }, expireAfterSeconds: 0 },
    { name: 'person', key: { 'session.personId': 1 } },
  ],
  audit: [
    { name: 'company', key: { companyIds: 1, at: -1, _id: -1 }, ...ofActs },
    { name: 'action', key: { companyIds: 1, action: 1, at: -1, _id: -1 }, ...ofActs },
    { name: 'person', key: { companyIds: 1, personId: 1, at: -1, _id: -1 }, ...ofActs },
    { name: 'personAction', key: { companyIds: 1, personId: 1, action: 1, at: -1, _id: -1 }, ...ofActs },
    {
      name: 'platform',
      key: { platform: 1, at: -1, _id: -1 },
      partialFilterExpression: { platform: true },
    },
  ],
  receptions: [
    // Guards against one number received twice: a second insert always fails.
    { name: 'voucher', key: { companyId: 1, environment: 1, rncEmisor: 1, encf: 1 }, unique: true },
    { name: 'received', key: { companyId: 1, environment: 1, receivedAt: -1, _id: -1 } },
    { name: 'issued', key: { companyId: 1, environment: 1, issuedDay: -1, _id: -1 } },
    { name: 'number', key: { companyId: 1, environment: 1, encf: 1, receivedAt: -1, _id: -1 } },
    { name: 'issuer', key: { companyId: 1, environment: 1, rncEmisor: 1, receivedAt: -1, _id: -1 } },
    {
      name: 'decisionAtDgii',
      key: {
        companyId: 1,
        environment: 1,
        'decision.estado': 1,
        'dgii.estado': 1,
        receivedAt: -1,
        _id: -1,
      },
    },
    ...receptionSearchIndexes,
    // Decisions that did not reach the issuer or DGII. Few vouchers are in it.
    {
      name: 'undelivered',
      key: { companyId: 1, environment: 1, receivedAt: -1, _id: -1 },
      partialFilterExpression: {
        $or: [
          { 'approval.issuer.state': { $in: undelivered } },
          { 'approval.dgii.state': { $in: undelivered } },
          { 'heldApproval.state': 'given-up' },
        ],
      },
    },
    // The signers that DGII has confirmed. It holds only the first vouchers of each one, because the later ones come from a known signer.
    {
      name: 'confirmedSigners',
      key: { companyId: 1, environment: 1, rncEmisor: 1, 'signer.fingerprint': 1 },
      partialFilterExpression: { signerUnknown: true, 'dgii.estado': { $in: [...acceptedStates] } },
    },
    // Each one serves a background round of the workers, and holds only records with something left to do.
    // Of one company, the vouchers of known signers come first.
    {
      name: 'questionsInTurn',
      key: { companyId: 1, signerUnknown: 1, askDgiiAt: 1 },
      partialFilterExpression: { askDgiiAt: { $exists: true } },
    },
    {
      name: 'approvalDueInTurn',
      key: { companyId: 1, approvalDueAt: 1 },
      partialFilterExpression: { approvalDueAt: { $exists: true } },
    },
  ],
  refusedReceptions: [
    { name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 },
    { name: 'latest', key: { companyId: 1, environment: 1, receivedAt: -1, _id: -1 } },
  ],
  incomingApprovals: [
    { name: 'voucher', key: { companyId: 1, environment: 1, encf: 1, receivedAt: -1 } },
    // Counts the approvals of vouchers that we do not have.
    {
      name: 'unknown',
      key: { companyId: 1, environment: 1 },
      partialFilterExpression: { unknownVoucher: true },
    },
    { name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 },
  ],
  seeds: [{ name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 }],
  dgiiOutages: [
    { name: 'open', key: { _id: 1, since: 1 }, partialFilterExpression: { since: { $exists: true } } },
  ],
  webhooks: [
    // Limits how many endpoints a feed has: a second insert into a slot fails.
    { name: 'slot', key: { companyId: 1, environment: 1, slot: 1 }, unique: true },
    { name: 'active', key: { companyId: 1, _id: 1 }, partialFilterExpression: { active: true } },
    {
      name: 'dueInTurn',
      key: { companyId: 1, dueAt: 1 },
      partialFilterExpression: { dueAt: { $exists: true } },
    },
  ],
  webhookDeliveries: [
    { name: 'latest', key: { webhookId: 1, createdAt: -1, _id: -1 } },
    { name: 'event', key: { webhookId: 1, seq: 1 } },
    {
      name: 'due',
      key: { webhookId: 1, dueAt: 1 },
      partialFilterExpression: { dueAt: { $exists: true } },
    },
    { name: 'expiry', key: { createdAt: 1 }, expireAfterSeconds: webhookDeliveryKeptSeconds },
  ],
  events: [
    // Guards against two events under one number, and serves the readers.
    { name: 'seq', key: { companyId: 1, environment: 1, seq: 1 }, unique: true },
    // Guards against an event twice.
    { name: 'key', key: { companyId: 1, environment: 1, key: 1 }, unique: true },
    { name: 'expiry', key: { createdAt: 1 }, expireAfterSeconds: eventsKeptMs / 1_000 },
  ],
  manifests: manifestIndexes,
  manifestParts: partIndexes,
  crlSources: crlSourceIndexes,
  reservations: [
    // One number for one reference. `_id` itself guards against a number handed out twice.
    {
      name: 'ref',
      key: { key: 1, ref: 1 },
      unique: true,
      partialFilterExpression: { ref: { $type: 'string' } },
    },
    // Serves the list of unused numbers. It leaves out numbers that were sent, so it stays small.
    {
      name: 'unused',
      key: { companyId: 1, environment: 1, reservedAt: 1, _id: 1 },
      partialFilterExpression: { state: 'reserved' },
    },
  ],
} satisfies IndexTable;

type IndexTable = Partial<Record<keyof Collections, IndexDescription[]>>;

function withPendingIndex(table: IndexTable): IndexTable {
  const ofSources = eventSources.map((name) => [name, [...(table[name] ?? []), pendingIndex]] as const);
  return { ...table, ...Object.fromEntries(ofSources) };
}

/**
 * Creates the indexes that are missing. An account that may only list them can start on a ledger that has them all: one that may create an
 * index may create one that expires records, and so delete them.
 */
export async function ensureIndexes(collections: Collections): Promise<void> {
  const ensured = Object.entries(withPendingIndex(indexes)).map(async ([name, descriptions]) => {
    const collection = collections[name as keyof Collections];
    const found = new Set((await indexesOf(collection)).map(comparable));
    const missing = descriptions.filter((description) => !found.has(comparable(description)));
    if (missing.length > 0) await collection.createIndexes(missing);
  });
  await Promise.all(ensured);
}

async function indexesOf(collection: Pick<Collection, 'listIndexes'>): Promise<IndexDescription[]> {
  try {
    return (await collection.listIndexes().toArray()) as IndexDescription[];
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'NamespaceNotFound') return [];
    throw error;
  }
}

/** What we say of an index. MongoDB adds a version. */
function comparable({
  name,
  key,
  unique,
  partialFilterExpression,
  expireAfterSeconds,
}: IndexDescription): string {
  return JSON.stringify([name, key, unique, partialFilterExpression, expireAfterSeconds]);
}
