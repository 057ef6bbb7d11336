/** Errors about numbers: ranges, reservations and annulments. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const numberErrors = {
  EXTERNAL_REFERENCE_INVALID: {
    status: 400,
    campo: 'externalReference',
    api: 'externalReference debe ser un texto de 1 a 64 caracteres.',
    help: '`externalReference` no es un texto de 1 a 64 caracteres, está en blanco, empieza o termina con un espacio, o tiene caracteres de control. Las referencias se comparan tal cual, con mayúsculas y minúsculas.',
  },
  SEQUENCE_EXPIRY_MISMATCH: {
    status: 400,
    api: 'FechaVencimientoSecuencia debe ser el vencimiento de la autorización del e-NCF.',
    help: '`FechaVencimientoSecuencia` no es la de la autorización del e-NCF: use el `sequenceExpiresOn` que entregó `next`.',
  },
  SEQUENCE_EXPIRED: {
    status: 400,
    api: 'La secuencia está vencida: FechaVencimientoSecuencia ya pasó.',
    help: '`FechaVencimientoSecuencia` ya pasó. Use un número de una autorización vigente.',
  },
  ENCF_NOT_ISSUED_BY_SERVICE: {
    status: 400,
    api: 'El e-NCF no fue entregado por ecf-sequences/next, y la empresa usa la numeración del servicio.',
    help: 'La empresa usa la numeración del servicio y este número no salió de `ecf-sequences/next`.',
  },
  ANNULMENT_NOT_FOUND: {
    status: 404,
    api: 'La empresa no tiene una anulación con ese id.',
    cli: 'La empresa no tiene una anulación con ese id: vea «annulment list».',
    help: 'La empresa no tiene una anulación con ese id.',
  },
  ANNULMENT_SENT: {
    status: 409,
    api: 'La anulación ya se envió a la DGII, o ya terminó: no se puede cancelar.',
    cli: 'La anulación ya se envió a la DGII, o ya terminó: no se puede cancelar.',
    help: 'La anulación ya se envió a la DGII, o ya terminó: no se puede cancelar.',
  },
  SEQUENCE_CERTIFICATION_WEB_ONLY: {
    status: 409,
    api: 'La empresa está en certificación: los comprobantes se emiten desde la aplicación web.',
    help: 'La empresa está en certificación: se emite desde la aplicación web.',
  },
  SEQUENCE_MANAGED_EXTERNALLY: {
    status: 409,
    api: 'La empresa lleva su propia numeración: su sistema asigna el e-NCF.',
    help: 'La empresa lleva su propia numeración: su sistema asigna el e-NCF.',
  },
  OWN_NUMBERING: {
    status: 409,
    web: 'La empresa lleva su propia numeración: los comprobantes los emite su sistema, por la API.',
  },
  SEQUENCE_NOT_AVAILABLE: {
    status: 409,
    api: 'No quedan números disponibles. La autorización se registra o se renueva en el maestro de comprobantes.',
    help: 'No hay números: `data.reason` es `SIN_RANGO` (ninguna autorización), `AGOTADA` o `VENCIDA`. Se registra o renueva en el maestro.',
  },
  ISSUING_SUSPENDED: {
    status: 409,
    api: 'La empresa no puede emitir ahora: su certificado o su delegación no son válidos.',
    help: 'El certificado o la delegación de la empresa no sirve (`data.reason`): no se queman números. Se reanuda al corregirlo.',
  },
  ENCF_ANNULLED: {
    status: 409,
    api: 'El e-NCF fue anulado, o se pidió a la DGII que lo anule, y no se puede enviar.',
    help: 'El número fue anulado, o se pidió a la DGII que lo anule. Pida otro; con la misma referencia se devuelve el mismo, así que use otra.',
  },
  AUTHORIZATION_NUMBER_INVALID: {
    status: 400,
    people: 'El número de autorización tiene entre 1 y 40 caracteres ASCII, sin espacios.',
  },
  EXPIRY_INVALID: { status: 400, people: 'El vencimiento no es una fecha DD-MM-AAAA.' },
  EXPIRY_PAST: { status: 400, people: 'El vencimiento ya pasó.' },
  NEXT_OUTSIDE_RANGE: { status: 400, people: 'El número está fuera del rango.' },
  ANNULMENT_RANGES_OVERLAP: {
    status: 400,
    web: 'Un rango repite un número de otro.',
    cli: 'Un número está en dos rangos.',
  },
  ANNULMENT_RANGE_INVALID: {
    status: 400,
    web: 'Cada rango va de un e-NCF a otro igual o mayor, los dos del mismo tipo.',
    cli: 'El rango va de un e-NCF a otro igual o mayor del mismo tipo: E310000000001-E310000000009.',
    usage: true,
  },
  ANNULMENT_TOO_LARGE: {
    status: 400,
    web: 'Una solicitud anula a lo sumo 10,000 números.',
    cli: 'Una solicitud anula a lo sumo 10,000 números: divídala.',
  },
  COUNT_NOT_RETYPED: { status: 400, campo: 'count', web: 'La cantidad escrita no es la de los rangos.' },
  EXPIRY_NOT_ALLOWED: {
    status: 400,
    web: 'Los tipos 32 y 34 no llevan vencimiento.',
    cli: 'Los tipos 32 y 34 no llevan vencimiento: quite --expires.',
  },
  EXPIRY_REQUIRED: {
    status: 400,
    web: 'Este tipo lleva vencimiento.',
    cli: 'Este tipo lleva vencimiento: --expires DD-MM-AAAA.',
  },
  NEXT_TOO_LOW: {
    status: 400,
    web: 'Ya hay números más altos entregados o usados: el próximo solo avanza.',
    cli: 'Ya hay números más altos entregados o usados: --next solo avanza.',
  },
  RANGE_INVALID: {
    status: 400,
    web: 'El rango no es válido: 1 a 9,999,999,999, y el último no es menor que el primero.',
    cli: 'El rango debe estar entre 1 y 9999999999, y no terminar antes de empezar.',
  },
  AUTHORIZATION_NOT_FOUND: {
    status: 404,
    web: 'No hay un rango con ese id en la empresa y el ambiente.',
    cli: 'No hay un rango con ese id en la empresa y el ambiente indicados.',
  },
  ANNULMENT_NOT_OFFERED: {
    status: 409,
    people: 'La DGII no ofrece la anulación de secuencias en certificación.',
  },
  RANGES_CHANGED_MEANWHILE: {
    status: 409,
    people:
      'Un rango de la empresa cambió en este momento: el origen queda como estaba y la emisión continúa. Repita el cambio.',
  },
  RANGE_OVERLAPS: {
    status: 409,
    people: 'El rango se solapa con otro de la misma empresa, ambiente y tipo.',
  },
  RESERVED_LEFT: { status: 409, people: 'Hay números entregados y nunca enviados.' },
  TOO_MANY_AUTHORIZATIONS: {
    status: 409,
    people: 'La empresa tiene demasiados rangos de ese tipo en ese ambiente.',
  },
  WOULD_ORPHAN: {
    status: 409,
    people: 'El cambio dejaría fuera números autorizados o ya entregados: un rango solo crece.',
  },
  ANNULMENT_NOT_UNCERTAIN: {
    status: 409,
    web: 'La anulación no tiene números inciertos.',
    cli: 'La anulación no tiene números inciertos que confirmar.',
  },
  ENCF_BEING_ANNULLED: {
    status: 409,
    web: 'Ya se pidió a la DGII la anulación de ese e-NCF.',
    cli: 'Ya se pidió a la DGII la anulación de ese e-NCF: vea «annulment list».',
  },
  NEXT_NEEDED: {
    status: 409,
    web: 'Falta el próximo número de algún rango vigente.',
    cli: 'Falta --next de algún rango vigente.',
  },
  NUMBER_ANNULLED: {
    status: 409,
    web: 'El e-NCF fue anulado en la DGII: no se emite nunca.',
    cli: 'El e-NCF fue anulado en la DGII, o se pidió su anulación: no se envía.',
  },
  REFERENCE_USED: {
    status: 409,
    web: 'Este formulario ya tomó otro e-NCF, y ese comprobante puede estar en camino. Búsquelo antes de emitir otro.',
  },
  TOO_MANY_ANNULMENTS: {
    cli: 'La empresa tiene demasiadas anulaciones en curso: vea «annulment list» y espere a que terminen.',
  },
} as const satisfies ErrorRows;
