/**
 * Numbering as the ledger keeps it: authorizations (ranges from DGII, registered by an operator) and reservations (one
 * number handed out, once and for ever). The rules stand in docs/architecture.md, "Numbering". Numbers are serials, the ten
 * digits of an e-NCF: 1 to 9,999,999,999.
 */
import { formatEncf, parseEncf } from '../../ecf/model/encf.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';

/** Ten digits. */
export const serialMax = 9_999_999_999;

/** A range that DGII granted. What was granted never shrinks: a number of it may be in somebody's hands. */
export interface Authorization {
  /** The e-NCF of `from`: ranges of one company and environment never overlap. */
  readonly id: string;
  readonly ecfType: EcfType;
  readonly from: number;
  readonly to: number;
  /** The first number the service hands out; those before it were used elsewhere (`--next`). */
  readonly first: number;
  /** The last one it hands out; less than `to` when an operator closed the range early. */
  readonly last: number;
  /** DD-MM-YYYY, good to the end of that day in Santo Domingo; null for types 32 and 34. */
  readonly expiresOn: string | null;
  readonly authorizationNumber: string;
  readonly registeredAt: Date;
}

/** All authorizations of one company, environment and type: one record, so that a change of them is one compare-and-set. */
export interface SequenceRecord {
  /** `{companyId}:{environment}:{type}` */
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly ecfType: EcfType;
  readonly version: number;
  readonly authorizations: readonly Authorization[];
}

/**
 * `reserved`: handed out, not sent. `used`: a document has it. `annulled`: voided at DGII. `abandoned`: given up when the
 * company took its numbering back; a send of it is still taken.
 */
export type ReservationState = 'reserved' | 'used' | 'annulled' | 'abandoned';

export interface ReservationRecord {
  /** `{companyId}:{environment}:{type}:{serial, ten digits}`: whoever inserts it has the number. */
  readonly _id: string;
  readonly key: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly ecfType: EcfType;
  readonly n: number;
  /** Id of the authorization it was taken from. */
  readonly authorization: string;
  readonly ref?: string;
  readonly state: ReservationState;
  readonly reservedAt: Date;
  /** Tells our own insert from another's after a write that was tried again. */
  readonly requestId: string;
  /** Of the document that uses it. */
  readonly attempt?: number;
  readonly note?: string;
}

/** Who voided a number at DGII, and why; of numbers never handed out as well. Same `_id` as the reservation. */
export interface AnnulmentRecord {
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly note: string;
  readonly annulledAt: Date;
}

/** Names the numbers of one company, environment and type. */
export interface SequenceRef {
  readonly companyId: number;
  readonly environment: Environment;
  readonly ecfType: EcfType;
}

export function sequenceKey({ companyId, environment, ecfType }: SequenceRef): string {
  return `${companyId}:${environment}:${ecfType}`;
}

export function reservationId(key: string, n: number): string {
  return `${key}:${String(n).padStart(10, '0')}`;
}

/** `_id` of a number; undefined for what is no e-NCF. */
export function idOfEncf(companyId: number, environment: Environment, encf: string): string | undefined {
  const parsed = parseEncf(encf);
  if (parsed === undefined) return undefined;
  return reservationId(sequenceKey({ companyId, environment, ecfType: parsed.type }), parsed.serial);
}

/** Names one reservation; with its key, so that a sharded ledger asks one shard. */
export function reservationOf(_id: string): { readonly _id: string; readonly key: string } {
  return { _id, key: _id.slice(0, _id.lastIndexOf(':')) };
}

