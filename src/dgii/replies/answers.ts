/**
 * The answers of DGII's services, as the rest of the worker sees them. Each kind says what is certain. A voucher may be sent
 * again only if it certainly did not arrive, so a doubt is a kind of its own and never a refusal.
 */

import type { EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { DgiiMessage, MessageCause } from '../../ecf/messages/dgii-messages.js';
import type { MaintenanceWindow } from '../../ecf/messages/maintenance-window.js';

/** The answer as it came, for the archive, without bearer tokens. */
export interface DgiiReply {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly raw: string;
  /** True when only the beginning was kept (`replyBytesMax` in http.ts). */
  readonly rawCut: boolean;
}

/** Why a delivery certainly did not arrive, or why we could not ask a question. */
export type Obstacle =
  | 'unreachable'
  /** The host's own TLS certificate was not trusted, or the handshake failed. */
  | 'tls'
  /** The seed or token service did not answer, or answered with a fault of its own. */
  | 'auth-unavailable'
  /** The seed service did not return a SemillaModel. Nothing was signed. */
  | 'seed-invalid'
  | 'seed-refused'
  | 'certificate'
  | 'not-delegated'
  /** DGII refused the seed with a text that we do not know. */
  | 'token-refused'
  | 'unauthorized'
  | 'throttled'
  | 'overloaded'
  | 'cancelled';

export interface Obstructed {
  readonly cause: Obstacle;
  /** A code or a short technical text for the log; no secret, no body. */
  readonly detail: string;
  readonly mensajes: readonly DgiiMessage[];
  readonly reply: DgiiReply | null;
}

/** The subject of a refusal, from its known text or code (ecf/messages/dgii-messages.ts). */
export type RefusalCause = MessageCause | 'other';

export type SubmitReading =
  | { readonly kind: 'received'; readonly trackId: string; readonly mensajes: readonly DgiiMessage[] }
  /** DGII itself answered that it did not take the voucher. This is not a verdict: there is no trackId. */
  | { readonly kind: 'refused'; readonly cause: RefusalCause; readonly mensajes: readonly DgiiMessage[] }
  | {
      readonly kind: 'unknown';
      /** DGII itself answered, and its words do not say whether it has the voucher. Absent: it may be down. */
      readonly cause?: 'answered';
      readonly detail: string;
      readonly mensajes: readonly DgiiMessage[];
    };

export type SubmitAnswer =
  | (Exclude<SubmitReading, { kind: 'unknown' }> & { readonly reply: DgiiReply })
  /** It may have arrived: timeout, reset, 5xx, 408, a bare 400, HTML, a 200 without a trackId. Ask before sending again. */
  | (Extract<SubmitReading, { kind: 'unknown' }> & { readonly reply: DgiiReply | null })
  | ({ readonly kind: 'not-sent' } & Obstructed);

/** The token itself stays within the client. */
export type TokenAnswer = { readonly kind: 'token' } | ({ readonly kind: 'unavailable' } & Obstructed);

export type FinalVerdict = 'accepted' | 'conditionally-accepted' | 'rejected';

/** DGII's `estado` and `codigo` combined (result-code.ts). */
export type DgiiState = FinalVerdict | 'in-process' | 'not-found';

/** A question without a usable answer. We must not conclude anything from it. */
export type Unavailable = { readonly kind: 'unavailable' } & (
  | Obstructed
  /**
   * `timeout`, `broken`: the connection; `server-fault`: 5xx, HTML or bare; `unreadable`, `contradictory`: the body.
   * `not-allowed-to-ask`: DGII does not let this signer ask about this number.
   */
  | (Omit<Obstructed, 'cause'> & {
      readonly cause:
        | 'timeout'
        | 'broken'
        | 'server-fault'
        | 'unreadable'
        | 'contradictory'
        | 'refused'
        | 'not-allowed-to-ask';
    })
);

export type UnavailableReading = Omit<Unavailable, 'reply'>;

type Asked<Reading> = (Exclude<Reading, UnavailableReading> & { readonly reply: DgiiReply }) | Unavailable;

type Delivered<Reading> =
  | (Exclude<Reading, { kind: 'unknown' }> & { readonly reply: DgiiReply })
  | Extract<SubmitAnswer, { kind: 'unknown' | 'not-sent' }>;

export interface FinalResult {
  readonly kind: 'final';
  readonly verdict: FinalVerdict;
  readonly codigo: string;
  readonly estado: string;
  readonly mensajes: readonly DgiiMessage[];
  /** As DGII said it, never derived. Null when DGII did not say. On a rejection `false` frees the number. */
  readonly secuenciaUtilizada: boolean | null;
  readonly trackId: string | null;
  readonly rnc: string | null;
  readonly encf: string | null;
}

export type ResultReading =
  | FinalResult
  /** `transient-fault`: "Rechazado" with code 004 only. DGII asks us to try again, and it is not a verdict. */
  | { readonly kind: 'pending'; readonly reason: 'in-process' | 'transient-fault' }
  | { readonly kind: 'not-found' }
  | UnavailableReading;

export type ResultAnswer = Asked<ResultReading>;

export interface TrackIdEntry {
  readonly trackId: string;
  /** Null when the estado is not one of DGII's five. */
  readonly state: DgiiState | null;
}

/** RFCE: the answer already contains the verdict. */
export type RfceReading =
  | FinalResult
  /** "Favor intentar nueva vez" (code 004): not a verdict, and DGII may have kept the summary. */
  | { readonly kind: 'transient'; readonly mensajes: readonly DgiiMessage[] }
  | Exclude<SubmitReading, { kind: 'received' }>;

export type RfceAnswer = Delivered<RfceReading>;

export type RfceStateAnswer = ResultAnswer;

interface AnnulSaid {
  readonly codigo: string;
  readonly rnc: string | null;
  readonly mensajes: readonly DgiiMessage[];
  readonly excepted: readonly EncfRange[];
  /** DGII's text may name more numbers, in a form that we cannot read. */
  readonly unread: boolean;
}

export type AnnulReading =
  | (AnnulSaid & { readonly kind: 'annulled' })
  /** The excepted ones were not voided. DGII says nothing about the others. */
  | (AnnulSaid & { readonly kind: 'excepted' })
  /** Nothing was voided. `of` says what DGII objects to: the file, or something else, which may be the numbers. */
  | (Extract<SubmitReading, { kind: 'refused' }> & { readonly of: 'file' | 'numbers' })
  | Extract<SubmitReading, { kind: 'unknown' }>;

export type AnnulAnswer = Delivered<AnnulReading> | NotOffered;

export type ServiceStatusReading =
  { readonly kind: 'status'; readonly available: boolean; readonly estado: string } | UnavailableReading;

export type ServiceStatusAnswer = Asked<ServiceStatusReading>;

export type MaintenanceReading =
  { readonly kind: 'windows'; readonly windows: readonly MaintenanceWindow[] } | UnavailableReading;

export type MaintenanceAnswer = Asked<MaintenanceReading>;

export type TrackIdsReading =
  /** In DGII's order, one entry for each delivery with this e-NCF; never empty. */
  | { readonly kind: 'found'; readonly trackIds: readonly TrackIdEntry[] }
  | { readonly kind: 'not-found' }
  | UnavailableReading;

/** DGII does not offer the service in this environment. We sent no request. */
export interface NotOffered {
  readonly kind: 'not-offered';
}

export type TrackIdsAnswer = Asked<TrackIdsReading> | NotOffered;

interface EcfState {
  readonly kind: 'found';
  readonly state: Exclude<DgiiState, 'not-found'>;
  readonly rncEmisor: string | null;
  readonly encf: string | null;
  /** Decimal text. */
  readonly montoTotal: string | null;
  readonly totalITBIS: string | null;
  readonly fechaEmision: string | null;
  readonly fechaFirma: string | null;
  readonly rncComprador: string | null;
  readonly codigoSeguridad: string | null;
}

export type StateReading = EcfState | { readonly kind: 'not-found' } | UnavailableReading;

export type StateAnswer = Asked<StateReading> | NotOffered;

/**
 * A taxpayer in DGII's directory of electronic taxpayers. The addresses are as the taxpayer wrote them, so they may be anything:
 * buyers/addresses.ts decides what we call. Null when it gave none.
 */
export interface DirectoryEntry {
  readonly rnc: string | null;
  readonly urlRecepcion: string | null;
  readonly urlAceptacion: string | null;
  /** Where it gives tokens. Null: it asks for none. */
  readonly urlOpcional: string | null;
}

export type DirectoryReading =
  | { readonly kind: 'found'; readonly entry: DirectoryEntry }
  | { readonly kind: 'not-found' }
  | UnavailableReading;

export type DirectoryAnswer = Asked<DirectoryReading> | NotOffered;

/** ACECF. `approved` means that DGII processed it, whatever the buyer decided. */
export type ApprovalReading =
  | { readonly kind: 'approved'; readonly codigo: string; readonly mensajes: readonly DgiiMessage[] }
  | {
      readonly kind: 'rejected';
      /**
       * `known`: DGII has an approval of this voucher. `no-voucher`: it has no accepted voucher like this, perhaps not yet.
       * `not-needed`: vouchers of this type get no approval.
       */
      readonly cause: RefusalCause | 'known' | 'no-voucher' | 'not-needed';
      readonly codigo: string;
      readonly mensajes: readonly DgiiMessage[];
    }
  | Extract<SubmitReading, { kind: 'unknown' }>;

export type ApprovalAnswer = Delivered<ApprovalReading>;
