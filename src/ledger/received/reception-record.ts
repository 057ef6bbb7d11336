/**
 * The records of what others send to our companies. A reception is a claim: the unique index on (company, environment, issuer, e-NCF)
 * decides which bytes a company has received under a number.
 */
import type { HeldApproval, SentApproval } from '../buyers/sent-approval.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { FileRef } from '../vouchers/document-record.js';
import type { StoredSigner } from './stored-signer.js';

/** The signed ARECF. It is stored before anybody sees it, and stays. */
export interface StoredAcknowledgement {
  readonly file: FileRef;
  readonly sha256: string;
  readonly signedAt: Date;
  /** Fingerprint of the certificate that signed it. */
  readonly certificate: string;
}

export const decisionStates = ['aprobado', 'rechazado'] as const;

/** What the company says about a voucher that it received. The first decision stays. */
export interface Decision {
  readonly estado: (typeof decisionStates)[number];
  /** Only of a rejection. */
  readonly motivo?: string;
  /** A user of the API, a person's e-mail, the operator, or the setting for automatic approvals. */
  readonly by: string;
  readonly at: Date;
}

/** `not-confirmed`: DGII has another voucher with this number. */
export const dgiiStates = [
  'accepted',
  'conditionally-accepted',
  'rejected',
  'in-process',
  'not-found',
  'not-confirmed',
] as const;
export type DgiiState = (typeof dgiiStates)[number];

export interface ReceivedVoucher {
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor: string;
  readonly razonSocialEmisor: string;
  readonly encf: string;
  readonly ecfType: EcfType;
  readonly fechaEmision: string;
  /** Decimal text, as signed. */
  readonly montoTotal: string;
  readonly totalITBIS?: string;
  readonly rncComprador: string;
  readonly securityCode: string;
  /** FechaHoraFirma, as signed. */
  readonly fechaFirma: string;
  readonly signer: StoredSigner;
}

export interface ReceptionRecord extends ReceivedVoucher {
  /** The reception's id: a UUID. */
  readonly _id: string;
  /** The bytes as they came. */
  readonly file: FileRef;
  /** Of these bytes, hex. */
  readonly sha256: string;
  readonly receivedAt: Date;
  readonly arecf?: StoredAcknowledgement;
  /** DGII's own state of the voucher, when we asked last. */
  readonly dgii?: { readonly estado: DgiiState; readonly at: Date };
  /** The vouchers that had the number before, oldest first. */
  readonly displaced?: readonly DisplacedVoucher[];
  /** When we ask DGII next. Absent: DGII has given a final state, or is not asked. */
  readonly askDgiiAt?: Date;
  readonly decision?: Decision;
  /** When our approval is due to be sent. The step that sends it removes it. */
  readonly approvalDueAt?: Date;
  readonly heldApproval?: HeldApproval;
  /** Our approval or rejection, signed, and whether issuer and DGII have it. */
  readonly approval?: SentApproval;
}

/** A received voucher that lost its number to another one, because DGII has the other one and not this one. */
export interface DisplacedVoucher extends Omit<
  ReceivedVoucher,
  'companyId' | 'environment' | 'rncEmisor' | 'encf'
> {
  /** Ids of files, so that the record stays small. */
  readonly file: FileRef;
  readonly sha256: string;
  readonly receivedAt: Date;
  readonly arecf?: StoredAcknowledgement;
  /** DGII's state of it when it lost the number. */
  readonly dgii: { readonly estado: DgiiState; readonly at: Date };
}

export type RefusalCode = 1 | 2 | 3 | 4;

/** A voucher that was not received, with the code that we answered. It takes no number and is kept for 90 days. */
export interface RefusedReceptionRecord {
  /** The same bytes with the same code are one refusal (`refusalIdOf`). */
  readonly _id: string;
  /** Whose certificate signs the answer: the buyer's, or the operator's for an unknown buyer. */
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  readonly code: RefusalCode;
  /** Why, for people. It may have values of the voucher. */
  readonly detail: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly receivedAt: Date;
  readonly expireAt: Date;
  readonly arecf?: StoredAcknowledgement;
}

/** A buyer's approval or rejection of one of our vouchers. */
export interface IncomingApprovalRecord {
  /** `{companyId}:{environment}:{encf}:{sha256}`: the same bytes twice are one. */
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly rncComprador: string;
  readonly montoTotal: string;
  readonly decision: (typeof decisionStates)[number];
  readonly motivo?: string;
  /** FechaHoraAprobacionComercial, as signed. */
  readonly fecha: string;
  readonly signer: StoredSigner;
  /** The bytes as they came. Absent for an unknown voucher. */
  readonly file?: FileRef;
  readonly sha256: string;
  readonly receivedAt: Date;
  /** We have no such voucher. Only DGII's test environments send these. */
  readonly unknownVoucher?: true;
  /** Of an unknown voucher. */
  readonly expireAt?: Date;
}

/** A token of the receiver was given for this seed. */
export interface UsedSeedRecord {
  readonly _id: string;
  readonly expireAt: Date;
}
