/** The ledger's collections and their indexes. Each unique index begins with its collection's shard key (`shardKeys`). */
import type { Binary, Collection, Db, IndexDescription } from 'mongodb';
import type { DocumentRecord } from '../vouchers/document-record.js';
import type { Company, StoredCertificate, StoredUploadKey, User } from '../store.js';
import type { InquiryRecord } from '../inquiries/inquiries.js';
import type { AuditRecord } from '../people/act.js';
import type { InvitationRecord, PersonRecord } from '../people/person.js';
import type {
  IncomingApprovalRecord,
  ReceptionRecord,
  RefusedReceptionRecord,
  UsedSeedRecord,
} from '../received/reception-record.js';
import type { AnnulmentRecord, ReservationRecord, SequenceRecord } from '../numbering/numbering.js';
import type { RangeAnnulmentRecord } from '../numbering/range-annulment-record.js';

export interface FileRecord {
  /** `{companyId}/{sha256 of the content}`: the same content twice is one file. */
  readonly _id: string;
  readonly kind: FileKind;
  readonly bytes: Binary;
  /** Length of the content in bytes before compression. */
  readonly length: number;
  readonly createdAt: Date;
}

export type FileKind =
  | 'content'
  | 'signed-xml'
  | 'signed-summary'
  | 'reply'
  | 'logo'
  | 'annulment'
  | 'received-ecf'
  | 'acknowledgement'
  | 'received-approval';

/** The record of an earlier attempt, kept when a new attempt takes its number. */
export interface AttemptRecord {
  readonly _id: string;
  readonly document: DocumentRecord;
}

/** See note-claims.ts. */
export interface NoteClaimRecord {
  /** `{companyId}:{environment}:{e-NCF of the voucher that is modified}`. */
  readonly _id: string;
  readonly companyId: number;
  readonly version: number;
  /** Notes with a claim that are not signed yet. */
  readonly notes: readonly { readonly encf: string; readonly attempt: number }[];
}

/** See counters.ts. */
export interface CounterRecord {
  readonly _id: string;
  readonly count: number;
  readonly expiresAt: Date;
}

/** A person's session, as connect-mongo stores it. */
export interface SessionRecord {
  readonly _id: string;
  readonly expires: Date;
  readonly session: { readonly personId?: string };
}

export interface UploadKeyRecord extends StoredUploadKey {
  readonly _id: string;
  readonly createdAt: Date;
}

/** See link-keys.ts. */
export interface LinkKeyRecord {
  /** The company's id. */
  readonly _id: number;
  /** 32 random bytes, Base64. */
  readonly key: string;
  readonly since: Date;
}

export interface Collections {
  readonly documents: Collection<DocumentRecord>;
  readonly attempts: Collection<AttemptRecord>;
  readonly files: Collection<FileRecord>;
  readonly companies: Collection<Company & { readonly _id: number }>;
  readonly users: Collection<User>;
  readonly certificates: Collection<StoredCertificate>;
  /** Authorizations: one record for each company, environment and type. */
  readonly sequences: Collection<SequenceRecord>;
  readonly reservations: Collection<ReservationRecord>;
  readonly annulments: Collection<AnnulmentRecord>;
  /** Requests to DGII to void numbers. */
  readonly rangeAnnulments: Collection<RangeAnnulmentRecord>;
  /** Questions to DGII and their answers, kept for an hour. */
  readonly inquiries: Collection<InquiryRecord>;
  /** One record for each voucher that notes modify. */
  readonly noteClaims: Collection<NoteClaimRecord>;
  /** Keys to which browsers seal uploads. */
  readonly uploadKeys: Collection<UploadKeyRecord>;
  readonly counters: Collection<CounterRecord>;
  /** Who uses the web application. */
  readonly people: Collection<PersonRecord>;
  readonly invitations: Collection<InvitationRecord>;
  readonly sessions: Collection<SessionRecord>;
  readonly audit: Collection<AuditRecord>;
  readonly linkKeys: Collection<LinkKeyRecord>;
  /** Vouchers that our companies received. */
  readonly receptions: Collection<ReceptionRecord>;
  /** Vouchers that they did not receive, kept for 90 days. */
  readonly refusedReceptions: Collection<RefusedReceptionRecord>;
  readonly incomingApprovals: Collection<IncomingApprovalRecord>;
  readonly seeds: Collection<UsedSeedRecord>;
}

