/** Errors about certification runs, and the files of DGII's portal. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const certificationErrors = {
  XML_ALREADY_SIGNED: {
    status: 400,
    web: 'El archivo ya está firmado. Elija el que generó el portal.',
    cli: 'El archivo ya está firmado: use el que generó el portal.',
  },
  XML_EMPTY: {
    status: 400,
    web: 'El archivo no contiene datos. Elija el que generó el portal.',
    cli: 'El archivo no contiene datos: use el que generó el portal.',
  },
  XML_FISCAL: {
    status: 400,
    people:
      'El archivo es un comprobante u otro documento fiscal, o lo contiene. Aquí solo se firman los XML que genera el portal.',
  },
  XML_FORBIDDEN: {
    status: 400,
    people: 'El archivo tiene partes que un XML del portal no lleva. Descárguelo otra vez del portal.',
  },
  XML_ENCODING_WRONG: { status: 400, people: 'El archivo no está en UTF-8.' },
  XML_TOO_LARGE: {
    status: 400,
    people: 'El archivo tiene más de 100 KB o miles de elementos: los del portal son más pequeños.',
  },
  XML_UNREADABLE: { status: 400, people: 'El archivo no se puede leer: no es XML bien formado.' },
  WORKBOOK_INVALID: {
    status: 400,
    web: 'El archivo no es el de pruebas de la DGII para esta empresa. Vea qué celdas están mal.',
  },
  RUN_NOT_FOUND: { status: 404, web: 'No existe esa corrida de certificación.' },
  NOT_IN_CERTIFICATION: { status: 409, web: 'La empresa no está en certificación.' },
  REPETITION_NEEDED: {
    status: 409,
    web: 'Hay números del archivo que ya se usaron. Para enviarlos otra vez, escriba una nota y elija cuáles.',
  },
  RUN_ALREADY_STARTED: { status: 409, web: 'La corrida ya se inició. Para enviarla otra vez, repítala.' },
  RUN_CHANGED: { status: 409, web: 'La corrida cambió en este momento. Revísela e intente de nuevo.' },
  RUN_HAS_FAULTS: { status: 409, web: 'El archivo tiene filas que la DGII rechazaría. No se envió nada.' },
  RUN_NOT_PAUSED: { status: 409, web: 'La corrida no está en pausa.' },
  RUN_NOT_RUNNING: { status: 409, web: 'La corrida no está en curso.' },
  RUN_UNDER_WAY: {
    status: 409,
    web: 'Otra corrida de la empresa está en curso. Espere a que termine o páusela.',
  },
  XML_ENCODING_UNSUPPORTED: {
    status: 400,
    receiver:
      'El archivo debe estar en UTF-8, y su declaración XML no debe nombrar otra codificación. Su codificación es: ',
  },
} as const satisfies ErrorRows;
