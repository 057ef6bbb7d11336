/**
 * The types of numbering: authorizations (ranges from DGII) and reservations (one number, handed out once and for ever). The rules are in
 * docs/develop/numbers.md. A number is the serial of an e-NCF: 1 to 9,999,999,999.
 */
import { hasHidden } from '../../ecf/hidden-characters.js';
import { withoutForbidden } from '../../ecf/json/check-value.js';
import { formatEncf, parseEncf } from '../../ecf/model/encf.js';
import type { SignerRefusal } from '../../ecf/model/document-states.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Refused } from '../../shared/refused.js';
import type { WithPending } from '../events/event-record.js';
import type { PageCursor } from '../pages.js';
import type { Caller } from '../people/user.js';
import type { Company } from '../companies/company.js';

export const serialMax = 9_999_999_999;
const noteCharsMax = 300;

/** Whether a note may be kept: it is short, and a person sees all of it. */
export function isNote(note: string): boolean {
  return note.length <= noteCharsMax && !hasHidden(note);
}

/**
 * References are compared exactly, so a blank around one would get the same document a second number. In the ledger all references with a
 * lone surrogate, which has no UTF-8 form, would be the same one.
 */
export function isClientReference(ref: string): boolean {
  return ref !== '' && ref === ref.trim() && ref === withoutForbidden(ref);
}

export interface SequenceRef {
  readonly companyId: number;
  readonly environment: Environment;
  readonly ecfType: EcfType;
}

/** A range that DGII granted. It never shrinks, because a client may already have one of its numbers. */
export interface Authorization {
  /** The e-NCF of `from`. It is unique because ranges of one company and environment never overlap. */
  readonly id: string;
  readonly ecfType: EcfType;
  readonly from: number;
  readonly to: number;
  /** The first number the service hands out. Lower numbers were used elsewhere (`--next`). */
  readonly first: number;
  /** The last number the service hands out. Less than `to` when an operator closed the range early. */
  readonly last: number;
  /** DD-MM-YYYY, valid to the end of that day in Santo Domingo; null for types 32 and 34. */
  readonly expiresOn: string | null;
  readonly authorizationNumber: string;
  readonly registeredAt: Date;
}

/** All authorizations of one company, environment and type. One record, so that each change is one compare-and-set. */
export interface SequenceRecord extends SequenceRef, WithPending {
  /** `{companyId}:{environment}:{type}` */
  readonly _id: string;
  readonly version: number;
  readonly authorizations: readonly Authorization[];
  /** The warnings about its ranges that have had their event (stock-events.ts). */
  readonly warnings?: readonly string[];
}

/**
 * `reserved`: handed out, not sent. `used`: a document has it. `annulling`: we ask DGII to void it, so nobody may use it now.
 * `annulled`: voided at DGII. `abandoned`: never sent before the company took its numbering back; a send with it is still accepted.
 */
export type ReservationState = 'reserved' | 'used' | 'annulling' | 'annulled' | 'abandoned';

export interface ReservationRecord extends SequenceRef {
  /** `{companyId}:{environment}:{type}:{serial, ten digits}`. The request whose insert succeeds has the number. */
  readonly _id: string;
  readonly key: string;
  readonly n: number;
  readonly authorization: string;
  readonly ref?: string;
  readonly state: ReservationState;
  readonly reservedAt: Date;
  /** After a retried write, it shows whether the record is our own insert. */
  readonly requestId: string;
  /** The attempt of the document that uses the number. */
  readonly attempt?: number;
  readonly note?: string;
  /** Only while it is `annulling`: its state if DGII refuses. */
  readonly otherwise?: 'reserved' | 'abandoned';
}

/** The note of a number that DGII did not void, because it has a voucher with it. The ledger keeps the text, so it never changes. */
export const usedAtDgiiNote = 'La DGII no lo anuló: tiene un comprobante con este número.';

/**
 * A number that must never be sent: voided at DGII, used there, or locked. The service may never have handed it out. Its `_id` is that of
 * the number's reservation.
 */
export interface AnnulmentRecord {
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly note: string;
  /** Who recorded it. Absent if the voucher or the range annulment that voided the number says who decided it. */
  readonly by?: string;
  readonly annulledAt: Date;
  /** Id of the range annulment that asks DGII to void the number (annulment-locks.ts). Absent: it is voided, or used (`usedAtDgiiNote`). */
  readonly lock?: string;
}

