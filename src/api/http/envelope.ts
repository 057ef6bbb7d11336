/** The response envelope of all operations but login (spec §2.1): codigo, mensaje, procesado, data. */
import type { ServiceError } from '../../shared/errors.js';

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
