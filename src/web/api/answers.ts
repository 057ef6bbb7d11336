/** What the paths of /app/api answer, as the screens use it. */
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Fault } from '../../ecf/model/fault.js';

export type Role = 'soporte' | 'administrador' | 'operador' | 'consulta';

export interface CompanyOfPerson {
  readonly companyId: number;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly environment: Environment;
  readonly role: Role;
}

export interface Session {
  readonly person: {
    readonly personId: string;
    readonly email: string;
    readonly name: string;
    readonly support: boolean;
    readonly secondFactor: boolean;
  };
  readonly companies: readonly CompanyOfPerson[];
  readonly service: {
    readonly demo: boolean;
    readonly allowProduction: boolean;
    readonly temporalUiUrl: string | null;
  };
}

export type LoginStep = 'done' | 'code' | 'enrol';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface VoucherRow {
  readonly encf: string;
  readonly ecfType: EcfType;
  readonly attempt: number;
  readonly buyerRnc: string;
  readonly total: string;
  readonly state: DocumentState;
  readonly status: string;
  readonly waiting: WaitingReason | null;
  readonly receivedAt: string;
  readonly issuedOn: string;
}

export interface DgiiSaid {
  readonly codigo: string;
  readonly valor: string;
  /** JSON path of the field, if DGII's message names one. */
  readonly campo: string | null;
  /** What a person can do about it, in Spanish. */
  readonly consejo: string | null;
}

export interface TimelineEvent {
  readonly at: string;
  readonly kind:
    'received' | 'signed' | 'delivery' | 'delivery-ended' | 'submitted' | 'waiting' | 'decision' | 'final';
  /** Spanish, one line. */
  readonly text: string;
}

export type DeliveryOutcome = 'received' | 'found' | 'refused' | 'not-sent' | 'lost';

export interface Delivery {
  readonly n: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Null: no outcome yet, so it may have arrived. */
  readonly outcome: DeliveryOutcome | null;
  readonly httpStatus: number | null;
  readonly trackId: string | null;
  readonly codes: readonly string[];
}

export interface Decision {
  readonly action: string;
  readonly by: string;
  readonly note: string;
  readonly at: string;
}

export type DecisionName = 'retry' | 'confirm' | 'force' | 'annul';

export interface Voucher extends VoucherRow {
  /** The newest attempt of this e-NCF. */
  readonly latestAttempt: number;
  readonly final: boolean;
  readonly correlationId: string;
  readonly finalAt: string | null;
  readonly waitingSince: string | null;
  readonly nextTryAt: string | null;
  /** What ends the wait, in Spanish. */
  readonly waitingAdvice: string | null;
  readonly trackIds: readonly string[];
  readonly securityCode: string | null;
  readonly signedAt: string | null;
  readonly timeline: readonly TimelineEvent[];
  readonly deliveries: readonly Delivery[];
  readonly messages: readonly DgiiSaid[];
  readonly verdict: {
    readonly codigoDgii: string;
    readonly estado: string;
    readonly trackId: string | null;
    readonly secuenciaUtilizada: boolean | null;
  } | null;
  readonly decisions: readonly Decision[];
  readonly attempts: readonly { readonly attempt: number; readonly status: string }[];
  /** The decisions that the voucher's state permits. */
  readonly possible: readonly DecisionName[];
  readonly qrUrl: string | null;
  readonly temporalUrl: string | null;
}

export type SequenceState = 'Vigente' | 'Agotada' | 'Vencida' | 'Sin autorizaciones';

export interface Authorization {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly next: number | null;
  readonly available: number;
  readonly expiresOn: string | null;
  readonly state: SequenceState;
  readonly authorizationNumber: string;
  readonly closed: boolean;
}

export interface Sequence {
  readonly ecfType: EcfType;
  readonly next: string | null;
  readonly available: number;
  readonly used: number;
  readonly total: number;
  readonly state: SequenceState;
  readonly expiresOn: string | null;
  readonly authorizations: readonly Authorization[];
}

export interface UnusedNumber {
  readonly encf: string;
  readonly ecfType: EcfType;
  readonly reservedAt: string;
  readonly reference: string | null;
}

export interface Summary {
  readonly open: number;
  readonly finalToday: number;
  readonly waiting: readonly { readonly reason: WaitingReason; readonly count: number }[];
  readonly ranges: readonly {
    readonly ecfType: EcfType;
    readonly available: number;
    readonly expiresOn: string | null;
    readonly state: SequenceState;
  }[];
  readonly certificate: { readonly notAfter: string; readonly daysLeft: number } | null;
  /** Null: not known. */
  readonly dgii: { readonly available: boolean; readonly text: string } | null;
  readonly suspended: string | null;
}

export interface CompanyRow {
  readonly companyId: number;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly environment: Environment;
}

export type Origin = 'service' | 'client';

export interface CompanyDetails extends CompanyRow {
  /** Who assigns the numbers: this service or the company's own system. */
  readonly origin: Origin;
  /** What happens to a conditional fault when a request does not say it. */
  readonly conditional: 'allow' | 'block';
  /** The company's own consent. */
  readonly allowProduction: boolean;
  /** Both are needed for production. */
  readonly consents: { readonly service: boolean; readonly company: boolean };
  /** A change of the origin that was started and waits for a person to finish it. */
  readonly originChange: { readonly to: Origin; readonly since: string; readonly readyAt: string } | null;
  readonly suspension: {
    readonly environment: Environment;
    readonly reason: string;
    readonly since: string;
  } | null;
  readonly openVouchers: number;
}

export interface User {
  readonly usuario: string;
  readonly disabled: boolean;
}

export interface Certificate {
  readonly fingerprint: string;
  readonly subject: string;
  readonly daysLeft: number;
  readonly importedAt: string;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly active: boolean;
}

export interface CompanyPerson {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly secondFactor: boolean;
  readonly sessions: number;
}

/** An invitation whose link was not used yet. */
export interface OpenInvitation {
  readonly invitationId: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
}

export interface CompanyPeople {
  readonly items: readonly CompanyPerson[];
  readonly invitations: readonly OpenInvitation[];
}

export interface AuditEntry {
  readonly actId: string;
  readonly at: string;
  readonly action: string;
  readonly personId: string;
  /** Null: the person no longer exists. */
  readonly email: string | null;
  readonly ip: string;
  readonly correlationId: string;
  readonly environment: string | null;
  readonly target: string | null;
  readonly outcome: 'done' | 'refused' | 'failed' | 'unknown';
  readonly code: string | null;
}

export interface Validation {
  readonly valido: boolean;
  readonly errores: readonly Fault[];
  readonly advertencias: readonly Fault[];
}
