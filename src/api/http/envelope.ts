/** The response envelope of all operations but login (spec §2.1): codigo, mensaje, procesado, data. */
import type { ServiceError } from '../../shared/errors.js';

/**
 * What a handler returns. It becomes HTTP 200, or 304 when the client has this ETag already. To refuse a request a handler throws a
 * ServiceError.
 */
export interface Answer {
  /** An object becomes JSON. Bytes are JSON already, unless `type` says otherwise. */
  readonly body: object | Buffer;
  readonly type?: 'pdf' | 'xml';
  readonly headers?: Readonly<Record<string, string>>;
}

export function processed(mensaje: string, data: object): object {
  return { codigo: 200, mensaje, procesado: true, data };
}

/** The envelope of a refused request. It contains the correlation id, because support asks for it. */
export function refused(error: ServiceError, correlationId: string): object {
  const { campo, data } = error.detail;
  return {
    codigo: error.status,
    mensaje: error.message,
    procesado: false,
    data: { ...data, code: error.code, ...(campo === undefined ? {} : { campo }), correlationId },
  };
}
