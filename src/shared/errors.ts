/**
 * The one table of errors: each stable code with its HTTP status and its Spanish texts (errors/error-row.ts). Its rows are in a file for
 * each noun. The readers' tables, openapi.yaml's codes and examples and the table of docs/integrar/errores.md follow from it.
 * No Node built-ins here: the workflow bundle contains this file.
 */
import { archiveErrors } from './errors/archive.js';
import { buyerErrors } from './errors/buyers.js';
import { certificateErrors } from './errors/certificates.js';
import { certificationErrors } from './errors/certification.js';
import { companyErrors } from './errors/companies.js';
import type { ErrorRow, Reader } from './errors/error-row.js';
import { eventErrors } from './errors/events.js';
import { monthErrors } from './errors/months.js';
import { numberErrors } from './errors/numbers.js';
import { peopleErrors } from './errors/people.js';
import { receivedErrors } from './errors/received.js';
import { requestErrors } from './errors/requests.js';
import { taxpayerErrors } from './errors/taxpayers.js';
import { voucherErrors } from './errors/vouchers.js';
import { webhookErrors } from './errors/webhooks.js';

export const errorRows = {
  ...requestErrors,
  ...voucherErrors,
  ...numberErrors,
  ...receivedErrors,
  ...eventErrors,
  ...buyerErrors,
  ...certificationErrors,
  ...companyErrors,
  ...certificateErrors,
  ...peopleErrors,
  ...taxpayerErrors,
  ...webhookErrors,
  ...archiveErrors,
  ...monthErrors,
} as const;

type Rows = typeof errorRows;

export type CodeFor<R extends Reader> = {
  [Code in keyof Rows]: R & keyof Rows[Code] extends never ? never : Code;
}[keyof Rows];

export interface ErrorText extends Pick<ErrorRow, 'campo' | 'usage'> {
  readonly status: number;
  readonly mensaje: string;
}

/** The codes of these readers. Where a row has texts for several of them, the first one named here is taken. */
export function errorsFor<const R extends Reader>(
  ...readers: readonly R[]
): Readonly<Record<CodeFor<R>, ErrorText>> {
  const entries = Object.entries<ErrorRow>(errorRows).flatMap(([code, row]) => {
    const mensaje = readers.map((reader) => row[reader]).find((text) => text !== undefined);
    const { status = 0, campo, usage } = row;
    return mensaje === undefined ? [] : [[code, { status, mensaje, campo, usage }]];
  });
  return Object.fromEntries(entries) as Record<CodeFor<R>, ErrorText>;
}

export type ErrorCode = CodeFor<'api'>;

export const errorTable = errorsFor('api');

interface ErrorDetail {
  /** JSON path of the field to correct, for example `ECF.Encabezado.IdDoc.eNCF`. */
  readonly campo?: string;
  /** A more precise message than the table's. In Spanish, without internal details. */
  readonly mensaje?: string;
  /** More members of the envelope's `data`, in addition to `code` and `campo`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The Retry-After header: seconds after which the caller may try again. */
  readonly retryAfterSeconds?: number;
  /** The limit of this process that refused the request. It is for metrics; the caller does not see it. */
  readonly limit?: string;
}

/** A refused request. Only the api's edge throws it; the core and the store return refusals as values. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, detail: ErrorDetail = {}, options?: ErrorOptions) {
    super(detail.mensaje ?? errorTable[code].mensaje, options);
    this.name = 'ServiceError';
    this.code = code;
    this.status = errorTable[code].status;
    this.detail = withOwnField(errorTable[code], detail);
  }
}

/** The detail of an error, with the field of its row unless the caller names another one. */
export function withOwnField<Detail extends { readonly campo?: string }>(
  { campo }: ErrorText,
  detail: Detail,
): Detail {
  return campo === undefined ? detail : { campo, ...detail };
}

/** Makes a switch exhaustive: it does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
