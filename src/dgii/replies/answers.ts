/**
 * What DGII's services answered, as the rest of the worker sees it. Every kind says what is certain: whether a voucher
 * arrived decides whether it may be sent again, so a doubt is a kind of its own and never a refusal.
 */

import type { MessageCause } from '../../ecf/messages/dgii-messages.js';

/** One message of DGII's answer; codes are text because DGII sends numbers and text alike. */
export interface DgiiMessage {
  /** `""` when the message carried no code. */
  readonly codigo: string;
  readonly valor: string;
}

/** The answer as it came, for the archive. Bearer tokens are blanked out. */
export interface DgiiReply {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly raw: string;
  /** True when only the beginning was kept (`replyBytesMax` in http.ts). */
  readonly rawCut: boolean;
}

/** Why it is certain that nothing of a submission arrived, or why a question could not be asked. */
export type Obstacle =
  /** No connection: refused, no such host, or no connection in time. */
  | 'unreachable'
  /** The host's own TLS certificate was not trusted, or the handshake failed. */
  | 'tls'
  /** The seed or token service did not answer, or answered with a fault of its own. */
  | 'auth-unavailable'
  /** What the seed service gave is not a SemillaModel; nothing was signed. */
  | 'seed-invalid'
  /** DGII found our signed seed malformed. */
  | 'seed-refused'
  /** DGII does not accept the certificate (type, validity, signature). */
  | 'certificate'
  /** The signer is not delegated for the RNC. */
  | 'not-delegated'
  /** DGII refused the seed with a text that is not known here. */
  | 'token-refused'
  /** A token obtained a moment ago was refused with 401. */
  | 'unauthorized'
  /** HTTP 429. */
  | 'throttled'
  /** Too many requests of our own are in flight. */
  | 'overloaded'
  /** The caller gave up, or the client was closed. */
  | 'cancelled';

export interface Obstructed {
  readonly cause: Obstacle;
  /** A code or a short technical text for the log; no secret, no body. */
  readonly detail: string;
  readonly mensajes: readonly DgiiMessage[];
  readonly reply: DgiiReply | null;
}

/** What a known text or code of a refusal is about (ecf/dgii-messages.ts). */
export type RefusalCause = MessageCause | 'other';

export type SubmitReading =
  | { readonly kind: 'received'; readonly trackId: string; readonly mensajes: readonly DgiiMessage[] }
  /** DGII itself answered and did not receive it. Not a verdict: there is no trackId. */
  | { readonly kind: 'refused'; readonly cause: RefusalCause; readonly mensajes: readonly DgiiMessage[] }
  | { readonly kind: 'unknown'; readonly detail: string; readonly mensajes: readonly DgiiMessage[] };

export type SubmitAnswer =
  | (Exclude<SubmitReading, { kind: 'unknown' }> & { readonly reply: DgiiReply })
  /** It may have arrived: timeout, reset, 5xx, a bare 400, HTML, an unreadable 200. Ask before sending again. */
  | (Extract<SubmitReading, { kind: 'unknown' }> & { readonly reply: DgiiReply | null })
  /** Certain that nothing arrived. */
  | ({ readonly kind: 'not-sent' } & Obstructed);

/** Whether a token was given; the token itself stays with the client. */
export type TokenAnswer = { readonly kind: 'token' } | ({ readonly kind: 'unavailable' } & Obstructed);

export type FinalVerdict = 'accepted' | 'conditionally-accepted' | 'rejected';

/** DGII's estado and codigo taken together (standing.ts). */
export type Standing = FinalVerdict | 'in-process' | 'not-found';

/** A question that got no usable answer. Nothing may be concluded from it. */
export type Unavailable = { readonly kind: 'unavailable' } & (
  | Obstructed
  /** `timeout`, `broken`: the connection; `server-fault`: 5xx, HTML or bare; `unreadable`, `contradictory`: the body. */
  | (Omit<Obstructed, 'cause'> & {
      readonly cause: 'timeout' | 'broken' | 'server-fault' | 'unreadable' | 'contradictory' | 'refused';
    })
);

type UnavailableReading = Omit<Unavailable, 'reply'>;

export interface FinalResult {
  readonly kind: 'final';
  readonly verdict: FinalVerdict;
  readonly codigo: string;
  readonly estado: string;
  readonly mensajes: readonly DgiiMessage[];
  /** What DGII said, never derived; null when it said nothing. On a rejection `false` frees the number. */
  readonly secuenciaUtilizada: boolean | null;
  readonly trackId: string | null;
  readonly rnc: string | null;
  readonly encf: string | null;
  /** As DGII wrote it, `M/d/yyyy h:mm:ss tt`. */
  readonly fechaRecepcion: string | null;
}