/** Options of a read whose record has an `_id` of MongoDB's, or one that repeats other members. */
export const withoutId = { projection: { _id: 0 } } as const;

export function collectionsOf(db: Db): Collections {
  return {
    documents: db.collection('documents'),
    attempts: db.collection('attempts'),
    files: db.collection('files'),
    companies: db.collection('companies'),
    users: db.collection('users'),
    certificates: db.collection('certificates'),
    sequences: db.collection('sequences'),
    reservations: db.collection('reservations'),
    annulments: db.collection('annulments'),
    rangeAnnulments: db.collection('rangeAnnulments'),
    inquiries: db.collection('inquiries'),
    noteClaims: db.collection('noteClaims'),
    uploadKeys: db.collection('uploadKeys'),
    counters: db.collection('counters'),
    people: db.collection('people'),
    invitations: db.collection('invitations'),
    sessions: db.collection('sessions'),
    audit: db.collection('audit'),
    linkKeys: db.collection('linkKeys'),
    receptions: db.collection('receptions'),
    refusedReceptions: db.collection('refusedReceptions'),
    incomingApprovals: db.collection('incomingApprovals'),
    seeds: db.collection('seeds'),
  };
}

/**
 * The shard keys of a sharded ledger. Each unique index begins with its collection's shard key, so that one shard decides
 * (docs/scaling.md). The other collections are found by `_id` and sharded by it, except `companies` and `people`, which stay
 * unsharded.
 */
export const shardKeys = {
  documents: ['companyId', 'environment', 'encf'],
  reservations: ['key'],
  certificates: ['companyId'],
  users: ['rnc'],
  receptions: ['companyId', 'environment', 'rncEmisor', 'encf'],
} as const satisfies Partial<Record<keyof Collections, readonly string[]>>;

