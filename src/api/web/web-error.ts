/** The errors of the web application, with the words for people at a screen (shared/errors.ts). */
import { errorsFor, errorTable, ServiceError, withOwnField, type CodeFor } from '../../shared/errors.js';

const webErrorTable = errorsFor('web', 'people');
export type WebErrorCode = CodeFor<'web' | 'people'>;

const known: Readonly<Record<string, { readonly mensaje: string } | undefined>> = {
  ...errorTable,
  ...webErrorTable,
};

export function messageOf(code: string): string | undefined {
  return known[code]?.mensaje;
}

export interface WebErrorDetail {
  readonly campo?: string;
  /** A more precise message than the table's. In Spanish, without internal details. */
  readonly mensaje?: string;
  readonly detalle?: Readonly<Record<string, unknown>>;
}

export class WebError extends Error {
  readonly code: WebErrorCode;
  readonly status: number;
  readonly detail: WebErrorDetail;

  constructor(code: WebErrorCode, detail: WebErrorDetail = {}) {
    super(detail.mensaje ?? webErrorTable[code].mensaje);
    this.name = 'WebError';
    this.code = code;
    this.status = webErrorTable[code].status;
    this.detail = withOwnField(webErrorTable[code], detail);
  }
}

export function errorBody(error: ServiceError | WebError): object {
  const { campo } = error.detail;
  const detalle = error instanceof ServiceError ? error.detail.data : error.detail.detalle;
  return {
    code: error.code,
    mensaje: error.message,
    ...(campo === undefined ? {} : { campo }),
    ...(detalle === undefined ? {} : { detalle }),
  };
}
