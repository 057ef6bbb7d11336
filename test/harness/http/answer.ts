/**
 * The parts of the service's answers that tests read. Members depend on the operation. Every answer is checked against
 * openapi.yaml when it arrives (described.ts), so a test may take the described members for granted.
 */

export interface Finding {
  readonly code: string;
  readonly campo: string;
  readonly mensaje: string;
  readonly severidad: string;
}

export interface AnswerData {
  readonly code: string;
  readonly campo: string | null;
  readonly reason: string;
  readonly correlationId: string;
  readonly valido: boolean;
  readonly errores: readonly Finding[];
  readonly advertencias: readonly Finding[];
  readonly xml: string;
  readonly ecf: string;
  readonly attempt: number;
  readonly accepted: number | null;
  readonly status: string;
  readonly securityCode: string;
  readonly trackId: string;
  readonly alreadyProcessed: boolean;
  readonly sameContent: boolean | null;
  /** Of ENCF_OTHER_CONTENT: the answer about the voucher that has the number. */
  readonly existente: AnswerData;
  readonly qrUrl: string | null;
  readonly encf: string;
  readonly sequenceExpiresOn: string | null;
  readonly externalReference: string;
  readonly reservedAt: string;
  readonly reused: boolean;
  readonly rnc: string;
  readonly advertencia: string | null;
}

export interface AnswerBody {
  readonly codigo: number;
  readonly mensaje: string;
  readonly procesado: boolean;
  readonly data: AnswerData;
  /** Of a login, which has no envelope. */
  readonly token: string;
  readonly fechaExpiracion: string;
}

/** Of ecf-sequences and ecf-sequences/unused, where `data` is a list. */
export interface ListedNumber {
  readonly encf: string;
  readonly ecfType: number;
  readonly state: string;
  readonly advertencias: readonly { readonly code: string; readonly quedan: number }[];
}
export const listOf = ({ data }: { readonly data: unknown }) => data as readonly ListedNumber[];
