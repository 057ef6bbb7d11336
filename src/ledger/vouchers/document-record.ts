/**
 * The record of one voucher in the ledger (collection `documents`), at most 32 KB. Small JSON, XML and raw DGII replies are
 * stored within it. Larger ones are in `files`, and the record refers to them (docs/develop/adr/0006-small-contents-in-the-record.md).
 */
import type { Binary, Decimal128 } from 'mongodb';
import type { DeliveryOutcome } from '../../ecf/messages/deliveries.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { MainFacts } from '../../ecf/model/document-facts.js';
import type { SignerRefusal, DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { BuyerDelivery } from '../buyers/buyer-delivery.js';
import type { WithPending } from '../events/event-record.js';
import type { WrittenAhead } from '../written-ahead.js';
import type { SignerFacts } from '../../ecf/codes/reception-states.js';

/**
 * How many bytes of a record its compressed contents may take. The rest of the 32 KB is for parts that grow: deliveries,
 * trackIds, messages. A type 31 of ten lines takes about 4 KB.
 */
export const contentsRoomBytes = 10 * 1024;
/** How many bytes one compressed DGII reply may take. A reply has a few hundred characters, and a record keeps several. */
export const replyRoomBytes = 400;

/** DGII returns one trackId per delivery. More than this for one e-NCF shows a fault somewhere. */
export const trackIdsKept = 40;

export type FileRef = string | Binary;

/** The worst outcome of some deliveries: DGII refused each of them for its signer, or for any reason. `unsure`: one may have arrived. */
export type RemovedOutcome = 'signer-refused' | 'refused' | 'unsure';

/** The worst outcome of the deliveries that the record no longer has. */
export function removedDeliveries({
  submissions,
  submissionCount,
  removedDeliveries: known,
}: Pick<DocumentRecord, 'submissions' | 'submissionCount' | 'removedDeliveries'>): RemovedOutcome | 'none' {
  const removed = submissionCount - submissions.length;
  if (removed === 0) return 'none';
  // A worker of an earlier version removes deliveries without counting them here.
  return known?.count === removed ? known.worst : 'unsure';
}

export function attemptId({ companyId, environment, encf, attempt }: AttemptRef): string {
  return `${companyId}:${environment}:${encf}:${attempt}`;
}

/** The ids of the attempts that this one replaced, at most `max`, the latest first. */
export function earlierAttemptIds(ref: AttemptRef, max: number): readonly string[] {
  return Array.from({ length: Math.min(ref.attempt - 1, max) }, (_, index) =>
    attemptId({ ...ref, attempt: ref.attempt - 1 - index }),
  );
}

export interface Delivery extends WrittenAhead {
  readonly to: string;
  readonly outcome?: DeliveryOutcome;
  readonly trackId?: string;
  /** DGII's codes, when it refused. On a delivery without `outcome` they mean that DGII said that the number is used. */
  readonly codes?: readonly string[];
  /** DGII refused the signer: it did not take the voucher and will not take anything that this certificate signed. */
  readonly signerRefused?: true;
  readonly replyFile?: FileRef;
  /** When DGII first said that it does not know the e-NCF. We send the same bytes again only after DGII says so twice. */
  readonly notFoundAt?: Date;
}

/** DGII called the number used, and nobody has said since that DGII did not receive this delivery. */
export function saysAlreadyUsed(delivery: Delivery): boolean {
  return delivery.outcome !== 'lost' && calledUsed(delivery);
}

/** Whether DGII ever answered a delivery that the number is used. Then a rejection of another delivery does not make the number free. */
export function numberCalledUsed({ submissions }: DocumentRecord): boolean {
  return submissions.some(calledUsed);
}

/** If DGII did not refuse a delivery, it has codes only then. */
function calledUsed({ outcome, codes }: Delivery): boolean {
  return outcome !== 'refused' && codes !== undefined;
}

/**
 * A delivery before the last one may have arrived, unless DGII refused its signer. Any other refusal proves nothing: a proxy may have
 * delivered the request twice, and DGII may have taken the other copy.
 */
export function earlierMayHaveArrived(document: DocumentRecord): boolean {
  const earlier = document.submissions.slice(0, -1);
  const certainlyNot = ({ outcome, signerRefused }: Delivery) =>
    outcome === 'not-sent' || signerRefused === true;
  const removed = removedDeliveries(document);
  return (removed !== 'none' && removed !== 'signer-refused') || !earlier.every(certainlyNot);
}

export interface SignedXml {
  readonly file: FileRef;
  readonly sha256: string;
  readonly securityCode: string;
  /** As in the XML, `dd-MM-yyyy HH:mm:ss`, America/Santo_Domingo. */
  readonly fechaFirma: string;
  readonly signedAt: Date;
  readonly certificate: string;
  /** Only for a type 32 below 250,000.00: the RFCE, which we send to DGII instead of the voucher. */
  readonly summary?: { readonly file: FileRef; readonly sha256: string };
}

/** DGII's final answer, or our own: for a voucher that was refused or annulled, or that an operator decided (`ownVerdict`). */
export interface Verdict {
  /** Null for our own verdict, and for DGII's services that have no trackId. */
  readonly trackId: string | null;
  readonly codigoDgii: string;
  readonly estado: string;
  readonly mensajes: readonly DgiiMessage[];
  /** As DGII said it, never derived. Null when DGII did not say. */
  readonly secuenciaUtilizada: boolean | null;
  readonly replyFile: FileRef | null;
  /** DGII objected to the company's signer, not to the voucher. It may accept the same content when the signer is in order. */
  readonly configuration?: SignerRefusal;
}

/** A verdict that is not DGII's: our own refusal, an annulment, or an operator's decision. `said`: fields that are known anyway. */
export function ownVerdict(codigo: string, valor: string, said: Partial<Verdict> = {}): Verdict {
  const nothing = { trackId: null, codigoDgii: '', estado: '', secuenciaUtilizada: null, replyFile: null };
  return { ...nothing, ...said, mensajes: [{ codigo, valor }] };
}

export interface WaitTimes {
  readonly now: Date;
  /** When its run tries again. */
  readonly nextTryAt: Date;
  /** When the completer checks that the run did try. */
  readonly nextCheckAt: Date;
  /** Fingerprint of the certificate that DGII or we refuse. */
  readonly certificate?: string;
}

export interface OperatorDecision {
  readonly action: 'force' | 'annul' | `confirm-${'received' | 'not-received' | 'accepted' | 'rejected'}`;
  /** The operating-system user who gave the command, and the machine; in the web application the person's e-mail. */
  readonly by: string;
  readonly note: string;
  readonly at: Date;
}

export interface IssuedBy {
  readonly by: string;
  /** The person saw the conditional faults and issued the voucher all the same. */
  readonly conditionalConfirmed?: true;
  /** Why the person ordered another attempt of a number that was spent. */
  readonly newAttemptNote?: string;
}

/** The facts of an attempt that never change after admission. */
export interface AdmittedVoucher extends MainFacts {
  readonly companyId: number;
  readonly environment: Environment;
  /** Id of the request that created this attempt. After a retried write, it shows whether the insert was our own. */
  readonly requestId: string;
  readonly correlationId: string;
  /** The client's reference of the number's reservation. Absent: the number has none. */
  readonly externalReference?: string;
  /** SHA-256 (hex) of the normalised JSON. */
  readonly contentHash: string;
  /** Whether the request permitted conditional faults. Checks against the ledger's later state follow it too. */
  readonly conditionalAllowed: boolean;
  /** Absent: a request of the API created the attempt. */
  readonly issuedBy?: IssuedBy;
}

/** TypeScript demands each member here. */
const admittedMembers: Readonly<Record<keyof AdmittedVoucher, true>> = {
  companyId: true,
  environment: true,
  requestId: true,
  correlationId: true,
  externalReference: true,
  contentHash: true,
  conditionalAllowed: true,
  issuedBy: true,
  encf: true,
  tipoeCF: true,
  rncEmisor: true,
  razonSocialEmisor: true,
  rncComprador: true,
  identificadorExtranjero: true,
  razonSocialComprador: true,
  correoComprador: true,
  montoTotal: true,
  totalITBIS: true,
  montoGravadoI1: true,
  montoGravadoI2: true,
  montoGravadoI3: true,
  montoExento: true,
  lateNote: true,
  fechaEmision: true,
  fechaVencimientoSecuencia: true,
  deferred: true,
  tipoMoneda: true,
  montoTotalOtraMoneda: true,
  numeroFacturaInterna: true,
  modifies: true,
};

export function admittedFactsOf(document: DocumentRecord): AdmittedVoucher {
  const facts = Object.entries(document).filter(([name]) => Object.hasOwn(admittedMembers, name));
  return Object.fromEntries(facts) as unknown as AdmittedVoucher;
}

/** What the voucher is found by (lists/voucher-search.ts). */
export interface VoucherSearch {
  /** Of what lists read of the record: `listedVersion` of lists/voucher-search.ts. */
  readonly version: number;
  readonly words: readonly string[];
  /** MontoTotal as a number, because its text does not sort. */
  readonly amount: Decimal128;
}

export interface DocumentRecord extends AdmittedVoucher, WithPending {
  readonly attempt: number;
  readonly contentFile: FileRef;
  readonly state: DocumentState;
  readonly final: boolean;
  readonly waiting?: {
    readonly reason: WaitingReason;
    readonly since: Date;
    /** When its run tries again by itself. */
    readonly nextTryAt: Date;
    /** Fingerprint of the certificate that was refused when the wait began. Absent: another reason, or it could not be opened. */
    readonly certificate?: string;
  };
  /**
   * When the signed voucher first had to wait for DGII. From then on it may have been printed in contingency. If this time is before the
   * present signature, the voucher was signed anew since then.
   */
  readonly contingencySince?: Date;
  readonly signed?: SignedXml;
  /** How many deliveries were ever started; `submissions` keeps the latest ones. */
  readonly submissionCount: number;
  readonly submissions: readonly Delivery[];
  /** What became of the older deliveries, which `submissions` no longer has. */
  readonly removedDeliveries?: { readonly count: number; readonly worst: RemovedOutcome };
  /** Every trackId that DGII returned for this attempt, oldest first. */
  readonly trackIds: readonly string[];
  /** TrackIds of earlier attempts: DGII lists all of them under the e-NCF. */
  readonly earlierTrackIds: readonly string[];
  readonly verdict?: Verdict;
  readonly receivedAt: Date;
  /** When the day of issue starts in Santo Domingo. FechaEmision itself is text that does not sort. */
  readonly issuedDay: Date;
  /** When we first knew that DGII has it. */
  readonly submittedAt?: Date;
  readonly finalAt?: Date;
  /**
   * When the record last changed in a way that the API shows. By the ledger's clock, except at the admission, so lists of changes have one
   * order. Absent: not since this time is kept.
   */
  readonly changedAt?: Date;
  /** An operator's order for one delivery, although the sequence expired or DGII cannot be asked. That delivery removes it. */
  readonly forced?: Pick<OperatorDecision, 'note' | 'at'>;
  /** Operators' decisions, the latest last. */
  readonly byHand?: readonly OperatorDecision[];
  /**
   * On final documents whose verdict is not applied yet (give the number back, suspend the company): from then on the completer starts a
   * run, and the run's first step applies it. Absent when the verdict is applied.
   */
  readonly settleAt?: Date;
  readonly buyerApproval?: {
    readonly estado: 'aprobado' | 'rechazado';
    readonly motivo?: string;
    /** As the buyer signed it, `dd-MM-yyyy HH:mm:ss`. */
    readonly fecha: string;
    readonly signer: SignerFacts;
    readonly receivedAt: Date;
  };
  /** When the completer starts the workflow again; absent on final documents. */
  readonly nextCheckAt?: Date;
  /** When a worker next checks the delivery to the buyer; absent when nothing is left to do. */
  readonly deliverAt?: Date;
  /** Absent: the voucher does not go to a buyer, or nothing was tried yet. */
  readonly buyerDelivery?: BuyerDelivery;
  /** Only lists read it. Absent: the background round has not indexed this voucher yet. */
  readonly search?: VoucherSearch;
}

export interface AdmitInput extends AdmittedVoucher {
  /** Normalised JSON: the text or its UTF-8 bytes. */
  readonly content: string | Uint8Array;
  readonly now: Date;
  /** True while DGII refuses the company's signer in this environment: it would reject the same content again. */
  readonly suspended?: boolean;
  /** Starts another attempt with the same content too, whatever the cause of the rejection, if the number is free. */
  readonly resend?: boolean;
  /** After this time the completer starts the workflow if it never started. */
  readonly firstCheckMs: number;
  /**
   * A person orders the attempt after this one. In certification alone, also if its number is spent. If it is not the latest any more,
   * nothing is written.
   */
  readonly replaces?: number;
}

export type Admission =
  /** This request created the attempt: the first one, or the next one after a rejection that left the number free. */
  | { readonly outcome: 'created'; readonly document: DocumentRecord }
  /** Another request created it. Nothing was written. */
  | { readonly outcome: 'existing'; readonly document: DocumentRecord };
