/**
 * Refusals of the operator's functions that people read in the same words everywhere: at a screen, by HTTP status, and on the command
 * line. Where the words differ, each of the two has its own, because the command line names its options.
 */
import { inFlightText } from '../ecf/messages/deliveries.js';
import { portalXmlMessages } from '../ecf/messages/portal-xml.js';
import { fechaHoraFirma } from '../ecf/model/dates.js';
import type { ImportFacts } from '../ledger/inquiries/inquiries.js';

export const refusalMessages = {
  400: {
    ...portalXmlMessages,
    AUTHORIZATION_NUMBER_INVALID:
      'El número de autorización tiene entre 1 y 40 caracteres ASCII, sin espacios.',
    CERTIFICATE_FORMAT_UNSUPPORTED:
      'Una parte del archivo está en un formato que no se puede abrir: expórtelo de nuevo como .p12 con AES-256 y SHA-256.',
    CERTIFICATE_OTHER_RNC: 'El certificado es de otra empresa: su RNC no es el de esta.',
    CERTIFICATE_TOO_COSTLY:
      'Abrir el archivo tarda demasiado: expórtelo de nuevo con menos rondas de cifrado de la clave.',
    COLOR_INVALID: 'El color se escribe #rrggbb, por ejemplo #1a5276.',
    EXPIRY_INVALID: 'El vencimiento no es una fecha DD-MM-AAAA.',
    EXPIRY_PAST: 'El vencimiento ya pasó.',
    LOGO_TOO_LARGE: 'El logotipo tiene más de 100 KB.',
    LOGO_UNREADABLE:
      'El logotipo no es un PNG ni un SVG que se pueda leer, o mide más de 4000 píxeles por lado.',
    MOTIVO_EXTRA: 'Una aprobación no lleva motivo.',
    MOTIVO_TOO_LONG: 'El motivo tiene como máximo 250 caracteres.',
    NEXT_OUTSIDE_RANGE: 'El número está fuera del rango.',
    NOTE_INVALID: 'La nota debe tener entre 1 y 300 caracteres, sin caracteres invisibles.',
  },
  404: {
    ATTEMPT_NOT_FOUND: 'El comprobante no tiene ese intento.',
    CERTIFICATE_NOT_FOUND: 'La empresa no tiene ese certificado.',
    COMPANY_NOT_FOUND: 'No existe esa empresa.',
    USER_NOT_FOUND: 'La empresa no tiene un usuario con ese nombre.',
  },
  409: {
    IN_FLIGHT: inFlightText,
    ALREADY_FINAL: 'El comprobante ya tiene su resultado final.',
    ANNULMENT_NOT_OFFERED: 'La DGII no ofrece la anulación de secuencias en certificación.',
    CERTIFICATE_CHOICE_NEEDED:
      'El archivo tiene varios certificados con su llave, de titulares distintos: elija con cuál firma la empresa.',
    CERTIFICATE_EXPIRED: 'El certificado está vencido.',
    CERTIFICATE_NOT_CONFIRMED:
      'El certificado es de otro titular, o vence antes que el que está en uso: confirme que lo quiere.',
    CERTIFICATE_NOT_YET_VALID:
      'El certificado todavía no es válido: impórtelo a partir de su fecha de inicio.',
    CERTIFICATE_REFUSED: 'La DGII no acepta el certificado: importe otro.',
    COMPANY_EXISTS: 'Ya existe una empresa con ese RNC.',
    COMPANY_ID_TAKEN: 'Ya existe una empresa con ese id.',
    DOCUMENTS_NOT_FINAL: 'Hay comprobantes sin resultado final.',
    ENCF_HAS_DOCUMENT: 'El e-NCF tiene un comprobante: no se anula como número sin usar.',
    NUMBER_NOT_FREE:
      'El e-NCF no está libre: la DGII no dijo que se pueda reutilizar, o el comprobante todavía no tiene resultado.',
    ORIGIN_ABANDONING:
      'El cambio ya renunció a números entregados, así que no se cancela. La emisión está detenida: termine el cambio.',
    ORIGIN_NOT_CHANGING: 'No hay un cambio de origen en curso.',
    ORIGIN_UNCHANGED: 'La empresa ya tiene ese origen.',
    RANGES_CHANGED_MEANWHILE:
      'Un rango de la empresa cambió en este momento: el origen queda como estaba y la emisión continúa. Repita el cambio.',
    RANGE_OVERLAPS: 'El rango se solapa con otro de la misma empresa, ambiente y tipo.',
    RESEND_NOT_OFFERED:
      'Se envía otra vez solo en el ambiente en que la empresa emite. En certificación se emite otra vez con el formulario de la aplicación web.',
    RESERVED_LEFT: 'Hay números entregados y nunca enviados.',
    TOO_MANY_AUTHORIZATIONS: 'La empresa tiene demasiados rangos de ese tipo en ese ambiente.',
    USER_EXISTS: 'La empresa ya tiene un usuario con ese nombre.',
    WOULD_ORPHAN: 'El cambio dejaría fuera números autorizados o ya entregados: un rango solo crece.',
  },
} as const;

/** More precise messages for a certificate that is not imported, from the facts of the refusal. */
export const importTexts = {
  CERTIFICATE_EXPIRED: ({ notAfter }) => `El certificado venció el ${moment(notAfter)}.`,
  CERTIFICATE_NOT_YET_VALID: ({ notBefore }) =>
    `El certificado es válido desde el ${moment(notBefore)}: impórtelo a partir de ese momento.`,
  CERTIFICATE_FORMAT_UNSUPPORTED: ({ what }) =>
    `El archivo usa ${what}, que no se puede abrir: expórtelo de nuevo como .p12 con AES-256 y SHA-256.`,
  CERTIFICATE_TOO_COSTLY: ({ rounds }) =>
    rounds === null
      ? refusalMessages[400].CERTIFICATE_TOO_COSTLY
      : `El archivo anuncia ${rounds.toLocaleString('en-US')} rondas de cifrado de su clave, más de las que se aceptan: expórtelo de nuevo con menos.`,
} satisfies { readonly [Code in keyof ImportFacts]?: (facts: ImportFacts[Code]) => string };

/** The more precise message of a refusal, if it has one. */
export function importTextOf(code: string, facts: object): string | undefined {
  const texts: Readonly<Partial<Record<string, (facts: never) => string>>> = importTexts;
  return texts[code]?.(facts as never);
}

function moment(instant: Date): string {
  return `${fechaHoraFirma(instant.getTime())} (hora de Santo Domingo)`;
}

/** What somebody typed has the wrong form (input-rules.ts). */
export const inputMessages = {
  EMAIL_INVALID:
    'El correo no es una dirección válida: lleva letras del español, cifras y signos corrientes, sin nada invisible ni letras de otros alfabetos.',
  EMAIL_LOOKS_LIKE: 'La empresa ya tiene a una persona o una invitación con un correo que se ve casi igual.',
  NAME_INVALID: 'La razón social debe tener entre 1 y 150 caracteres, sin caracteres de control.',
  PASSWORD_COMMON:
    'La clave es fácil de adivinar: es de las más usadas, o una palabra con cifras, una serie de teclas o un nombre. Elija otra, por ejemplo cuatro palabras al azar.',
  PASSWORD_INVALID: 'La clave debe tener entre 12 y 200 caracteres.',
  USUARIO_INVALID: 'El usuario debe tener entre 1 y 100 caracteres, sin espacios ni caracteres de control.',
} as const;
