/** A company: who issues, in which environment, and what it wants of the service. */
import type { ValueColumn } from '../../ecf/codes/value-columns.js';
import type { SignerRefusal } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { FileRef } from '../vouchers/document-record.js';

export interface Company {
  readonly companyId: number;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly origin: 'client' | 'service';
  readonly environment: Environment;
  readonly productionAllowed: boolean;
  /** The API key of the vendor that added the company. Absent: the platform added it. */
  readonly addedByKey?: string;
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
    | { readonly mode: 'automatic' }
    /** People decide, and are reminded after so many days. */
    | { readonly mode: 'reminder'; readonly days: number };
  /** Where a customer's answer to a mailed voucher goes. Absent or empty: where answers to all mails go. */
  readonly mailReplyTo?: string;
  /** Whether each accepted voucher is mailed to its CorreoComprador. Absent: no. */
  readonly mailAccepted?: 'on' | 'off';
  /** The last event of that environment's feed up to which accepted vouchers were mailed. */
  readonly mailCursor?: { readonly environment: Environment; readonly seq: number };
  /** How printed vouchers look. Absent: the usual look, without a logo. */
  readonly look?: CompanyLook;
  /** Present while the numbering origin changes. Until the change ends, no numbers and no new vouchers. */
  readonly originChange?: {
    readonly to: Company['origin'];
    readonly since: Date;
    /** Numbers are being abandoned, which nothing takes back. So the change can finish and no longer be cancelled. */
    readonly abandoning?: true;
  };
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
