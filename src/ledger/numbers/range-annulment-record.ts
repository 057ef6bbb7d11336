/** The record of one request to DGII to void numbers (collection `rangeAnnulments`). */
import type { EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { WithPending } from '../events/event-record.js';
import type { FileRef } from '../vouchers/document-record.js';
import type { WrittenAhead } from '../written-ahead.js';
import type { LockRefusal } from './annulment-rules.js';

/**
 * `requested`: the numbers are not locked, or not all of them. `locked`: the numbers are locked. `signed`: the bytes are kept. `sending`: a
 * delivery was written ahead. `uncertain`: DGII may have voided numbers, and we do not know which. The others are final: all numbers that
 * we asked for are void, some of them, or not one.
 */
export type RangeAnnulmentState =
  'requested' | 'locked' | 'signed' | 'sending' | 'uncertain' | 'annulled' | 'partly' | 'refused';

export const annulmentEstados = {
  requested: 'pendiente',
  locked: 'pendiente',
  signed: 'pendiente',
  sending: 'pendiente',
  uncertain: 'incierto',
  annulled: 'anulado',
  partly: 'parcial',
  refused: 'rechazado',
} as const satisfies Record<RangeAnnulmentState, string>;

/** Why a number was not voided: a code of ours, or DGII's answer. */
export type NumberReason =
  | LockRefusal
  | 'REFUSED_BY_DGII'
  /** DGII excepted the number, and has a voucher with it. */
  | 'USED_AT_DGII'
  /** DGII excepted the number, and shows no voucher with it. */
  | 'EXCEPTED_BY_DGII'
  /** No answer of DGII came, or we cannot read it. */
  | 'ANSWER_LOST'
  /** The request was cancelled before it was sent. */
  | 'CANCELLED'
  /** A person saw in DGII's virtual office that it was not voided. */
  | 'CONFIRMED_NOT_ANNULLED';

export interface NumberResult extends EncfRange {
  readonly outcome: 'locked' | 'annulled' | 'refused' | 'uncertain';
  readonly reason?: NumberReason;
}

export interface AnnulmentDelivery extends WrittenAhead {
  /** `answered`: DGII voided numbers. `refused`: it did not take the file. `not-sent`: certainly nothing arrived. `lost`: no answer. */
  readonly outcome?: 'answered' | 'refused' | 'not-sent' | 'lost';
  readonly replyFile?: FileRef;
}

export interface RangeAnnulmentRecord extends WithPending {
  /** A UUID. */
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly rnc: string;
  readonly by: string;
  readonly note: string;
  readonly requestedAt: Date;
  readonly count: number;
  /** Each write raises it by one, so each change is a compare-and-set. */
  readonly version: number;
  readonly state: RangeAnnulmentState;
  readonly final: boolean;
  /** JSON: `EncfRange[]` as asked for, and `NumberResult[]`, which covers the same numbers. */
  readonly requested: FileRef;
  readonly results: FileRef;
  /** SHA-256 of the JSON in `requested`, hex. It finds another request for the same numbers. */
  readonly requestedSha256: string;
  readonly signed?: { readonly file: FileRef; readonly sha256: string; readonly signedAt: Date };
  /** How many deliveries were ever started; `deliveries` keeps the latest ones. */
  readonly deliveryCount: number;
  readonly deliveries: readonly AnnulmentDelivery[];
  /** How many deliveries had no answer. After one of these a refusal no longer says that nothing was voided. */
  readonly lost?: number;
  /** The same bytes go out again. */
  readonly resend?: boolean;
  /** The numbers that DGII was asked about since the last delivery. */
  readonly asked?: { readonly count: number; readonly last: string };
  readonly waiting?: string;
  readonly dgii?: { readonly codigo: string; readonly mensajes: readonly DgiiMessage[] };
  /** When the background round starts its workflow again. Absent: it is over, or it waits for a person. */
  readonly dueAt?: Date;
  readonly finalAt?: Date;
  /** A person cancelled it before anything was sent. */
  readonly cancelled?: { readonly by: string; readonly note: string; readonly at: Date };
  readonly confirmed?: { readonly by: string; readonly note: string; readonly at: Date };
}