/** The number that an `_id` or an e-NCF ends with. */
export function serialOf(id: string): number {
  return Number(id.slice(-10));
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

/** What an operator may change of a registered one. `to` only grows; `last` closes a range early, or opens it again. */
export interface AuthorizationChange {
  /** Only ever higher: those before it may be in somebody's hands. */
  readonly first?: number;
  readonly to?: number;
  readonly last?: number;
  readonly expiresOn?: string | null;
  readonly authorizationNumber?: string;
}

export type AuthorizationRefusal =
  | 'COMPANY_UNKNOWN'
  /** Not 1 ≤ from ≤ to ≤ 9,999,999,999. */
  | 'RANGE_INVALID'
  /** `next` or `last` lies outside of the range. */
  | 'NEXT_OUTSIDE_RANGE'
  /** The first number to hand out would go back, or below one that was handed out. */
  | 'NEXT_TOO_LOW'
  | 'EXPIRY_REQUIRED'
  /** Types 32 and 34 have none. */
  | 'EXPIRY_NOT_ALLOWED'
  | 'EXPIRY_INVALID'
  | 'EXPIRY_PAST'
  | 'AUTHORIZATION_NUMBER_INVALID'
  /** With `other`. */
  | 'RANGE_OVERLAPS'
  | 'TOO_MANY_AUTHORIZATIONS'
  | 'AUTHORIZATION_UNKNOWN'
  /** The change would leave numbers that were handed out, up to `highest`, outside of the range. */
  | 'WOULD_ORPHAN';

export type AuthorizationOutcome =
  | { readonly outcome: 'done'; readonly authorization: Authorization }
  | {
      readonly outcome: 'refused';
      readonly refusal: AuthorizationRefusal;
      readonly other?: Authorization;
      /** Highest number handed out. */
      readonly highest?: number;
      /** The next one to hand out now. */
      readonly lowest?: number;
    };

export interface AuthorizationStore {
  /** Refuses what overlaps another one of its company, environment and type. The very same one again is `done`. */
  addAuthorization(input: NewAuthorization): Promise<AuthorizationOutcome>;
  changeAuthorization(
    ref: SequenceRef & { readonly id: string },
    change: AuthorizationChange,
    now: Date,
  ): Promise<AuthorizationOutcome>;
  /** In the order of type, then of consumption: expiry, then registration. All types when none is named. */
  listAuthorizations(
    companyId: number,
    environment: Environment,
    ecfType?: EcfType,
  ): Promise<readonly Authorization[]>;
}

/** Spec §3.1. */
export type SequenceState = 'Vigente' | 'Agotada' | 'Vencida' | 'Sin autorizaciones';

export interface AuthorizationStatus extends Authorization {
  /** The number that follows the last one handed out; null when there is none left, or it expired. */
  readonly next: number | null;
  /** How many numbers it has left; 0 once it expired. */
  readonly available: number;
  readonly state: Exclude<SequenceState, 'Sin autorizaciones'>;
}

export interface SequenceStatus {
  readonly ecfType: EcfType;
  readonly next: number | null;
  readonly available: number;
  /** Of the authorization that `next` is from, or of the one that expires last; null for types 32 and 34, or for none. */
  readonly expiresOn: string | null;
  readonly state: SequenceState;
  readonly authorizations: readonly AuthorizationStatus[];
}

export interface NextRequest extends SequenceRef {
  /** `externalReference`: 1 to 64 code points. */
  readonly ref?: string;
  /** Asked when the number is taken, not when the request came: an authorization may expire in between. */
  readonly clock: () => Date;
}

export interface Delivered {
  readonly outcome: 'delivered';
  readonly encf: string;
  readonly ecfType: EcfType;
  /** DD-MM-YYYY; null for types 32 and 34. */
  readonly expiresOn: string | null;
  readonly ref: string | undefined;
  readonly reservedAt: Date;
  /** The number had been reserved for this reference before. */
  readonly reused: boolean;
  /** Numbers left behind this one in its authorization. */
  readonly left: number;
}

/** What DGII says against the company's signer. */
export type SignerRefusal = 'NOT_DELEGATED' | 'CERTIFICATE_REFUSED';

export type SuspensionReason =
  'CERTIFICATE_MISSING' | 'CERTIFICATE_NOT_YET_VALID' | 'CERTIFICATE_EXPIRED' | SignerRefusal;

export type NextNumber =
  | Delivered
  | { readonly outcome: 'not-available'; readonly reason: 'SIN_RANGO' | 'VENCIDA' | 'AGOTADA' }
  /** The company assigns its own numbers. Does not count in certification, where the web application takes them. */
  | { readonly outcome: 'client-origin' }
  | { readonly outcome: 'origin-changing' }
  /** The company's environment is another one by now. */
  | { readonly outcome: 'other-environment' }
  /** A number would be burnt: DGII would refuse whatever is sent. Numbers already reserved are still told. */
  | { readonly outcome: 'suspended'; readonly reason: SuspensionReason }
  /** Too many requests wait, or too many processes want the same numbers. Nothing was reserved. */
  | { readonly outcome: 'busy' };

/** What is known of one number, wherever it came from. */
export interface NumberFacts {
  /** Undefined: never handed out by the service. */
  readonly reservation: ReservationState | undefined;
  /** Voided at DGII; never to be sent. */
  readonly annulled: boolean;
  /** Of the authorization that covers it: undefined when none does; null for types 32 and 34. */
  readonly expiresOn: string | null | undefined;
}

export interface UnusedQuery {
  readonly companyId: number;
  readonly environment: Environment;
  /** Reserved at this moment or before. */
  readonly reservedBefore: Date;
  /** 1 to 1,000. */
  readonly limit: number;
  /** Of the page before. */
  readonly cursor?: UnusedCursor;
}

export interface UnusedCursor {
  readonly reservedAt: Date;
  readonly id: string;
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
  /** The oldest first. */
  readonly numbers: readonly UnusedNumber[];
  /** Undefined: there are no more. */
  readonly next: UnusedCursor | undefined;
}

export interface AnnulInput {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  /** Why, and DGII's reference: 1 to 300 characters. */
  readonly note: string;
  readonly now: Date;
}

export type AnnulOutcome =
  /** `before` is when it had been annulled, if it was not now. */
  | { readonly outcome: 'annulled'; readonly before?: Date }
  | { readonly outcome: 'refused'; readonly refusal: 'COMPANY_UNKNOWN' | 'ENCF_INVALID' | 'NOTE_INVALID' }
  /** It was sent, or is about to be. */
  | { readonly outcome: 'has-document' };

/** Names one attempt to issue one voucher. */
export interface NumberUse {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly attempt: number;
}

export interface ReservationStore {
  /** A number nobody else ever gets, or the one that the reference has. The insert of the number is the reservation. */
  nextNumber(request: NextRequest): Promise<NextNumber>;
  findNumber(companyId: number, environment: Environment, encf: string): Promise<NumberFacts>;
  /** Asked before anything is signed: `annulled` means that it must not be sent. Idempotent. */
  markUsed(use: NumberUse): Promise<'used' | 'annulled' | 'not-ours'>;
  /** DGII rejected this attempt and did not use the number: reserved again, unless a later attempt has it. Idempotent. */
  giveBack(use: NumberUse): Promise<void>;
  /** One entry for each of the ten types. `today`: DD-MM-YYYY in Santo Domingo. */
  sequencesOverview(
    companyId: number,
    environment: Environment,
    today: string,
  ): Promise<readonly SequenceStatus[]>;
  /** Reserved and never sent; a number with a live document is none of them. */
  unused(query: UnusedQuery): Promise<UnusedPage>;
  /** After the operator voided the number in DGII's office; under either origin. */
  annulReservation(input: AnnulInput): Promise<AnnulOutcome>;
}
