/**
 * The forms that callers of the ledger share: companies, users, certificates, admissions, and the error of an unreachable ledger. Only
 * types and an error: `mongo/connect.ts` opens the ledger and has its methods (`Store`), and `companies/` has those of companies.
 */
import type { Environment } from '../ecf/model/environments.js';
import type { ValueColumn } from '../ecf/codes/value-columns.js';
import type { AdmittedVoucher, DocumentRecord, FileRef } from './vouchers/document-record.js';
import type { SignerRefusal } from '../ecf/model/document-states.js';

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
  /** Whether the company may ask DGII to void the number of a rejected voucher that left it free. Absent: `refuse`. */
  readonly annulRejected?: 'allow' | 'refuse';
  /** Whether DGII authorised the company to send its vouchers later (IndicadorEnvioDiferido). Absent: `refuse`. */
  readonly deferredSending?: 'allow' | 'refuse';
  /** The answer to a sender who repeats a voucher byte for byte. Absent: the stored ARECF. */
  readonly repeatedReception?: 'stored' | 'duplicate';
  /** Whether accepted vouchers go to their electronic buyers. Absent: they do. */
  readonly buyerDelivery?: 'on' | 'off';
  /** Whether vouchers of type 45 also go to the buyer. Absent: no. */
  readonly buyerDelivery45?: 'on' | 'off';
  /** Who decides about received vouchers. Absent: people do. */
  readonly approvals?:
    | { readonly mode: 'manual' }
    /** The service approves what DGII shows as accepted. */
    | { readonly mode: 'automatic' }
    /** People decide, and are reminded after so many days. */
    | { readonly mode: 'reminder'; readonly days: number };
  /** How printed vouchers look. Absent: the usual look, without a logo. */
  readonly look?: CompanyLook;
  /** Present while the numbering origin changes. Until the change ends, no numbers and no new vouchers. */
  readonly originChange?: { readonly to: Company['origin']; readonly since: Date };
  /** DGII refused this company's signer in that environment. No numbers are handed out until DGII accepts the signer again. */
  readonly suspended?: {
    readonly environment: Environment;
    readonly reason: SignerRefusal;
    readonly since: Date;
    /** When we sent the request that DGII refused with this reason. */
    readonly askedAt: Date;
    /** The voucher that DGII refused for its signer. Absent: DGII refused to issue a token. */
    readonly encf?: string;
    /** How many times in a row the company was suspended again soon after a suspension ended. */
    readonly again?: number;
    /** Until then no other worker asks DGII whether the suspension can end. */
    readonly probedUntil?: Date;
  };
  /** When we asked for the token that ended the last suspension. Refusals of earlier requests no longer suspend the company. */
  readonly resumed?: { readonly environment: Environment; readonly askedAt: Date; readonly again?: number };
}

export interface CompanyLook {
  /** `#rrggbb`, in small letters. */
  readonly color?: string;
  readonly valueColumn?: ValueColumn;
  /** An opaque PNG, kept as a file: this record is read with each request. */
  readonly logo?: FileRef;
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

/** The caller seals the private key (signing/keys/seal.ts), so the ledger never sees it in clear. */
export interface StoredCertificate {
  readonly companyId: number;
  /** SHA-256 of the DER certificate, hex. */
  readonly fingerprint: string;
  readonly certificatePem: string;
  /** Text form of the sealed PKCS#8 private key. */
  readonly sealedKey: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly importedAt: Date;
}

/** A key pair to which browsers seal the certificates that people upload (signing/keys/upload-key.ts). */
export interface StoredUploadKey {
  readonly keyId: string;
  /** SPKI, Base64. */
  readonly publicKey: string;
  /** The private half under the master key. */
  readonly sealedKey: string;
}

/** A user and its company, read together. */
export interface UserOfCompany {
  readonly user: Omit<User, 'passwordHash'>;
  readonly company: Company;
}

/** The user in whose name a request is made. The ledger reads it again together with what the request asks for. */
export interface Caller extends Pick<User, 'usuario' | 'rnc' | 'companyId'> {
  readonly environment: Environment;
  /** The `tokenGeneration` of the user and of the company at login. A change that must end tokens raises it in the ledger. */
  readonly userGeneration: number;
  readonly companyGeneration: number;
}

export interface AdmitInput extends AdmittedVoucher {
  /** Normalised JSON of the voucher: the text or its UTF-8 bytes. */
  readonly content: string | Uint8Array;
  readonly now: Date;
  /** True while DGII refuses the company's signer in this environment: it would reject the same content again. */
  readonly suspended?: boolean;
  /** After this time the completer starts the workflow if it never started. */
  readonly firstCheckMs: number;
  /**
   * In certification alone: a person orders the attempt after this one, although its number is spent. The ledger ignores it in any
   * other environment.
   */
  readonly replaces?: number;
}

export type Admission =
  /** This request created the attempt: the first one, or the next one after a rejection that left the number free. */
  | { readonly outcome: 'created'; readonly document: DocumentRecord }
  /** Another request created it. Nothing was written. */
  | { readonly outcome: 'existing'; readonly document: DocumentRecord };

/** MongoDB is unreachable, has no primary, or did not confirm a write in time. */
export class LedgerUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The ledger is unavailable', options);
    this.name = 'LedgerUnavailableError';
  }
}
