/**
 * Our approval or rejection (ACECF) of a voucher that somebody sent to the company, with its two deliveries. It is part of the reception's
 * record.
 */
import type { Binary } from 'mongodb';
import type { ApprovalLegName, ApprovalLegState, ApprovalWait } from '../../ecf/codes/buyer-delivery.js';
import type { BuyerTry } from './buyer-delivery.js';

/** How many bytes of the record a compressed ACECF may take. */
export const approvalRoomBytes = 3 * 1024;

export interface SignedApproval {
  readonly file: string | Binary;
  readonly sha256: string;
  readonly signedAt: Date;
  /** The fingerprint of the certificate that signed it. Absent in approvals signed before the ledger kept it. */
  readonly certificate?: string;
}

export interface ApprovalLeg {
  readonly state: ApprovalLegState;
  readonly attempts: number;
  /** The last try. It is written before its first byte is sent, so a try without an outcome may have arrived. */
  readonly last?: BuyerTry;
  readonly mayHaveArrived?: true;
  /**
   * What DGII gets instead of the approval's own bytes, because it refused their signer: one copy for each later certificate, the last one
   * is sent. All are kept, because an earlier one may have arrived.
   */
  readonly copies?: readonly SignedApproval[];
  /** How often the issuer's receiver has refused it; absent if never. */
  readonly refusals?: number;
  /** What the delivery waits for, or why it was refused. */
  readonly reason?: ApprovalWait;
  readonly endedAt?: Date;
}

/** More copies for DGII are not signed, so that the record stays small. A company changes its certificate less often. */
export const copiesMax = 5;

/** Why a decision cannot be sent now. It is removed as soon as something is sent. */
export interface HeldApproval {
  /** `given-up`: no worker tries any more, unless DGII accepts the voucher or a person repeats the decision. */
  readonly state: Extract<ApprovalLegState, 'waiting' | 'given-up'>;
  readonly reason: ApprovalWait;
  readonly since: Date;
}

/** Its bytes go to the issuer, and to DGII if that leg has no copies of its own. */
export interface SentApproval extends SignedApproval {
  readonly version: number;
  readonly since: Date;
  readonly issuer: ApprovalLeg;
  readonly dgii: ApprovalLeg;
}

/** Both deliveries as people see them. While something holds the approval back, each delivery that still waits shows that reason. */
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
