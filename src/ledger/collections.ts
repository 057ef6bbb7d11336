/** The ledger's collections, and the records of those that have no file of their own. */
import type { Binary, Db } from 'mongodb';
import type { DgiiOutageRecord } from './vouchers/dgii-outage-record.js';
import type { DocumentRecord } from './vouchers/document-record.js';
import type { Company } from './companies/company.js';
import type { StoredCertificate, StoredUploadKey } from './certificates/stored-certificate.js';
import type { User } from './people/user.js';
import type { InquiryRecord } from './inquiries/inquiries.js';
import type { AuditRecord } from './people/act.js';
import type { MailRecord } from './mail/mail-record.js';
import type { ApiKeyRecord } from './people/api-key.js';
import type { InvitationRecord, PersonRecord } from './people/person.js';
import type {
  IncomingApprovalRecord,
  ReceptionRecord,
  RefusedReceptionRecord,
  UsedSeedRecord,
} from './received/reception-record.js';
import type { AnnulmentRecord, ReservationRecord, SequenceRecord } from './numbers/numbers.js';
import type { CertificationRunRecord } from './certification/run-record.js';
import type { IssueClaimRecord } from './vouchers/issue-claim.js';
import type { RangeAnnulmentRecord } from './numbers/range-annulment-record.js';
import type { WebhookDeliveryRecord, WebhookRecord } from './events/webhook-record.js';
import type { MonthClosingRecord } from './months/month-closing-record.js';
import type { SupplierExpenseRecord } from './months/supplier-expense-record.js';
import type { DraftRecord } from './vouchers/voucher-draft.js';
import type { EventRecord, FeedRecord, WithPending } from './events/event-record.js';
import type { Environment } from '../ecf/model/environments.js';
import type { BodyFault } from './unavailable.js';
import type { CrlRecord, CrlSourceRecord } from './archive/crl-record.js';
import type { ManifestPartRecord, ManifestRecord } from './archive/manifest-record.js';

export interface FileRecord {
  /** `{companyId}/{sha256 of the content}`: the same content twice is one file. */
  readonly _id: string;
  readonly kind: FileKind;
  /** Absent: the content is in the object store, under the same id. */
  readonly bytes?: Binary;
  /** Length of the content in bytes before compression. */
  readonly length: number;
  /** When it was written, or last written again. */
  readonly createdAt: Date;
  /** Present once the object store has it. */
  readonly cold?: ColdBody;
}

/** What the ledger knows of a content in the object store. Its hash is in the id. */
export interface ColdBody {
  readonly since: Date;
  /** Whose content it is. Absent RNC: a voucher of the company itself. */
  readonly of: { readonly environment: Environment; readonly encf: string; readonly rncEmisor?: string };
  /** When a worker next reads the object and compares its hash. */
  readonly checkAt: Date;
  /** Absent: the object was found whole. */
  readonly fault?: { readonly kind: BodyFault; readonly since: Date };
}

/** How far the bodies of one company's vouchers were moved into the object store. */
export interface ColdProgressRecord {
  /** `{companyId}:{environment}:{vouchers|received}`. */
  readonly _id: string;
  /** The last record that a worker finished. */
  readonly after?: { readonly at: Date; readonly key: string };
  /** A worker works on it until then. */
  readonly claimedUntil?: Date;
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
  | 'certification-set'
  | 'stamp-authorities'
  | 'crl'
  /** It was in a record until it moved into the object store. */
  | 'from-record';

/** The record of an earlier attempt, kept when a new attempt takes its number. */
export interface AttemptRecord extends WithPending {
  readonly _id: string;
  readonly document: DocumentRecord;
}

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
  /** The number that an order claimed, and where it comes from (certification/order-claims.ts). */
  readonly encf?: string;
  readonly numberFrom?: 'given' | 'next';
}

export interface SessionRecord {
  readonly _id: string;
  readonly expires: Date;
  readonly session: { readonly personId?: string };
}

export interface UploadKeyRecord extends StoredUploadKey {
  readonly _id: string;
  readonly createdAt: Date;
  readonly expireAt: Date;
}

/** An upload that a worker has opened. It is opened only once. */
export interface UsedUploadRecord {
  readonly _id: string;
  readonly inquiryId: string;
  readonly expireAt: Date;
}

export interface LinkKeyRecord {
  readonly _id: number;
  /** 32 random bytes, Base64. */
  readonly key: string;
  readonly since: Date;
}

export type Collections = Readonly<ReturnType<typeof collectionsOf>>;

/** A record as its callers know it. Only the publisher reads the events in it, and only lists what it is found by. */
export const withoutId = { projection: { _id: 0, pending: 0, search: 0 } } as const;

export function collectionsOf(db: Db) {
  return {
    documents: db.collection<DocumentRecord>('documents'),
    attempts: db.collection<AttemptRecord>('attempts'),
    files: db.collection<FileRecord>('files'),
    coldProgress: db.collection<ColdProgressRecord>('coldProgress'),
    companies: db.collection<Company & WithPending & { readonly _id: number }>('companies'),
    users: db.collection<User>('users'),
    certificates: db.collection<StoredCertificate>('certificates'),
    sequences: db.collection<SequenceRecord>('sequences'),
    reservations: db.collection<ReservationRecord>('reservations'),
    annulments: db.collection<AnnulmentRecord>('annulments'),
    rangeAnnulments: db.collection<RangeAnnulmentRecord>('rangeAnnulments'),
    certificationRuns: db.collection<CertificationRunRecord>('certificationRuns'),
    inquiries: db.collection<InquiryRecord>('inquiries'),
    noteClaims: db.collection<NoteClaimRecord>('noteClaims'),
    drafts: db.collection<DraftRecord>('drafts'),
    issueClaims: db.collection<IssueClaimRecord>('issueClaims'),
    uploadKeys: db.collection<UploadKeyRecord>('uploadKeys'),
    usedUploads: db.collection<UsedUploadRecord>('usedUploads'),
    counters: db.collection<CounterRecord>('counters'),
    people: db.collection<PersonRecord>('people'),
    invitations: db.collection<InvitationRecord>('invitations'),
    sessions: db.collection<SessionRecord>('sessions'),
    apiKeys: db.collection<ApiKeyRecord>('apiKeys'),
    audit: db.collection<AuditRecord>('audit'),
    mails: db.collection<MailRecord>('mails'),
    linkKeys: db.collection<LinkKeyRecord>('linkKeys'),
    receptions: db.collection<ReceptionRecord>('receptions'),
    /** Vouchers that they did not receive, kept for 90 days. */
    refusedReceptions: db.collection<RefusedReceptionRecord>('refusedReceptions'),
    incomingApprovals: db.collection<IncomingApprovalRecord>('incomingApprovals'),
    seeds: db.collection<UsedSeedRecord>('seeds'),
    dgiiOutages: db.collection<DgiiOutageRecord>('dgiiOutages'),
    events: db.collection<EventRecord>('events'),
    feeds: db.collection<FeedRecord>('feeds'),
    monthClosings: db.collection<MonthClosingRecord>('monthClosings'),
    supplierExpenses: db.collection<SupplierExpenseRecord>('supplierExpenses'),
    manifests: db.collection<ManifestRecord>('manifests'),
    manifestParts: db.collection<ManifestPartRecord>('manifestParts'),
    crls: db.collection<CrlRecord>('crls'),
    crlSources: db.collection<CrlSourceRecord>('crlSources'),
    webhooks: db.collection<WebhookRecord>('webhooks'),
    webhookDeliveries: db.collection<WebhookDeliveryRecord>('webhookDeliveries'),
  };
}