export type ResultReading =
  | FinalResult
  /** `transient-fault`: "Rechazado" with code 004 only, which asks for another try and judges nothing. */
  | {
      readonly kind: 'pending';
      readonly reason: 'in-process' | 'transient-fault';
      readonly mensajes: readonly DgiiMessage[];
    }
  | { readonly kind: 'not-found'; readonly mensajes: readonly DgiiMessage[] }
  | UnavailableReading;

export type ResultAnswer =
  (Exclude<ResultReading, UnavailableReading> & { readonly reply: DgiiReply }) | Unavailable;

export interface TrackIdEntry {
  readonly trackId: string;
  readonly estado: string;
  /** Null when the estado is not one of DGII's five. */
  readonly standing: Standing | null;
  readonly fechaRecepcion: string | null;
}

/** RFCE: the verdict comes at once. */
export type RfceReading =
  | FinalResult
  /** "Favor intentar nueva vez" (code 004): no verdict, and not certain that nothing was kept. */
  | { readonly kind: 'transient'; readonly mensajes: readonly DgiiMessage[] }
  | Exclude<SubmitReading, { kind: 'received' }>;

export type RfceAnswer =
  | (Exclude<RfceReading, { kind: 'unknown' }> & { readonly reply: DgiiReply })
  | Extract<SubmitAnswer, { kind: 'unknown' | 'not-sent' }>;

/** Consulta de RFCE: as a result, though found by number and security code. */
export type RfceStateAnswer = ResultAnswer;

/** ANECF: numbers voided. */
export type AnnulReading =
  | {
      readonly kind: 'annulled';
      /** `partly`: DGII left out numbers in use, which `mensajes` names. */
      readonly extent: 'all' | 'partly';
      readonly codigo: string;
      readonly nombre: string;
      readonly rnc: string | null;
      readonly mensajes: readonly DgiiMessage[];
    }
  | Exclude<SubmitReading, { kind: 'received' }>;

export type AnnulAnswer =
  | (Exclude<AnnulReading, { kind: 'unknown' }> & { readonly reply: DgiiReply })
  | Extract<SubmitAnswer, { kind: 'unknown' | 'not-sent' }>
  | NotOffered;

/** Whether DGII says, or shows, that it is there. */
export type ServiceStatusReading =
  { readonly kind: 'status'; readonly available: boolean; readonly estado: string } | UnavailableReading;

export type ServiceStatusAnswer =
  | (Exclude<ServiceStatusReading, UnavailableReading> & { readonly reply: DgiiReply })
  | NotOffered
  | Unavailable;

/** Hours and days are DGII's texts: `9:00 AM`, `06-08-2020`, in Santo Domingo. */
export interface MaintenanceWindow {
  readonly ambiente: string;
  readonly horaInicio: string;
  readonly horaFin: string;
  readonly dias: readonly string[];
}

export type MaintenanceReading =
  { readonly kind: 'windows'; readonly windows: readonly MaintenanceWindow[] } | UnavailableReading;

export type MaintenanceAnswer =
  | (Exclude<MaintenanceReading, UnavailableReading> & { readonly reply: DgiiReply })
  | NotOffered
  | Unavailable;

export type TrackIdsReading =
  /** In DGII's order, one entry for each delivery with this e-NCF; never empty. */
  | { readonly kind: 'found'; readonly trackIds: readonly TrackIdEntry[] }
  | { readonly kind: 'not-found'; readonly mensajes: readonly DgiiMessage[] }
  | UnavailableReading;

/** DGII does not offer the service in this environment, or no address of it is configured; nothing was asked. */
export interface NotOffered {
  readonly kind: 'not-offered';
}

export type TrackIdsAnswer =
  (Exclude<TrackIdsReading, UnavailableReading> & { readonly reply: DgiiReply }) | NotOffered | Unavailable;

export interface EcfState {
  readonly kind: 'found';
  readonly standing: Exclude<Standing, 'not-found'>;
  readonly codigo: string;
  readonly estado: string;
  readonly rncEmisor: string | null;
  readonly encf: string | null;
  /** Decimal text. */
  readonly montoTotal: string | null;
  readonly totalITBIS: string | null;
  readonly fechaEmision: string | null;
  readonly fechaFirma: string | null;
  readonly rncComprador: string | null;
  readonly codigoSeguridad: string | null;
  readonly idExtranjero: string | null;
}

export type StateReading =
  EcfState | { readonly kind: 'not-found'; readonly mensajes: readonly DgiiMessage[] } | UnavailableReading;

export type StateAnswer =
  (Exclude<StateReading, UnavailableReading> & { readonly reply: DgiiReply }) | NotOffered | Unavailable;
