/** The part of the ledger that the api uses. `connectStore` in mongo/connect.ts opens the whole ledger on MongoDB. */
import type { Environment } from '../ecf/model/environments.js';
import type { CounterStore } from './mongo/counters.js';
import type { AdmittedVoucher, DocumentRecord } from './vouchers/document-record.js';
import type { Inquiries } from './vouchers/inquiries.js';
import type { NoteClaims } from './vouchers/note-claims.js';
import type { ReservationStore, SignerRefusal } from './numbering/numbering.js';
import type { Taxpayers } from './taxpayers/taxpayers.js';

export interface Company {
  readonly companyId: number;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly origin: 'client' | 'service';
  readonly environment: Environment;
  readonly productionAllowed: boolean;
  /** Each change of environment raises it in the same write. Tokens issued before that end. Absent: 0. */
  readonly tokenGeneration?: number;
  /** Whether conditional faults block a voucher when the request does not say. Absent: they block it. */
  readonly conditional?: 'allow' | 'block';
  /** Present while the numbering origin changes. Until the change ends, no numbers and no new vouchers. */
  readonly originChange?: { readonly to: Company['origin']; readonly since: Date };
  /** DGII refused this company's signer in that environment. No numbers are handed out until DGII issues a token again. */
  readonly suspended?: {
    readonly environment: Environment;
    readonly reason: SignerRefusal;
    readonly since: Date;
    /** When we sent the request that DGII refused with this reason. Absent in records of earlier versions. */
    readonly askedAt?: Date;
    /** Until then a worker asks DGII for a token. A token ends the suspension. */
    readonly probedUntil?: Date;
  };
  /** When we asked for the token that ended the last suspension. Refusals of earlier requests no longer suspend the company. */
  readonly resumed?: { readonly environment: Environment; readonly askedAt: Date };
}

export interface User {
  readonly usuario: string;
  readonly rnc: string;
  readonly companyId: number;
  /** As written by passwords.ts. */
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** Created by the demo: its password is public. */
  readonly demo?: true;
  /** Each new password and each disabling raises it in the same write. Tokens issued before that end. Absent: 0. */
  readonly tokenGeneration?: number;
}

/** A user and its company, read together. */
export interface UserOfCompany {
  readonly user: Omit<User, 'passwordHash'>;
  readonly company: Company;
}

export interface AdmitInput extends AdmittedVoucher {
  /** Normalised JSON of the voucher. */
  readonly content: string;
  readonly now: Date;
  /** True while DGII refuses the company's signer in this environment: it would reject the same content again. */
  readonly suspended?: boolean;
  /** After this time the completer starts the workflow if it never started. */
  readonly firstCheckMs: number;
}

export type Admission =
  /** This request created the attempt: the first one, or the next one after a rejection that left the number free. */
  | { readonly outcome: 'created'; readonly document: DocumentRecord }
  /** Another request created it. Nothing was written. */
  | { readonly outcome: 'existing'; readonly document: DocumentRecord };

/**
 * Every method rejects with `LedgerUnavailableError` when MongoDB cannot be reached or does not confirm in time.
 * Any other error is a broken invariant.
 */
export interface ApiStore
  extends
    CounterStore,
    Pick<ReservationStore, 'nextNumber' | 'findNumber' | 'markUsed' | 'sequencesOverview' | 'unused'>,
    Pick<Inquiries, 'putInquiry' | 'findInquiry'>,
    Pick<NoteClaims, 'findReferenced'>,
    Pick<Taxpayers, 'findTaxpayer'> {
  ping(): Promise<void>;
  findUser(usuario: string, rnc: string): Promise<User | undefined>;
  findCompany(companyId: number): Promise<Company | undefined>;
  /** Reads both in one query. */
  findUserOfCompany(usuario: string, rnc: string): Promise<UserOfCompany | undefined>;
  findDocument(
    companyId: number,
    environment: Environment,
    encf: string,
  ): Promise<DocumentRecord | undefined>;
  /**
   * Whether a send with this content may start a new attempt. True in two cases:
   * - We refused to send the document.
   * - DGII rejected it and said that the number was not used. The content must differ, unless DGII had refused only the
   *   company's signer and accepts it again (`suspended` is false).
   */
  openForNewAttempt(document: DocumentRecord, contentHash: string, suspended: boolean): boolean;
  /** The unique index on (companyId, environment, encf) decides. For a new attempt, a compare-and-set on `attempt` decides. */
  admit(input: AdmitInput): Promise<Admission>;
}

/** MongoDB is unreachable, has no primary, or did not confirm a write in time. */
export class LedgerUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The ledger is unavailable', options);
    this.name = 'LedgerUnavailableError';
  }
}