const indexes = {
  documents: [
    // Guards against a voucher issued twice: a second insert of the same e-NCF always fails.
    { name: 'encf', key: { companyId: 1, environment: 1, encf: 1 }, unique: true },
    // Serves the completer. It leaves out final documents, so it stays small.
    { name: 'nextCheck', key: { nextCheckAt: 1 }, partialFilterExpression: { final: false } },
    // Serves the completer too: final documents whose verdict is not applied yet. There is hardly ever one.
    { name: 'settle', key: { settleAt: 1 }, sparse: true },
    // Serves the deliveries to buyers. Only vouchers with something left to deliver are in it.
    {
      name: 'deliverInTurn',
      key: { companyId: 1, deliverAt: 1 },
      partialFilterExpression: { deliverAt: { $exists: true } },
    },
    // The lists for people, newest first (vouchers/voucher-pages.ts). A usual voucher enters `received`, `type`, `correlation`, `buyer` and
    // `open` once, and changes from `open` to `ended` once, so these cost little while it is issued.
    { name: 'received', key: { companyId: 1, environment: 1, receivedAt: -1, encf: -1 } },
    { name: 'type', key: { companyId: 1, environment: 1, tipoeCF: 1, receivedAt: -1, encf: -1 } },
    {
      name: 'correlation',
      key: { companyId: 1, environment: 1, correlationId: 1, receivedAt: -1, encf: -1 },
    },
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
    {
      name: 'waiting',
      key: { companyId: 1, environment: 1, 'waiting.reason': 1, receivedAt: -1, encf: -1 },
      partialFilterExpression: { 'waiting.reason': { $exists: true } },
    },
    // Finds the notes on a voucher, to sum them and to wake those that wait for it.
    {
      name: 'modifies',
      key: { companyId: 1, environment: 1, 'modifies.encf': 1 },
      partialFilterExpression: { 'modifies.encf': { $exists: true } },
    },
  ],
  companies: [
    { name: 'suspended', key: { 'suspended.since': 1 }, sparse: true },
    { name: 'rnc', key: { rnc: 1 }, unique: true },
  ],
  users: [{ name: 'usuario', key: { rnc: 1, usuario: 1 }, unique: true }],
  certificates: [{ name: 'fingerprint', key: { companyId: 1, fingerprint: 1 }, unique: true }],
  inquiries: [{ name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 }],
  // MongoDB removes them within a minute or so.
  counters: [{ name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  rangeAnnulments: [
    // Serves the background round. It leaves out annulments that are over or wait for a person, so it stays small.
    { name: 'due', key: { dueAt: 1 }, sparse: true },
    { name: 'company', key: { companyId: 1, environment: 1, requestedAt: -1, _id: -1 } },
    // Annulments without a final state, for metrics.
    { name: 'open', key: { state: 1 }, partialFilterExpression: { final: false } },
  ],
  people: [
    { name: 'email', key: { email: 1 }, unique: true },
    { name: 'company', key: { 'memberships.companyId': 1, email: 1 } },
  ],
  invitations: [
    { name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    { name: 'company', key: { 'membership.companyId': 1, email: 1 } },
    { name: 'email', key: { email: 1 } },
  ],
  sessions: [
    { name: 'expiry', key: { expires: 1 }, expireAfterSeconds: 0 },
    { name: 'person', key: { 'session.personId': 1 } },
  ],
  // Each one serves the list of a company's acts, newest first, with one combination of its filters. The record of an act's result has no
  // companies, so these indexes leave it out.
  audit: [
    { name: 'company', key: { companyIds: 1, at: -1, _id: -1 }, partialFilterExpression: { kind: 'act' } },
    {
      name: 'action',
      key: { companyIds: 1, action: 1, at: -1, _id: -1 },
      partialFilterExpression: { kind: 'act' },
    },
    {
      name: 'person',
      key: { companyIds: 1, personId: 1, at: -1, _id: -1 },
      partialFilterExpression: { kind: 'act' },
    },
    {
      name: 'personAction',
      key: { companyIds: 1, personId: 1, action: 1, at: -1, _id: -1 },
      partialFilterExpression: { kind: 'act' },
    },
  ],
  receptions: [
    // Guards against one number received twice: a second insert always fails.
    { name: 'voucher', key: { companyId: 1, environment: 1, rncEmisor: 1, encf: 1 }, unique: true },
    // The inbox, newest first.
    { name: 'received', key: { companyId: 1, environment: 1, receivedAt: -1, _id: -1 } },
    // The inbox with a filter.
    { name: 'number', key: { companyId: 1, environment: 1, encf: 1, receivedAt: -1, _id: -1 } },
    { name: 'issuer', key: { companyId: 1, environment: 1, rncEmisor: 1, receivedAt: -1, _id: -1 } },
    {
      name: 'decision',
      key: { companyId: 1, environment: 1, 'decision.estado': 1, receivedAt: -1, _id: -1 },
    },
    // Each one serves a background round of the workers, and holds only records with something left to do.
    {
      name: 'askDgiiInTurn',
      key: { companyId: 1, askDgiiAt: 1 },
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
    // Serves the list.
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
} satisfies Partial<Record<keyof Collections, IndexDescription[]>>;

export async function ensureIndexes(collections: Collections): Promise<void> {
  const created = Object.entries(indexes).map(([name, descriptions]) =>
    collections[name as keyof typeof indexes].createIndexes(descriptions),
  );
  await Promise.all(created);
}
