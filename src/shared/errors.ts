/**
 * All error codes of the service. Each stable code has its HTTP status and a Spanish message for a person.
 * No Node built-ins here: the workflow bundle contains this file.
 */
export const errorTable = {
  JSON_INVALID: { status: 400, mensaje: 'El cuerpo de la solicitud no es un JSON válido.' },
  REQUEST_INVALID: { status: 400, mensaje: 'La solicitud no tiene la forma que pide la operación.' },
  ECF_INVALID: { status: 400, mensaje: 'El comprobante tiene errores de validación y no fue enviado.' },
  ECF_CONDITIONAL: {
    status: 400,
    mensaje:
      'El comprobante no fue enviado: la DGII lo aceptaría solo condicionalmente. Corríjalo o, para enviarlo así, repita con condicional=permitir.',
  },
  ECF_TYPE_INVALID: {
    status: 400,
    mensaje: 'El tipo de e-CF debe ser 31, 32, 33, 34, 41, 43, 44, 45, 46 o 47.',
  },
  ENCF_INVALID: {
    status: 400,
    mensaje:
      'El e-NCF debe ser la letra E, los dos dígitos del tipo y diez dígitos de secuencia (13 caracteres).',
  },
  ENCF_TYPE_MISMATCH: { status: 400, mensaje: 'El tipo del e-NCF no coincide con TipoeCF.' },
  EXTERNAL_REFERENCE_INVALID: {
    status: 400,
    mensaje: 'externalReference debe ser un texto de 1 a 64 caracteres.',
  },
  SEQUENCE_EXPIRY_MISMATCH: {
    status: 400,
    mensaje: 'FechaVencimientoSecuencia debe ser el vencimiento de la autorización del e-NCF.',
  },
  RNC_EMISOR_MISMATCH: { status: 400, mensaje: 'RNCEmisor debe ser el RNC de la empresa que inició sesión.' },
  SEQUENCE_EXPIRED: { status: 400, mensaje: 'La secuencia está vencida: FechaVencimientoSecuencia ya pasó.' },
  ENCF_NOT_ISSUED_BY_SERVICE: {
    status: 400,
    mensaje: 'El e-NCF no fue entregado por ecf-sequences/next, y la empresa usa la numeración del servicio.',
  },
  WAIT_FOR_FINAL_INVALID: {
    status: 400,
    mensaje: 'waitForFinal debe ser un número con unidad (ms, s o m), por ejemplo 10s, y como máximo 120 s.',
  },
  CONDICIONAL_INVALID: { status: 400, mensaje: 'condicional debe ser permitir o bloquear.' },
  CORRELATION_ID_INVALID: {
    status: 400,
    mensaje: 'X-Correlation-Id debe tener entre 1 y 128 caracteres ASCII imprimibles.',
  },
  RNC_INVALID: { status: 400, mensaje: 'El RNC debe tener 9 u 11 dígitos, sin guiones.' },
  SECURITY_CODE_INVALID: {
    status: 400,
    mensaje:
      'codigoSeguridad debe tener los 6 caracteres impresos en el comprobante (letras, dígitos, +, / o =).',
  },
  CREDENTIALS_INVALID: { status: 401, mensaje: 'Usuario, clave o RNC incorrectos.' },
  TOKEN_MISSING: { status: 401, mensaje: 'Falta el encabezado Authorization: Bearer <token>.' },
  TOKEN_INVALID: { status: 401, mensaje: 'El token no es válido.' },
  TOKEN_EXPIRED: { status: 401, mensaje: 'El token venció. Inicie sesión de nuevo.' },
  COMPANY_NOT_ALLOWED: {
    status: 403,
    mensaje: 'El usuario no pertenece a la empresa indicada en la ruta.',
  },
  NOT_FOUND: { status: 404, mensaje: 'La ruta solicitada no existe.' },
  ECF_NOT_FOUND: { status: 404, mensaje: 'No existe un comprobante con ese e-NCF.' },
  EXTERNAL_ECF_NOT_FOUND: {
    status: 404,
    mensaje: 'La DGII no tiene un comprobante con esos datos para ese comprador.',
  },
  RNC_NOT_FOUND: { status: 404, mensaje: 'El RNC o cédula no está en el registro de contribuyentes.' },
  METHOD_NOT_ALLOWED: { status: 405, mensaje: 'El método HTTP no está permitido en esta ruta.' },
  REQUEST_TIMEOUT: { status: 408, mensaje: 'La solicitud no llegó completa dentro del tiempo permitido.' },
  SEQUENCE_CERTIFICATION_WEB_ONLY: {
    status: 409,
    mensaje: 'La empresa está en certificación: los comprobantes se emiten desde la aplicación web.',
  },
  SEQUENCE_MANAGED_EXTERNALLY: {
    status: 409,
    mensaje: 'La empresa lleva su propia numeración: su sistema asigna el e-NCF.',
  },
  SEQUENCE_NOT_AVAILABLE: {
    status: 409,
    mensaje:
      'No quedan números disponibles. La autorización se registra o se renueva en el maestro de comprobantes.',
  },
  ISSUING_SUSPENDED: {
    status: 409,
    mensaje: 'La empresa no puede emitir ahora: su certificado o su delegación no son válidos.',
  },
  ENCF_ANNULLED: { status: 409, mensaje: 'El e-NCF fue anulado en la DGII y no se puede enviar.' },
  NOT_AVAILABLE_IN_ENVIRONMENT: {
    status: 409,
    mensaje: 'La DGII no ofrece esta consulta en el ambiente de certificación.',
  },
  DGII_ACCESS_REFUSED: {
    status: 409,
    mensaje: 'La DGII no responde esta consulta en nombre de la empresa.',
  },
  BODY_TOO_LARGE: { status: 413, mensaje: 'El cuerpo de la solicitud supera el tamaño permitido.' },
  CONTENT_TYPE_INVALID: { status: 415, mensaje: 'El cuerpo debe enviarse como application/json.' },
  TOO_MANY_REQUESTS: { status: 429, mensaje: 'Demasiadas solicitudes. Espere antes de intentar de nuevo.' },
  HEADERS_TOO_LARGE: { status: 431, mensaje: 'Los encabezados de la solicitud superan el tamaño permitido.' },
  INTERNAL_ERROR: {
    status: 500,
    mensaje: 'Ocurrió un error interno. Indique el X-Correlation-Id al soporte.',
  },
  ORIGIN_CHANGING: {
    status: 503,
    mensaje: 'Se está cambiando el origen de la numeración de la empresa. Intente de nuevo en un momento.',
  },
  DGII_UNAVAILABLE: {
    status: 503,
    mensaje: 'La DGII no está disponible en este momento. Intente de nuevo más tarde.',
  },
  PROCESS_UNAVAILABLE: {
    status: 503,
    mensaje: 'El servicio no puede consultar a la DGII en este momento. Intente de nuevo.',
  },
  RNC_REGISTRY_EMPTY: {
    status: 503,
    mensaje: 'El registro de contribuyentes de la DGII todavía no se ha importado.',
  },
  LEDGER_UNAVAILABLE: {
    status: 503,
    mensaje: 'El registro de comprobantes no está disponible en este momento. Intente de nuevo.',
  },
} as const satisfies Record<string, { status: number; mensaje: string }>;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorDetail {
  /** JSON path of the field to correct, for example `ECF.Encabezado.IdDoc.eNCF`. */
  readonly campo?: string;
  /** Replaces the table's message when we have a more precise one. In Spanish, without internal details. */
  readonly mensaje?: string;
  /** More members of the envelope's `data`, in addition to `code` and `campo`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Seconds after which the caller may try again: the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** A refused request. Thrown at the api's edge only; the core and the store return refusals as values. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, detail: ErrorDetail = {}, options?: ErrorOptions) {
    super(detail.mensaje ?? errorTable[code].mensaje, options);
    this.name = 'ServiceError';
    this.code = code;
    this.status = errorTable[code].status;
    this.detail = detail;
  }
}

/** Makes a switch exhaustive: it does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
