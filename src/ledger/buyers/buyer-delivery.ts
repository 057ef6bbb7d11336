/** The delivery of an accepted voucher to its buyer, as part of the voucher's record. */
import type { Binary } from 'mongodb';
import type {
  AcknowledgementSignature,
  BuyerDeliveryState,
  BuyerWait,
} from '../../ecf/codes/buyer-delivery.js';
import type { WrittenAhead } from '../written-ahead.js';

/** How many bytes of the record a compressed acknowledgement may take. Most take 2 KB, because they contain a certificate. */
export const acknowledgementRoomBytes = 3 * 1024;

export interface BuyerTry extends WrittenAhead {
  readonly to: string;
  /** `unknown`: the voucher may have arrived. `answered`: the receiver answered, with or without a usable acknowledgement. */
  readonly outcome?: 'answered' | 'unknown' | 'not-sent';
}

export interface BuyerAcknowledgement {
  readonly file: string | Binary;
  readonly sha256: string;
  /** `valid`, or what is wrong with its signature. */
  readonly signature: AcknowledgementSignature;
  /** The subject of the certificate; null if the signature is not valid. */
  readonly signer: string | null;
  /** As the buyer wrote it. */
  readonly fechaHora: string | null;
}

export interface BuyerDelivery {
  /** Each write raises it, and the compare-and-set compares it. */
  readonly version: number;
  readonly state: BuyerDeliveryState;
  /** The time to give up is counted from here. An order to deliver again sets it anew. */
  readonly since: Date;
  readonly attempts: number;
  readonly last?: BuyerTry;
  /** Set if an earlier try may have arrived. The answer "duplicate" then means that the buyer has the voucher. */
  readonly mayHaveArrived?: true;
  /** What the delivery waits for, or was waiting for when it was given up. */
  readonly reason?: BuyerWait;
  /** When the next try starts; only while the delivery waits. */
  readonly nextTryAt?: Date;
  /** The buyer's code for a voucher that it did not receive. A delivered voucher may have code 3 too, if an earlier try had arrived. */
  readonly code?: string;
  readonly acknowledgement?: BuyerAcknowledgement;
  /** What the buyer answered before a person ordered the delivery again. It proves the refusal. */
  readonly earlierAcknowledgement?: BuyerAcknowledgement;
  readonly endedAt?: Date;
}

/** The buyer's last acknowledgement, also while the voucher is delivered again. */
export function lastAcknowledgement(delivery: BuyerDelivery | undefined): BuyerAcknowledgement | undefined {
  return delivery?.acknowledgement ?? delivery?.earlierAcknowledgement;
}