/** In certification only the web application issues, with numbers of this service or of DGII's set, which follow no order. */
export function clientMayNumber(environment: Environment): boolean {
  return environment !== 'certification';
}

export function assignsItsOwnNumbers({ origin }: Pick<Company, 'origin'>, environment: Environment): boolean {
  return origin === 'client' && clientMayNumber(environment);
}

export function sequenceKey({ companyId, environment, ecfType }: SequenceRef): string {
  return `${companyId}:${environment}:${ecfType}`;
}

export function reservationId(key: string, n: number): string {
  return `${key}:${String(n).padStart(10, '0')}`;
}

/** Returns undefined when `encf` is not a valid e-NCF. */
export function idOfEncf(companyId: number, environment: Environment, encf: string): string | undefined {
  const parsed = parseEncf(encf);
  if (parsed === undefined) return undefined;
  return reservationId(sequenceKey({ companyId, environment, ecfType: parsed.type }), parsed.serial);
}

/** The filter for one reservation. It contains the key, so that a sharded ledger asks only one shard. */
export function reservationOf(_id: string): { readonly _id: string; readonly key: string } {
  return { _id, key: _id.slice(0, _id.lastIndexOf(':')) };
}

/** The number that an `_id` or an e-NCF ends with. */
export function serialOf(id: string): number {
  return Number(id.slice(-10));
}

/** A reference of `next` never begins with a blank, so no client can send this one. */
const issuePrefix = ' issue:';

/** The reference under which `issue` takes the number for this key. */
export function referenceOfIssue(key: string): string {
  return `${issuePrefix}${key}`;
}

/** The reference as the client knows it: what it gave to `next`, or the key that it gave to `issue`. */
export function clientReference(ref: string | undefined): string | undefined {
  return ref?.startsWith(issuePrefix) === true ? ref.slice(issuePrefix.length) : ref;
}

export function encfOf({ ecfType, n }: Pick<ReservationRecord, 'ecfType' | 'n'>): string {
  return formatEncf(ecfType, n);
}

export interface NewAuthorization extends SequenceRef {
  readonly from: number;
  readonly to: number;
  /** The first number to hand out; absent: `from`. */
  readonly next?: number;
  /** DD-MM-YYYY; null for types 32 and 34, and only for them. */
  readonly expiresOn: string | null;
  /** As DGII gave it: 1 to 40 printable characters. */
  readonly authorizationNumber: string;
  readonly now: Date;
}

/** What an operator may change. `to` only grows; `last` closes a range early, or opens it again. */
export interface AuthorizationChange {
  /** May only grow: a client may already have a lower number. */
  readonly first?: number;
  readonly to?: number;
  readonly last?: number;
  readonly expiresOn?: string | null;
  readonly authorizationNumber?: string;
}

export type AuthorizationRefusal =
  | 'COMPANY_NOT_FOUND'
  /** Not 1 ≤ from ≤ to ≤ 9,999,999,999. */
  | 'RANGE_INVALID'
  /** `next` or `last` is outside the range. */
  | 'NEXT_OUTSIDE_RANGE'
  /** `first` would become lower, or would not be above the highest number handed out. */
  | 'NEXT_TOO_LOW'
  | 'EXPIRY_REQUIRED'
  /** Sequences of types 32 and 34 do not expire. */
  | 'EXPIRY_NOT_ALLOWED'
  | 'EXPIRY_INVALID'
  | 'EXPIRY_PAST'
  | 'AUTHORIZATION_NUMBER_INVALID'
  | 'RANGE_OVERLAPS'
  | 'TOO_MANY_AUTHORIZATIONS'
  | 'AUTHORIZATION_NOT_FOUND'
  | 'CHANGED_MEANWHILE'
  /** `last` would be below `highest`, the highest number handed out. Without `highest`: the range would shrink. */
  | 'WOULD_ORPHAN';

export type AuthorizationOutcome =
  | { readonly outcome: 'done'; readonly authorization: Authorization }
  | Refused<AuthorizationRefusal, RangeFacts>;

export interface RangeFacts {
  /** The authorization that the range overlaps. */
  readonly other?: Authorization;
  readonly highest?: number;
  /** The lowest value that `first` may have. */
  readonly lowest?: number;
}

/** Spec §3.1. */
export type SequenceState = 'Vigente' | 'Agotada' | 'Vencida' | 'Sin autorizaciones';

