/**
 * The error codes of the public API, by HTTP status. Each stable code has a Spanish message for a person. Other
 * tables have the codes of the web application (api/web/web-error.ts), the command line (cli/terminal/cli-error.ts), the receiver
 * (api/receiver/receiver-error.ts) and vouchers that the service does not send (ecf/messages/refusals.ts).
 * No Node built-ins here: the workflow bundle contains this file.
 */
const messages = {
  400: {
    JSON_INVALID: 'El cuerpo de la solicitud no es un JSON válido.',
    REQUEST_INVALID: 'La solicitud no tiene la forma que pide la operación.',
    ECF_INVALID: 'El comprobante tiene errores de validación y no fue enviado.',
    ECF_CONDITIONAL:
      'El comprobante no fue enviado: la DGII lo aceptaría solo condicionalmente. Corríjalo o, para enviarlo así, repita con condicional=permitir.',
    ECF_TOO_LARGE: 'El XML del comprobante supera el tamaño permitido.',
    ECF_TYPE_INVALID: 'El tipo de e-CF debe ser 31, 32, 33, 34, 41, 43, 44, 45, 46 o 47.',
    ENCF_INVALID:
      'El e-NCF debe ser la letra E, los dos dígitos del tipo y diez dígitos de secuencia (13 caracteres).',
    ENCF_TYPE_MISMATCH: 'El tipo del e-NCF no coincide con TipoeCF.',
    EXTERNAL_REFERENCE_INVALID: 'externalReference debe ser un texto de 1 a 64 caracteres.',
    SEQUENCE_EXPIRY_MISMATCH:
      'FechaVencimientoSecuencia debe ser el vencimiento de la autorización del e-NCF.',
    RNC_EMISOR_MISMATCH: 'RNCEmisor debe ser el RNC de la empresa que inició sesión.',
    SEQUENCE_EXPIRED: 'La secuencia está vencida: FechaVencimientoSecuencia ya pasó.',
    ENCF_NOT_ISSUED_BY_SERVICE:
      'El e-NCF no fue entregado por ecf-sequences/next, y la empresa usa la numeración del servicio.',
    WAIT_FOR_FINAL_INVALID:
      'waitForFinal debe ser un número con unidad (ms, s o m), por ejemplo 10s, y como máximo 120 s.',
    CONDICIONAL_INVALID: 'condicional debe ser permitir o bloquear.',
    CORRELATION_ID_INVALID: 'X-Correlation-Id debe tener entre 1 y 128 caracteres ASCII imprimibles.',
    RNC_INVALID: 'El RNC debe tener 9 u 11 dígitos, sin guiones.',
    SECURITY_CODE_INVALID:
      'codigoSeguridad debe tener los 6 caracteres impresos en el comprobante (letras, dígitos, +, / o =).',
  },
  401: {
    CREDENTIALS_INVALID: 'Usuario, clave o RNC incorrectos.',
    TOKEN_MISSING: 'Falta el encabezado Authorization: Bearer <token>.',
    TOKEN_INVALID: 'El token no es válido.',
    TOKEN_EXPIRED: 'El token venció. Inicie sesión de nuevo.',
  },
  403: {
    COMPANY_NOT_ALLOWED: 'El usuario no pertenece a la empresa indicada en la ruta.',
  },
  404: {
    NOT_FOUND: 'La ruta solicitada no existe.',
    ECF_NOT_FOUND: 'No existe un comprobante con ese e-NCF.',
    ANNULMENT_NOT_FOUND: 'La empresa no tiene una anulación con ese id.',
    RECEPTION_NOT_FOUND: 'La empresa no ha recibido un comprobante con ese emisor y ese e-NCF.',
    EXTERNAL_ECF_NOT_FOUND: 'La DGII no tiene un comprobante con esos datos para ese comprador.',
    RNC_NOT_FOUND: 'El RNC o cédula no está en el registro de contribuyentes.',
  },
  405: {
    METHOD_NOT_ALLOWED: 'El método HTTP no está permitido en esta ruta.',
  },
  408: {
    REQUEST_TIMEOUT: 'La solicitud no llegó completa dentro del tiempo permitido.',
  },
  409: {
    ANNULMENT_SENT: 'La anulación ya se envió a la DGII, o ya terminó: no se puede cancelar.',
    SEQUENCE_CERTIFICATION_WEB_ONLY:
      'La empresa está en certificación: los comprobantes se emiten desde la aplicación web.',
    SEQUENCE_MANAGED_EXTERNALLY: 'La empresa lleva su propia numeración: su sistema asigna el e-NCF.',
    SEQUENCE_NOT_AVAILABLE:
      'No quedan números disponibles. La autorización se registra o se renueva en el maestro de comprobantes.',
    ISSUING_SUSPENDED: 'La empresa no puede emitir ahora: su certificado o su delegación no son válidos.',
    ENCF_OTHER_CONTENT:
      'El e-NCF ya existe con otro contenido. El contenido recibido no se emitió; data.existente trae el resultado del existente.',
    ENCF_ANNULLED: 'El e-NCF fue anulado, o se pidió a la DGII que lo anule, y no se puede enviar.',
    XML_NOT_SIGNED: 'El comprobante no está firmado: no hay XML.',
    RECEIVED_CHANGED:
      'xmlSha256 no es del comprobante que tiene este número ahora: revise ese y decida de nuevo.',
    APPROVAL_DECIDED:
      'La empresa ya decidió sobre este comprobante otra cosa o con otro motivo, y la primera decisión queda.',
    NOT_AVAILABLE_IN_ENVIRONMENT: 'La DGII no ofrece esta consulta en el ambiente de certificación.',
    DGII_ACCESS_REFUSED: 'La DGII no responde esta consulta en nombre de la empresa.',
  },
  413: {
    BODY_TOO_LARGE: 'El cuerpo de la solicitud supera el tamaño permitido.',
  },
  415: {
    CONTENT_TYPE_INVALID: 'El cuerpo debe enviarse como application/json.',
  },
  429: {
    TOO_MANY_REQUESTS: 'Demasiadas solicitudes. Espere antes de intentar de nuevo.',
  },
  431: {
    HEADERS_TOO_LARGE: 'Los encabezados de la solicitud superan el tamaño permitido.',
  },
  500: {
    INTERNAL_ERROR: 'Ocurrió un error interno. Indique el X-Correlation-Id al soporte.',
  },
  503: {
    ORIGIN_CHANGING:
      'Se está cambiando el origen de la numeración de la empresa. Intente de nuevo en un momento.',
    DGII_UNAVAILABLE: 'La DGII no está disponible en este momento. Intente de nuevo más tarde.',
    PROCESS_UNAVAILABLE: 'El servicio no puede consultar a la DGII en este momento. Intente de nuevo.',
    RNC_REGISTRY_EMPTY: 'El registro de contribuyentes de la DGII todavía no se ha importado.',
    OVERLOADED:
      'El servicio está ocupado en este momento. Intente de nuevo después de los segundos de Retry-After.',
    LEDGER_UNAVAILABLE: 'El registro de comprobantes no está disponible en este momento. Intente de nuevo.',
  },
} as const;

/** Messages by HTTP status and code. */
type ByStatus = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** The codes of a table of messages. */
export type CodeIn<Messages> = { [Status in keyof Messages]: keyof Messages[Status] }[keyof Messages];

export type ErrorCode = CodeIn<typeof messages>;

/** Each code with its status and its message. */
export function errorsByCode<Messages extends ByStatus>(messages: Messages) {
  const entries = Object.entries(messages).flatMap(([status, ofStatus]) =>
    Object.entries(ofStatus).map(([code, mensaje]) => [code, { status: Number(status), mensaje }]),
  );
  return Object.fromEntries(entries) as Readonly<
    Record<CodeIn<Messages>, { readonly status: number; readonly mensaje: string }>
  >;
}

export const errorTable = errorsByCode(messages);

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
    this.detail = detail;
  }
}

/** Makes a switch exhaustive: it does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
