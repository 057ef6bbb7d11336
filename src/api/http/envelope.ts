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

/** The envelope around data that is JSON already, in UTF-8: its numbers stay as they are written. */
export function processedJson(mensaje: string, data: Uint8Array): Buffer {
  const [before, after] = JSON.stringify(processed(mensaje, {})).split('{}') as [string, string];
  return Buffer.concat([Buffer.from(before), data, Buffer.from(after)]);
}
