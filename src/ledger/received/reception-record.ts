/**
 * The records of what others send to our companies. A reception is a claim: the unique index on (company, environment, issuer, e-NCF)
 * decides which bytes are the company's received voucher under that number.
 */
import type { DgiiState, SignerFacts } from '../../ecf/codes/reception-states.js';
import type { HeldApproval, SentApproval } from '../buyers/sent-approval.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { WithPending } from '../events/event-record.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { FileRef } from '../vouchers/document-record.js';

/** The signed ARECF. It is stored before the sender gets it, and never changes. */
export interface StoredAcknowledgement {
  readonly file: FileRef;
  readonly sha256: string;
  readonly signedAt: Date;
  /** The fingerprint of the certificate that signed it. */
  readonly certificate: string;
}

export const decisionStates = ['aprobado', 'rechazado'] as const;

/** The company's decision about a voucher that it received. The first decision stays, unless another voucher takes the number. */
export interface Decision {
  readonly estado: (typeof decisionStates)[number];
  /** Only a rejection has one. */
  readonly motivo?: string;
  /** A user of the API, a person's e-mail, the operator, or the setting that approves automatically. */
  readonly by: string;
  readonly at: Date;
}

export interface ReceivedVoucher {
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor: string;
  readonly razonSocialEmisor: string;
  readonly encf: string;
  readonly ecfType: EcfType;
  readonly fechaEmision: string;
  /** Decimal text, as the issuer signed it. */
  readonly montoTotal: string;
  readonly totalITBIS?: string;
  /** The number of the voucher that a note modifies, an e-NCF or an older NCF. */
  readonly ncfModificado?: string;
  readonly rncComprador: string;
  readonly securityCode: string;
  /** FechaHoraFirma, as the issuer signed it. */
  readonly fechaFirma: string;
  readonly signer: SignerFacts;
  /** SHA-256 of the SignatureValue, hex. With the same public key it is the same voucher, whatever its bytes are. */
  readonly signatureHash?: string;
}

/** What the voucher is found by (reception-search.ts). */
export interface ReceptionSearch {
  /** Of the form of these words: `searchVersion` of ecf/search-words.ts. */
  readonly version: number;
  readonly words: readonly string[];
}

export interface ReceptionRecord extends ReceivedVoucher, WithPending {
  /** The reception's id: a UUID. */
  readonly _id: string;
  /** The voucher's bytes as they arrived. */
  readonly file: FileRef;
  /** The hash of these bytes, in hex. */
  readonly sha256: string;
  readonly receivedAt: Date;
  /** When the day of issue starts in Santo Domingo. FechaEmision itself is text that does not sort. */
  readonly issuedDay: Date;
  readonly arecf?: StoredAcknowledgement;
  /** DGII's own state of the voucher, from the last time that we asked. */
  readonly dgii?: { readonly estado: DgiiState; readonly at: Date };
  /** The vouchers that had the number before, oldest first. */
  readonly displaced?: readonly DisplacedVoucher[];
  /** True if the signer was not known when the voucher arrived (confirmed-signers.ts). */
  readonly signerUnknown?: true;
  /**
   * When a worker next continues this reception: it signs the ARECF if it is missing, and asks DGII. Absent once there is an ARECF and a
   * final state of DGII; in certification, where DGII is not asked, once there is an ARECF.
   */
  readonly askDgiiAt?: Date;
  readonly decision?: Decision;
  /** When a worker next tries to send our approval. Absent when nothing is left to send. */
  readonly approvalDueAt?: Date;
  readonly heldApproval?: HeldApproval;
  readonly approval?: SentApproval;
  /** Only lists read it. Absent: the background round has not indexed this voucher yet. */
  readonly search?: ReceptionSearch;
}

/** A reception by its shard key. */
export type ReceptionAt = Pick<ReceptionRecord, '_id' | 'companyId' | 'environment' | 'rncEmisor' | 'encf'>;

/** With the voucher that has the number, because another one may take it. */
export type ReceptionRef = ReceptionAt & Pick<ReceptionRecord, 'sha256'>;

export function receptionRef(reception: ReceptionRef): ReceptionRef {
  const { _id, companyId, environment, rncEmisor, encf, sha256 } = reception;
  return { _id, companyId, environment, rncEmisor, encf, sha256 };
}

/** A received voucher that lost its number to another one, because DGII has the other one and not this one. */
export interface DisplacedVoucher extends Omit<
  ReceivedVoucher,
  'companyId' | 'environment' | 'rncEmisor' | 'encf'
> {
  /** The id of a file, not the content, so that the record stays small. */
  readonly file: FileRef;
  readonly sha256: string;
  readonly receivedAt: Date;
  readonly arecf?: StoredAcknowledgement;
  /** DGII's state of this voucher when it lost the number. */
  readonly dgii: { readonly estado: DgiiState; readonly at: Date };
  /** What somebody had decided about this voucher. It was never sent. */
  readonly decision?: Decision;
}

export type RefusalCode = 1 | 2 | 3 | 4;

/** A voucher that the company refused to receive, with the code of our answer. It takes no number and is kept for 90 days. */
export interface RefusedReceptionRecord extends WithPending {
  /** Made from bytes and code, so that the same bytes with the same code are one refusal (`refusalIdOf`). */
  readonly _id: string;
  /** The company whose certificate signs the answer: the buyer, or for an unknown buyer the company with RECEIVER_OPERATOR_RNC. */
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  readonly code: RefusalCode;
  /** The text is for people, and may contain values of the voucher. */
  readonly detail: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly receivedAt: Date;
  readonly expireAt: Date;
  readonly arecf?: StoredAcknowledgement;
}

export interface IncomingApprovalRecord {
  /** Ends with a hash of the signature, so that the same approval sent twice is one, even with other certificates. */
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly rncComprador: string;
  readonly montoTotal: string;
  readonly decision: (typeof decisionStates)[number];
  readonly motivo?: string;
  /** FechaHoraAprobacionComercial, as the buyer signed it. */
  readonly fecha: string;
  readonly signer: SignerFacts;
  /** The SHA-256 of the SignatureValue in hex. */
  readonly signatureHash?: string;
  /** The network that sent it first. */
  readonly network?: string;
  /** The approval's bytes as they arrived. Absent if the voucher is unknown. */
  readonly file?: FileRef;
  readonly sha256: string;
  readonly receivedAt: Date;
  /** True if we have no such voucher. Only DGII's test environments send such approvals. */
  readonly unknownVoucher?: true;
  /** Only an approval of an unknown voucher expires. */
  readonly expireAt?: Date;
}

export interface UsedSeedRecord {
  readonly _id: string;
  readonly expireAt: Date;
}
