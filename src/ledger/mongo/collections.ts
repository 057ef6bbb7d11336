/** The ledger's collections and their indexes. Each unique index begins with its collection's shard key (`shardKeys`). */
import type { Binary, Collection, Db } from 'mongodb';
import type { DocumentRecord } from '../vouchers/document-record.js';
import type { Company, StoredCertificate, User } from '../store.js';
import type { InquiryRecord } from '../vouchers/inquiries.js';
import type { AnnulmentRecord, ReservationRecord, SequenceRecord } from '../numbering/numbering.js';

export interface FileRecord {
  /** `{companyId}/{sha256 of the content}`: the same content twice is one file. */
  readonly _id: string;
  readonly kind: FileKind;
  readonly bytes: Binary;
  /** Length of the content in bytes before compression. */
  readonly length: number;
  readonly createdAt: Date;
}

export type FileKind = 'content' | 'signed-xml' | 'signed-summary' | 'reply';

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
  /** Questions to DGII and their answers, kept for an hour. */
  readonly inquiries: Collection<InquiryRecord>;
  /** One record for each voucher that notes modify. */
  readonly noteClaims: Collection<NoteClaimRecord>;
  readonly counters: Collection<CounterRecord>;
}

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
    inquiries: db.collection('inquiries'),
    noteClaims: db.collection('noteClaims'),
    counters: db.collection('counters'),
  };
}

/**
 * The shard keys of a sharded ledger. Each unique index begins with its collection's shard key, so that one shard decides
 * (docs/scaling.md). The other collections are found by `_id` and sharded by it, except `companies`, which stays unsharded.
 */
export const shardKeys = {
  documents: ['companyId', 'environment', 'encf'],
  reservations: ['key'],
  certificates: ['companyId'],
  users: ['rnc'],
} as const satisfies Partial<Record<keyof Collections, readonly string[]>>;

export async function ensureIndexes(collections: Collections): Promise<void> {
  await Promise.all([
    // Guards against a voucher issued twice: a second insert of the same e-NCF always fails.
    collections.documents.createIndex(
      { companyId: 1, environment: 1, encf: 1 },
      { unique: true, name: 'encf' },
      {},
    ),
    // Serves the completer. It leaves out final documents, so it stays small.
    collections.documents.createIndex(
      { nextCheckAt: 1 },
      { name: 'nextCheck', partialFilterExpression: { final: false } },
      {},
    ),
    // Finds the notes on a voucher, to sum them and to wake those that wait for it.
    collections.documents.createIndex(
      { companyId: 1, environment: 1, 'modifies.encf': 1 },
      { name: 'modifies', partialFilterExpression: { 'modifies.encf': { $exists: true } } },
      {},
    ),
    // Serves the completer too: final documents whose verdict is not applied yet. There is hardly ever one.
    collections.documents.createIndex({ settleAt: 1 }, { name: 'settle', sparse: true }, {}),
    collections.companies.createIndex({ 'suspended.since': 1 }, { name: 'suspended', sparse: true }, {}),
    collections.companies.createIndex({ rnc: 1 }, { unique: true, name: 'rnc' }, {}),
    collections.users.createIndex({ rnc: 1, usuario: 1 }, { unique: true, name: 'usuario' }, {}),
    collections.certificates.createIndex(
      { companyId: 1, fingerprint: 1 },
      { unique: true, name: 'fingerprint' },
      {},
    ),
    collections.inquiries.createIndex({ expireAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 }, {}),
    // MongoDB removes them within a minute or so.
    collections.counters.createIndex({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 }, {}),
    // One number for one reference. `_id` itself guards against a number handed out twice.
    collections.reservations.createIndex(
      { key: 1, ref: 1 },
      { unique: true, name: 'ref', partialFilterExpression: { ref: { $type: 'string' } } },
      {},
    ),
    // Serves the list of unused numbers. It leaves out numbers that were sent, so it stays small.
    collections.reservations.createIndex(
      { companyId: 1, environment: 1, reservedAt: 1, _id: 1 },
      { name: 'unused', partialFilterExpression: { state: 'reserved' } },
      {},
    ),
  ]);
}