export interface AuthorizationStatus extends Authorization {
  /** The next number to hand out. Null when no number is left or the authorization has expired. */
  readonly next: number | null;
  /** How many numbers are left; 0 after expiry. */
  readonly available: number;
  readonly state: Exclude<SequenceState, 'Sin autorizaciones'>;
}

export interface SequenceStatus {
  readonly ecfType: EcfType;
  readonly next: number | null;
  readonly available: number;
  /** Expiry of the current authorization, else of the last one used up, else of the last one. Null: no expiry, or no range. */
  readonly expiresOn: string | null;
  readonly state: SequenceState;
  readonly authorizations: readonly AuthorizationStatus[];
}

export interface NextRequest extends SequenceRef {
  /** `externalReference`: 1 to 64 code points. */
  readonly ref?: string;
  /** Read when the number is taken, not when the request arrives: an authorization may expire in between. */
  readonly clock: () => Date;
  /** If the caller may not call any more when the number is taken, `next` takes none and returns `caller-refused`. */
  readonly caller?: Caller;
}

export interface HandedOut {
  readonly outcome: 'handed-out';
  readonly encf: string;
  readonly ecfType: EcfType;
  /** DD-MM-YYYY; null for types 32 and 34. */
  readonly expiresOn: string | null;
  readonly ref: string | undefined;
  readonly reservedAt: Date;
  /** True when the number was already reserved for this reference. */
  readonly reused: boolean;
  /** `reserved` for a new number. The number of a reference may have been sent or voided since then. */
  readonly state: ReservationState;
  /** The attempt of the voucher that has the number, or had it. Absent: it was never sent. */
  readonly attempt?: number;
  /** How many numbers are left after this one in its authorization. */
  readonly left: number;
}

export type SuspensionReason =
  'CERTIFICATE_MISSING' | 'CERTIFICATE_NOT_YET_VALID' | 'CERTIFICATE_EXPIRED' | SignerRefusal;

export type NextNumber =
  | HandedOut
  | { readonly outcome: 'not-available'; readonly reason: 'SIN_RANGO' | 'VENCIDA' | 'AGOTADA' }
  /** The company assigns its own numbers. Never in certification, where the web application takes numbers here. */
  | { readonly outcome: 'client-origin' }
  | { readonly outcome: 'origin-changing' }
  /** The caller's token ended: the user or the company changed, or is gone. */
  | { readonly outcome: 'caller-refused' }
  | { readonly outcome: 'other-environment' }
  /** DGII would refuse the voucher, so a new number would be wasted. A number already reserved is still returned. */
  | { readonly outcome: 'suspended'; readonly reason: SuspensionReason }
  /** Too many requests wait, or too many processes want the same numbers. Nothing was reserved. */
  | { readonly outcome: 'busy' };

export interface NumberFacts {
  /** Undefined: never handed out by the service. */
  readonly reservation: ReservationState | undefined;
  /** The reference that a client reserved it with. */
  readonly ref?: string;
  /** Voided at DGII: must never be sent. */
  readonly annulled: boolean;
  /** Expiry of the authorization that contains the number. Undefined: no authorization does. Null: types 32 and 34. */
  readonly expiresOn: string | null | undefined;
}

export interface UnusedQuery {
  readonly companyId: number;
  readonly environment: Environment;
  /** Reserved at this moment or before. */
  readonly reservedBefore: Date;
  /** 1 to 1,000. */
  readonly limit: number;
  readonly cursor?: PageCursor;
}

export interface UnusedNumber {
  readonly encf: string;
  readonly ecfType: EcfType;
  readonly ref: string | undefined;
  readonly reservedAt: Date;
  /** DD-MM-YYYY; null for types 32 and 34. */
  readonly expiresOn: string | null;
}

export interface UnusedPage {
  /** Oldest first. */
  readonly numbers: readonly UnusedNumber[];
  readonly next: PageCursor | undefined;
}

export interface AnnulInput {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  /** The reason and DGII's reference: 1 to 300 characters. */
  readonly note: string;
  readonly by: string;
  readonly now: Date;
}

export type AnnulOutcome =
  /** `before` is present when the number was already annulled, and says since when. */
  { readonly outcome: 'annulled'; readonly before?: Date } | Refused<AnnulRefusal>;

export type AnnulRefusal =
  | 'COMPANY_NOT_FOUND'
  | 'ENCF_INVALID'
  | 'NOTE_INVALID'
  /** The number was sent or will be. */
  | 'ENCF_HAS_DOCUMENT'
  /** We are asking DGII to void it. */
  | 'ENCF_BEING_ANNULLED';
