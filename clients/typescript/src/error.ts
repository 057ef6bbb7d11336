/** The one class of errors: what the service refused, an answer that never came, and a webhook that is not the service's. */
import type { ErrorData } from './types.js';

/** Códigos que no da el servicio, sino este cliente. */
export type ClientErrorCode =
  /** Ningún intento recibió una respuesta completa. La solicitud pudo quedar hecha: repita la misma. */
  | 'NO_ANSWER'
  /** Respondió algo que no es el servicio. */
  | 'ANSWER_INVALID'
  | 'WEBHOOK_HEADERS_MISSING'
  | 'WEBHOOK_TIMESTAMP_INVALID'
  | 'WEBHOOK_SIGNATURE_INVALID'
  | 'WEBHOOK_BODY_INVALID';

interface EcfErrorOptions {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly data?: Partial<ErrorData>;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

export class EcfError extends Error {
  override readonly name = 'EcfError';
  /** `data.code` de la respuesta, o uno de `ClientErrorCode`. */
  readonly code: string;
  /** El estado HTTP; 0 si no hay respuesta. */
  readonly status: number;
  /** El campo que hay que corregir. */
  readonly campo: string | undefined;
  /** Todos los hallazgos de la validación. */
  readonly errores: NonNullable<ErrorData['errores']>;
  readonly correlationId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Todo el `data` de la respuesta. */
  readonly data: Partial<ErrorData>;
  /** De `issue`: con ella y el mismo contenido se repite sin emitir dos veces. */
  idempotencyKey: string | undefined;

  constructor({ code, message, status = 0, data = {}, retryAfterSeconds, cause }: EcfErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.campo = data.campo;
    this.errores = data.errores ?? [];
    this.correlationId = data.correlationId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.data = data;
  }
}
