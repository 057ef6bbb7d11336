/** The delivery of an accepted voucher to its buyer, as the voucher's record has it. */
import type { Binary } from 'mongodb';
import type {
  AcknowledgementSignature,
  BuyerDeliveryState,
  BuyerWait,
} from '../../ecf/codes/buyer-delivery.js';

/** How many bytes of a record a compressed acknowledgement may take. Most take 2 KB, because of the certificate. */
export const acknowledgementRoomBytes = 3 * 1024;

/** One try. It is written before the first byte goes out, so a try without `outcome` may have arrived. */
export interface BuyerTry {
  readonly n: number;
  readonly startedAt: Date;
  /** Until then the process that wrote this may still be sending. */
  readonly leaseUntil: Date;
  /** The process, for operators: `machine:pid`. */
  readonly host: string;
  /** The receiver's host. */
  readonly to: string;
  readonly endedAt?: Date;
  /** `unknown`: it may have arrived. `answered`: with or without an acknowledgement that we can use. */
  readonly outcome?: 'answered' | 'unknown' | 'not-sent';
  readonly httpStatus?: number;
}

export interface BuyerAcknowledgement {
  /** The id of a file, or the compressed content. */
  readonly file: string | Binary;
  readonly sha256: string;
  /** `valid`, or what is wrong with its signature. */
  readonly signature: AcknowledgementSignature;
  /** The subject of the certificate, if the signature is valid. */
  readonly signer: string | null;
  /** As the buyer wrote it. */
  readonly fechaHora: string | null;
}

export interface BuyerDelivery {
  /** Raised by each write: the compare-and-set compares it. */
  readonly version: number;
  readonly state: BuyerDeliveryState;
  /** The time to give up counts from here. An order to deliver again starts it anew. */
  readonly since: Date;
  /** How many tries were ever started. */
  readonly attempts: number;
  readonly last?: BuyerTry;
  /** An earlier try may have arrived. Then "duplicate" means that the buyer has the voucher. */
  readonly mayHaveArrived?: true;
  /** What it waits for, or waited for when it was given up. */
  readonly reason?: BuyerWait;
  /** While it waits. */
  readonly nextTryAt?: Date;
  /** The buyer's code, when it did not receive the voucher; also 3 on a delivery that had arrived before. */
  readonly code?: string;
  readonly acknowledgement?: BuyerAcknowledgement;
  readonly endedAt?: Date;
}
