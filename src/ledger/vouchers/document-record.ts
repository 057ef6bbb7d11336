/**
 * The shape of one voucher in the ledger (collection `documents`). At most 32 KB: JSON, XML and DGII's raw replies lie within
 * it while they are small, else in `files`, and this record refers to them (docs/adr/0006-small-contents-in-the-record.md).
 */
import type { Summary } from '../../ecf/model/document-facts.js';
import type { FileRef } from '../mongo/files.js';
import type { SignerRefusal } from '../numbering/numbering.js';
import type { DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';

/**
 * Bytes of a record that its contents may take, compressed. The rest of the 32 KB is for what grows: deliveries, trackIds,
 * messages. A type 31 of ten lines takes about 4 KB.
 */
export const contentsRoomBytes = 10 * 1024;
/** Of one reply of DGII's, which is a few hundred characters; a record keeps some of them. */
export const replyRoomBytes = 400;

/** One message of DGII's answer; codes are text because DGII sends numbers and text alike. */
export interface DgiiMessage {
  readonly codigo: string;
  readonly valor: string;
}

/**
 * What became of one delivery.
 * `received`: DGII gave a trackId. `found`: no answer came, but DGII knew the e-NCF when asked. `refused`: DGII answered
 * without receiving it. `not-sent`: certain that nothing arrived. `lost`: asked twice, DGII does not know it.
 */
export type SubmissionOutcome = 'received' | 'found' | 'refused' | 'not-sent' | 'lost';

/** One delivery to DGII. Written before the first byte goes out: without `outcome` it may have arrived. */
export interface Submission {
  readonly n: number;
  readonly startedAt: Date;
  /** Until then the process that wrote this may still be sending. */
  readonly leaseUntil: Date;
  /** The process that delivers, for operators: `machine:pid`. */
  readonly host: string;
  /** DGII's host. Absent in records of earlier versions. */
  readonly to?: string;
  readonly endedAt?: Date;
  readonly outcome?: SubmissionOutcome;
  readonly httpStatus?: number;
  readonly trackId?: string;
  /** DGII's codes, when it refused. */
  readonly codes?: readonly string[];
  /** Refused for its signer: DGII took nothing of it, and will not take what this certificate signed. */
  readonly signerRefused?: true;
  readonly replyFile?: FileRef;
  /** When DGII first said that it does not know the e-NCF; the same bytes go out again only after a second time. */
  readonly notFoundAt?: Date;
}

export interface SignedXml {
  readonly file: FileRef;
  readonly sha256: string;
  readonly securityCode: string;
  /** As in the XML, `dd-MM-yyyy HH:mm:ss`, America/Santo_Domingo. */
  readonly fechaFirma: string;
  readonly signedAt: Date;
  readonly certificate: string;
  /** Of a type 32 below 250,000.00: its signed RFCE, which DGII gets in the voucher's place. */
  readonly summary?: { readonly file: FileRef; readonly sha256: string };
}

/** DGII's final answer, or ours for `refused`. */
export interface Verdict {
  /** The delivery it is about; null for one of ours, and for DGII's services that know no trackId. */
  readonly trackId: string | null;
  readonly codigoDgii: string;
  readonly estado: string;
  readonly mensajes: readonly DgiiMessage[];
  /** What DGII said, never derived; null when it said nothing. */
  readonly secuenciaUtilizada: boolean | null;
  readonly replyFile: FileRef | null;
  /** DGII accuses the company's signer, not the voucher: the same content may be accepted once that is cured. */
  readonly configuration?: SignerRefusal;
}

/** Of a voucher that waits. */
export interface WaitTimes {
  readonly now: Date;
  /** When its process tries again. */
  readonly nextTryAt: Date;
  /** When the completer checks that it did. */
  readonly nextCheckAt: Date;
}

/** An operator's word about the voucher (by-hand.ts). */
export interface ByHand {
  readonly action: 'force' | 'annul' | `confirm-${'received' | 'not-received' | 'accepted' | 'rejected'}`;
  /** User of the operating system that gave the command, at its machine. */
  readonly by: string;
  readonly note: string;
  readonly at: Date;
}

/** What an attempt is about: decided when the voucher was admitted, and never changed. */
export interface AdmittedVoucher extends Summary {
  readonly companyId: number;
  readonly environment: Environment;
  /** Id of the request that created this attempt: tells our own insert from another's after a retried write. */
  readonly requestId: string;
  readonly correlationId: string;
  /** SHA-256 (hex) of the normalised JSON. */
  readonly contentHash: string;
  /**
   * The request permitted conditional faults: what the ledger shows later is judged by it too. Absent in records of earlier
   * versions, which let them pass.
   */
  readonly conditionalAllowed?: boolean;
}

export interface DocumentRecord extends AdmittedVoucher {
  readonly attempt: number;
  readonly contentFile: FileRef;
  readonly state: DocumentState;
  readonly final: boolean;
  readonly waiting?: {
    readonly reason: WaitingReason;
    readonly since: Date;
    /** When its process tries again by itself. Absent in records of earlier versions. */
    readonly nextTryAt?: Date;
  };
  readonly signed?: SignedXml;
  /** How many deliveries were ever begun; `submissions` keeps the latest of them. */
  readonly submissionCount: number;
  readonly submissions: readonly Submission[];
  /** Every trackId DGII ever gave for this attempt, oldest first. */
  readonly trackIds: readonly string[];
  /** Those of the attempts before this one: DGII lists them all under the e-NCF. */
  readonly earlierTrackIds: readonly string[];
  readonly verdict?: Verdict;
  readonly receivedAt: Date;
  /** When we first knew that DGII has it. */
  readonly submittedAt?: Date;
  readonly finalAt?: Date;
  /** An operator's order to deliver although the sequence expired; the next delivery uses it up. */
  readonly forced?: Pick<ByHand, 'note' | 'at'>;
  /** Words of operators, the latest last. */
  readonly byHand?: readonly ByHand[];
  /**
   * On final documents: what follows from the verdict (the number given back, the company suspended) is not done yet; the
   * completer sees to it from then on.
   */
  readonly settleAt?: Date;
  /** When the completer starts the workflow again; absent on final documents. */
  readonly nextCheckAt?: Date;
}
