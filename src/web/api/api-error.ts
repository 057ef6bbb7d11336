/** A refusal of the service, as a screen shows it. */
import { es } from '../es.js';

export interface Refusal {
  readonly code: string;
  /** Spanish, for a person. */
  readonly mensaje: string;
  /** The property of the body that the person must correct, or the path of a voucher's field. */
  readonly campo?: string;
  readonly detalle?: unknown;
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly campo: string | undefined;
  readonly detalle: unknown;

  constructor(status: number, { code, mensaje, campo, detalle }: Refusal, retryAfterSeconds?: number) {
    super(
      retryAfterSeconds === undefined ? mensaje : `${mensaje} ${es.errors.retryAfter(retryAfterSeconds)}`,
    );
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.campo = campo;
    this.detalle = detalle;
  }
}

export const sessionRequired = 'SESSION_REQUIRED';
export const personChanged = 'PERSON_CHANGED';
export const freshCodeRequired = 'FRESH_CODE_REQUIRED';
export const freshPasswordRequired = 'FRESH_PASSWORD_REQUIRED';
export const certificateNotConfirmed = 'CERTIFICATE_NOT_CONFIRMED';
export const certificateChoiceNeeded = 'CERTIFICATE_CHOICE_NEEDED';

export function isRefusal(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** No connection, or the connection broke before the answer. */
export function networkError(): ApiError {
  return new ApiError(0, { code: 'NETWORK', mensaje: es.errors.network });
}

/** Replaces a refusal for want of a session, once the person has logged in again: the service did nothing yet. */
export function repeatAfterLogin(): ApiError {
  return new ApiError(401, { code: sessionRequired, mensaje: es.errors.repeatAfterLogin });
}

/** True for a refusal that the same request would get again; false while the service is unreachable, busy or broken. */
export function isLasting(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : es.errors.crashed;
}
