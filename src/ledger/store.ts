/** What the ledger offers to api, worker and cli. `connectStore` in connect.ts gives the one on MongoDB. */
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
  /** Raised with each change of environment, in the same write: tokens given before it end. Absent: 0. */
  readonly tokenGeneration?: number;
  /** Whether conditional faults stop its vouchers, where a request does not say. Absent: they do. */
  readonly conditional?: 'allow' | 'block';
  /** While its numbering origin is being changed: no numbers, and no new vouchers, until that is over. */
  readonly originChange?: { readonly to: Company['origin']; readonly since: Date };
  /** DGII refused this company's signer there: no more numbers are handed out until DGII gives a token again. */
  readonly suspended?: {
    readonly environment: Environment;
    readonly reason: SignerRefusal;
    readonly since: Date;
    /** When the question was asked that DGII answered with the reason. Absent in records of earlier versions. */
    readonly askedAt?: Date;
    /** Until then a worker is asking DGII for a token, which would end it. */
    readonly probedUntil?: Date;
  };
  /** The token that ended it last was asked for then: what DGII had said of anything earlier is over. */
  readonly resumed?: { readonly environment: Environment; readonly askedAt: Date };
}

export interface User {
  readonly usuario: string;
  readonly rnc: string;
  readonly companyId: number;
  /** As written by passwords.ts. */
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** Made with the demo's data: its password is public. */
  readonly demo?: true;
  /** Raised with each new password and each disabling, in the same write: tokens given before it end. Absent: 0. */
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
  /** True while DGII refuses the company's signer there: then the same content would be rejected again. */
  readonly suspended?: boolean;
  /** How long after admission the completer looks for a voucher whose workflow was never started. */
  readonly firstCheckMs: number;
}

export type Admission =
  /** This request created the attempt (the first one, or the next one after a rejection that left the number free). */
  | { readonly outcome: 'created'; readonly document: DocumentRecord }
  /** Another request had: nothing was written. */
  | { readonly outcome: 'existing'; readonly document: DocumentRecord };

/**
 * Every method rejects with `LedgerUnavailableError` when MongoDB cannot be reached or does not confirm in time;
 * nothing else is thrown but broken invariants.
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
  /** In one read. */
  findUserOfCompany(usuario: string, rnc: string): Promise<UserOfCompany | undefined>;
  findDocument(
    companyId: number,
    environment: Environment,
    encf: string,
  ): Promise<DocumentRecord | undefined>;
  /**
   * True when a send with this content may start a new attempt: the document was rejected, DGII said that the number
   * was not used, and the content differs from what was rejected, or what DGII objected to was the company's signer, which
   * it takes again (`suspended`: it does not). Also when we refused to send it.
   */
  openForNewAttempt(document: DocumentRecord, contentHash: string, suspended: boolean): boolean;
  /** Arbitrated by the unique index on (companyId, environment, encf); a new attempt by compare-and-set on `attempt`. */
  admit(input: AdmitInput): Promise<Admission>;
}

/** MongoDB is unreachable, has no primary, or did not confirm a write in time. */
export class LedgerUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The ledger is unavailable', options);
    this.name = 'LedgerUnavailableError';
  }
}
