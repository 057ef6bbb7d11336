/**
 * The web application's own errors, by HTTP status. Each stable code has a Spanish message for a person. Errors that the public API has too
 * are in shared/errors.ts.
 */
import { errorsByCode, errorTable, ServiceError } from '../../shared/errors.js';
import { deskMessages } from './desk-errors.js';

const messages = {
  400: {
    CODE_INVALID: 'El código no es correcto, o ya se usó. Escriba el que muestra ahora su aplicación.',
    PERSON_NAME_INVALID: 'El nombre debe tener entre 1 y 100 caracteres.',
    PASSWORD_IS_EMAIL: 'La clave no puede ser su correo ni lo que está antes de la @.',
    PASSWORD_UNCHANGED: 'La clave nueva es la misma que tiene ahora.',
    PASSWORD_WRONG: 'La clave actual no es correcta.',
  },
  401: {
    SESSION_REQUIRED: 'La sesión no existe o terminó. Inicie sesión.',
    LOGIN_INVALID: 'Correo o clave incorrectos.',
  },
  403: {
    CROSS_SITE_REFUSED: 'La solicitud no viene de esta aplicación.',
    FRESH_CODE_REQUIRED: 'Esta acción pide un código de su aplicación de autenticación.',
    FRESH_PASSWORD_REQUIRED: 'Esta acción pide otra vez su clave.',
    SECOND_FACTOR_LOCKED:
      'Hubo demasiados códigos errados: alguien que sabe su clave pudo probarlos. Pida un enlace nuevo a quien opera el servicio.',
    SECOND_FACTOR_REQUIRED: 'Esta acción exige el segundo factor: actívelo primero en su cuenta.',
    PERMISSION_DENIED: 'Su rol en esta empresa no permite esta acción.',
  },
  404: {
    INVITATION_NOT_FOUND: 'La invitación no existe, ya se usó o venció. Pida otra.',
    PERSON_NOT_FOUND: 'La empresa no tiene a esa persona.',
  },
  409: {
    PERSON_EXISTS: 'Esa persona ya pertenece a la empresa.',
    LAST_ADMINISTRATOR: 'La empresa se quedaría sin administrador: nombre primero a otro.',
    PERSON_CHANGED: 'Otra persona entró en este navegador. La acción no se hizo.',
    SECOND_FACTOR_EXISTS: 'El segundo factor ya está activo.',
    SECOND_FACTOR_NOT_BEGUN:
      'El cambio del segundo factor no se comenzó, o pasó demasiado tiempo. Comience de nuevo.',
  },
} as const;

const webErrorTable = { ...errorsByCode(messages), ...errorsByCode(deskMessages) };
export type WebErrorCode = keyof typeof webErrorTable;

const known: Readonly<Record<string, { readonly mensaje: string } | undefined>> = {
  ...errorTable,
  ...webErrorTable,
};

/** The message of a code of the web application or of the public API. Undefined if this version does not have the code. */
export function messageOf(code: string): string | undefined {
  return known[code]?.mensaje;
}

export interface WebErrorDetail {
  /** The field to correct. */
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
    this.detail = detail;
  }
}

/** The body of an error answer. */
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
