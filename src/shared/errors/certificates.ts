/** Errors about certificates, and the sealed files in which they arrive. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const certificateErrors = {
  CERTIFICATE_FORMAT_UNSUPPORTED: {
    status: 400,
    people:
      'Una parte del archivo está en un formato que no se puede abrir: expórtelo de nuevo como .p12 con AES-256 y SHA-256.',
  },
  CERTIFICATE_OTHER_RNC: {
    status: 400,
    people: 'El certificado es de otra empresa: su RNC no es el de esta.',
  },
  CERTIFICATE_TOO_COSTLY: {
    status: 400,
    people: 'Abrir el archivo tarda demasiado: expórtelo de nuevo con menos rondas de cifrado de la clave.',
  },
  CERTIFICATE_KEY_CIPHER_UNSUPPORTED: {
    status: 400,
    web: 'La llave privada está cifrada con un método antiguo que no se puede abrir. Use el archivo .p12.',
    cli: 'La llave privada está cifrada con un método antiguo que no se puede abrir: cífrela con AES («openssl pkcs8 -topk8 -v2 aes256»), o importe el .p12.',
  },
  CERTIFICATE_KEY_UNSUPPORTED: {
    status: 400,
    people: 'La llave no es RSA de al menos 2048 bits, la única que acepta la DGII.',
  },
  CERTIFICATE_NO_CERTIFICATE: {
    status: 400,
    web: 'El archivo contiene la llave privada y ningún certificado.',
    cli: 'El archivo contiene la llave privada y ningún certificado: reúna los dos en un archivo PEM, o importe el .p12.',
  },
  CERTIFICATE_NO_MATCHING_CERTIFICATE: {
    status: 400,
    people: 'Ningún certificado del archivo corresponde a la llave privada.',
  },
  CERTIFICATE_NO_PRIVATE_KEY: {
    status: 400,
    web: 'El archivo no contiene la llave privada: exporte el certificado con ella (.p12).',
    cli: 'El archivo no contiene la llave privada: exporte el certificado con ella (.p12), o reúna los dos en un archivo PEM.',
  },
  CERTIFICATE_TOO_LARGE: { status: 400, people: 'El archivo es demasiado grande para ser un certificado.' },
  CERTIFICATE_UNREADABLE: {
    status: 400,
    web: 'El archivo no se puede leer: no es un .p12, o está dañado.',
    cli: 'El archivo no se puede leer: no es un .p12 ni un PEM con la llave privada y el certificado, o está dañado.',
  },
  CERTIFICATE_WRONG_PASSWORD: { status: 400, people: 'La clave del certificado no es correcta.' },
  SEALED_INVALID: {
    status: 400,
    web: 'El archivo cifrado llegó incompleto o alterado, o se cifró para otra empresa o persona. Elíjalo de nuevo.',
  },
  CERTIFICATE_NOT_FOUND: { status: 404, people: 'La empresa no tiene ese certificado.' },
  CERTIFICATE_CHOICE_NEEDED: {
    status: 409,
    people:
      'El archivo tiene varios certificados con su llave, de titulares distintos: elija con cuál firma la empresa.',
  },
  CERTIFICATE_EXPIRED: { status: 409, people: 'El certificado está vencido.' },
  CERTIFICATE_NOT_CONFIRMED: {
    status: 409,
    people:
      'El certificado es de otro titular, o vence antes que el que está en uso: confirme que lo quiere.',
  },
  CERTIFICATE_NOT_YET_VALID: {
    status: 409,
    people: 'El certificado todavía no es válido: impórtelo a partir de su fecha de inicio.',
  },
  CERTIFICATE_REFUSED: { status: 409, people: 'La DGII no acepta el certificado: importe otro.' },
  CERTIFICATE_MISSING: {
    status: 409,
    web: 'La empresa no tiene certificado: impórtelo primero.',
    cli: 'La empresa no tiene certificado: impórtelo con «certificate import».',
  },
  CERTIFICATE_NOT_OPENED: {
    status: 409,
    web: 'El servicio no puede abrir el certificado de la empresa: se cifró con otra llave maestra, o está dañado. Impórtelo de nuevo.',
    cli: 'El worker no puede abrir el certificado de la empresa: se cifró con otra llave maestra, o está dañado. Impórtelo de nuevo.',
  },
  SEALED_EXPIRED: {
    status: 409,
    web: 'El archivo se cifró hace demasiado tiempo y ya no vale. Elíjalo de nuevo.',
  },
  SEALED_USED: {
    status: 409,
    web: 'Este envío ya se usó una vez. Recargue la página, mire si el certificado está en la lista y, si no, elija el archivo de nuevo.',
  },
  SEAL_KEY_UNKNOWN: {
    status: 409,
    web: 'La llave de esta página ya no vale. Recargue la página y elija el archivo de nuevo.',
  },
  MASTER_KEY_MISSING: {
    cli: 'Falta la llave maestra con que se cifran las llaves privadas: defina ECF_MASTER_KEY, la misma del worker.',
  },
  MASTER_KEY_MISMATCH: {
    cli: 'La llave maestra no es la que cifró el último certificado del registro: el worker no podría abrir este. Use la ECF_MASTER_KEY del worker o, si la llave se cambió a propósito, --new-master-key.',
  },
} as const satisfies ErrorRows;
