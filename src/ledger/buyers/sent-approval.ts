/** Our approval or rejection (ACECF) of a voucher that somebody sent to the company, and its two deliveries, in the reception's record. */
import type { Binary } from 'mongodb';
import type { ApprovalLegState, ApprovalWait } from '../../ecf/codes/buyer-delivery.js';
import type { BuyerTry } from './buyer-delivery.js';

/** How many bytes of a record the compressed ACECF may take. */
export const approvalRoomBytes = 3 * 1024;

/** The delivery to the issuer, or the one to DGII. */
export interface ApprovalLeg {
  readonly state: ApprovalLegState;
  /** How many tries were ever started. */
  readonly attempts: number;
  /** Written before the first byte goes out, so a try without an outcome may have arrived. */
  readonly last?: BuyerTry;
  readonly mayHaveArrived?: true;
  /** How often the issuer's receiver refused it. Absent: never. */
  readonly refusals?: number;
  /** While it waits, or why it was refused. */
  readonly reason?: ApprovalWait;
  readonly endedAt?: Date;
}

export const approvalLegs = ['issuer', 'dgii'] as const;
export type ApprovalLegName = (typeof approvalLegs)[number];

/** Why nothing of a decision can go out now. It is removed when something goes out. */
export interface HeldApproval {
  /** `given-up`: nobody tries any more, until DGII accepts the voucher or a person repeats the decision. */
  readonly state: Extract<ApprovalLegState, 'waiting' | 'given-up'>;
  readonly reason: ApprovalWait;
  /** The time to give up counts from here. */
  readonly since: Date;
}

export interface SentApproval {
  /** Raised by each write. */
  readonly version: number;
  /** The time to give up counts from here. */
  readonly since: Date;
  /** The id of a file, or the compressed content. The same bytes go to both. */
  readonly file: string | Binary;
  readonly sha256: string;
  readonly signedAt: Date;
  readonly issuer: ApprovalLeg;
  readonly dgii: ApprovalLeg;
}

/** Both deliveries as people see them: what holds the approval back holds back each one that still waits. */
export function shownLegs({
  approval,
  heldApproval,
}: {
  readonly approval?: SentApproval;
  readonly heldApproval?: HeldApproval;
}): Readonly<Record<ApprovalLegName, ApprovalLeg>> {
  const shown = (leg: ApprovalLeg): ApprovalLeg =>
    leg.state === 'waiting' && heldApproval !== undefined
      ? { ...leg, state: heldApproval.state, reason: heldApproval.reason }
      : leg;
  const { issuer, dgii } = approval ?? { issuer: notSent, dgii: notSent };
  return { issuer: shown(issuer), dgii: shown(dgii) };
}

const notSent: ApprovalLeg = { state: 'waiting', attempts: 0 };
