/** The ledger's collections, and the records of those that have no file of their own. */
import type { Binary, Collection, Db } from 'mongodb';
import type { DocumentRecord } from '../vouchers/document-record.js';
import type { Company } from '../companies/company.js';
import type { StoredCertificate, StoredUploadKey } from '../companies/stored-certificate.js';
import type { User } from '../companies/user.js';
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
import type { CertificationRunRecord } from '../certification/run-record.js';
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
  | 'received-approval'
  | 'certification-set';

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

/** Counts something until it expires, over all processes. */
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

/** Signs the links that a company gives to its buyers. */
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
  readonly certificationRuns: Collection<CertificationRunRecord>;
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
    certificationRuns: db.collection('certificationRuns'),
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
