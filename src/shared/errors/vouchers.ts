/** Errors about vouchers: what a client sends, and what an operator decides. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const voucherErrors = {
  ECF_INVALID: {
    status: 400,
    api: 'El comprobante tiene errores de validación y no fue enviado.',
    help: 'El comprobante tiene hallazgos de severidad `rechazo`. Corrija los de `errores`; `validate` los muestra sin enviar.',
  },
  ECF_CONDITIONAL: {
    status: 400,
    api: 'El comprobante no fue enviado: la DGII lo aceptaría solo condicionalmente. Corríjalo o, para enviarlo así, repita con condicional=permitir.',
    help: 'La DGII lo aceptaría solo condicionalmente: corrija los de `errores` o, para enviarlo así, repita con `condicional=permitir`.',
  },
  ECF_TOO_LARGE: {
    status: 400,
    api: 'El XML del comprobante supera el tamaño permitido.',
    help: 'El XML tendría más de 32 MiB: los textos con `&`, `<`, comillas o símbolos crecen al escaparse. Acórtelos o reparta las líneas en varios comprobantes; en `validate` es un hallazgo (200).',
  },
  ECF_TYPE_INVALID: {
    status: 400,
    api: 'El tipo de e-CF debe ser 31, 32, 33, 34, 41, 43, 44, 45, 46 o 47.',
    help: '`TipoeCF` no es uno de los diez tipos.',
  },
  ENCF_INVALID: {
    status: 400,
    api: 'El e-NCF debe ser la letra E, los dos dígitos del tipo y diez dígitos de secuencia (13 caracteres).',
    cli: 'El e-NCF debe ser la letra E, los dos dígitos del tipo y diez dígitos de secuencia (13 caracteres).',
    usage: true,
    help: 'El e-NCF no es la letra E, dos dígitos de tipo y diez de secuencia.',
  },
  ENCF_TYPE_MISMATCH: {
    status: 400,
    api: 'El tipo del e-NCF no coincide con TipoeCF.',
    help: 'El tipo del e-NCF no es `TipoeCF`.',
  },
  WAIT_FOR_FINAL_INVALID: {
    status: 400,
    campo: 'waitForFinal',
    api: 'waitForFinal debe ser un número con unidad (ms, s o m), por ejemplo 10s, y como máximo 120 s.',
    help: '`waitForFinal` no es un número con `ms`, `s` o `m`, o pasa de 120 s.',
  },
  CONDICIONAL_INVALID: {
    status: 400,
    campo: 'condicional',
    api: 'condicional debe ser permitir o bloquear.',
    help: '`condicional` no es `permitir` ni `bloquear`; en `validate` es un hallazgo (200).',
  },
  NOTE_NOT_POSSIBLE: {
    status: 409,
    api: 'El comprobante no admite notas.',
    help: 'No se prepara una nota: el comprobante es otra nota, no está aceptado, o una nota de crédito ya lo anuló. El mensaje dice cuál.',
  },
  CUSTOMER_MAIL_OFF: {
    status: 409,
    api: 'El servicio no envía correos a clientes: quien lo administra no ha configurado un servidor de correo.',
    help: 'El servicio no envía correos a clientes: quien lo administra no ha configurado un servidor de correo, o los apagó.',
  },
  CUSTOMER_MAIL_NOT_ACCEPTED: {
    status: 409,
    api: 'Al cliente solo se le envía un comprobante que la DGII aceptó.',
    help: 'Al cliente solo se le envía un comprobante aceptado, también si lo fue condicionalmente.',
  },
  CUSTOMER_MAIL_ADDRESS_MISSING: {
    status: 400,
    campo: 'correos',
    api: 'El comprobante no trae un CorreoComprador que sirva: indique a qué dirección se envía.',
    help: 'Sin `correos` el comprobante va a su `CorreoComprador`, y este no trae uno que sirva.',
  },
  CUSTOMER_MAIL_ADDRESS_INVALID: {
    status: 400,
    api: 'A esta dirección no se puede enviar un correo: escriba una sola, como compras@cliente.com.',
    help: 'Una de las direcciones no lo es: `campo` dice cuál. Cada una va sola, sin nombre.',
  },
  CUSTOMER_MAIL_LIMIT: {
    status: 429,
    api: 'La empresa ya envió hoy los correos a clientes que admite el servicio.',
    help: 'La empresa, o la dirección, ya tiene los correos de hoy, o hay muchos de la empresa sin salir. Repita después de `Retry-After`, con la misma clave.',
  },
  IDEMPOTENCY_KEY_MISSING: {
    status: 400,
    campo: 'Idempotency-Key',
    api: 'Falta la clave de la emisión: el encabezado Idempotency-Key o el parámetro externalReference, con el identificador del documento en su sistema.',
    help: '`issue` necesita una clave: el identificador del documento en su sistema, en `Idempotency-Key` o en `externalReference`. Sin ella, repetir la solicitud emitiría la venta dos veces.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    campo: 'Idempotency-Key',
    api: 'Idempotency-Key debe tener de 1 a 64 caracteres ASCII imprimibles, sin espacios al principio ni al final.',
    help: '`Idempotency-Key` no tiene de 1 a 64 caracteres ASCII imprimibles, o no es igual a `externalReference`, que también vino.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    campo: 'Idempotency-Key',
    api: 'Esta clave ya se usó con otro contenido, y el recibido no se emitió.',
    help: 'La clave ya se usó con otro contenido, y el recibido no se emite. Si ya hay un comprobante, `data.existente` trae su resultado. Otra venta lleva otra clave.',
  },
  NUMBER_NOT_EXPECTED: {
    status: 400,
    api: 'issue asigna el número y su vencimiento: el comprobante se envía sin este campo.',
    help: 'El comprobante de `issue` va sin `eNCF` ni `FechaVencimientoSecuencia`: los asigna el servicio.',
  },
  SECURITY_CODE_INVALID: {
    status: 400,
    api: 'codigoSeguridad debe tener los 6 caracteres impresos en el comprobante (letras, dígitos, +, / o =).',
    help: '`codigoSeguridad` no tiene los 6 caracteres impresos en el comprobante.',
  },
  ECF_NOT_FOUND: {
    status: 404,
    api: 'No existe un comprobante con ese e-NCF.',
    cli: 'No existe un comprobante con ese e-NCF en la empresa y el ambiente indicados.',
    help: 'La empresa no tiene un comprobante con ese e-NCF en ese ambiente. Si un `send` no tuvo respuesta, esto no prueba que no llegó: repita el mismo `send`.',
  },
  EXTERNAL_ECF_NOT_FOUND: {
    status: 404,
    api: 'La DGII no tiene un comprobante con esos datos para ese comprador.',
    help: 'La DGII no tiene un comprobante con ese emisor, e-NCF, comprador y código de seguridad. Sin `rncComprador` el comprador es la empresa; el resumen de una factura de consumo suele no llevar comprador. Los comprobantes propios: `document-status`.',
  },
  ENCF_OTHER_CONTENT: {
    status: 409,
    api: 'El e-NCF ya existe con otro contenido. El contenido recibido no se emitió; data.existente trae el resultado del existente.',
    help: 'El e-NCF ya existe con otro contenido, y el recibido no se emite. `data.existente` trae el resultado del existente. Otra venta lleva otro número.',
  },
  XML_NOT_SIGNED: {
    status: 409,
    api: 'El comprobante no está firmado: no hay XML.',
    cli: 'El comprobante todavía no está firmado: no hay XML.',
    help: 'El comprobante existe y no está firmado: `document-status` dice qué espera. Con `status: No Enviado` puede no tener XML nunca.',
  },
  NOT_AVAILABLE_IN_ENVIRONMENT: {
    status: 409,
    api: 'La DGII no ofrece esta consulta en el ambiente de certificación.',
    help: 'La DGII no ofrece `external-status` ni la anulación de números en certificación.',
  },
  DGII_ACCESS_REFUSED: {
    status: 409,
    api: 'La DGII no responde esta consulta en nombre de la empresa.',
    help: 'La DGII no responde a esta empresa. `data.reason` dice por qué: su certificado (`CERTIFICATE_…`), su delegación (`NOT_DELEGATED`) o un comprobante que no es suyo (`QUERY_REFUSED`).',
  },
  DGII_UNAVAILABLE: {
    status: 503,
    api: 'La DGII no está disponible en este momento. Intente de nuevo más tarde.',
    cli: 'La DGII no está disponible en este momento.',
    help: 'La DGII no responde. Repita después de los segundos de `Retry-After`.',
  },
  NOTE_INVALID: {
    status: 400,
    people: 'La nota debe tener entre 1 y 300 caracteres, sin caracteres invisibles.',
  },
  ENCF_NOT_RETYPED: { status: 400, web: 'El e-NCF escrito no es el de este comprobante.' },
  TRACK_ID_INVALID: {
    status: 400,
    web: 'El trackId de la DGII tiene la forma d2b6e27c-3908-46f3-afaa-2207b9501b4b; un resumen no lo lleva: anote su resultado.',
    cli: 'El trackId de la DGII tiene la forma d2b6e27c-3908-46f3-afaa-2207b9501b4b; un resumen (RFCE) no lo lleva: confirme accepted o rejected.',
  },
  ATTEMPT_NOT_FOUND: { status: 404, people: 'El comprobante no tiene ese intento.' },
  IN_FLIGHT: { status: 409, people: 'Hay un envío en curso: espere un minuto e intente de nuevo.' },
  ALREADY_FINAL: { status: 409, people: 'El comprobante ya tiene su resultado final.' },
  ENCF_HAS_DOCUMENT: {
    status: 409,
    people: 'El e-NCF tiene un comprobante: no se anula como número sin usar.',
  },
  NUMBER_NOT_FREE: {
    status: 409,
    people:
      'El e-NCF no está libre: la DGII no dijo que se pueda reutilizar, o el comprobante todavía no tiene resultado.',
  },
  ATTEMPT_NOT_FINAL: { status: 409, web: 'El intento anterior no ha terminado: espere su resultado.' },
  ATTEMPT_OVER: {
    status: 409,
    web: 'El comprobante ya tiene otro intento. Vea el último.',
    cli: 'El comprobante ya va por otro intento: vea «document show».',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    web: 'El comprobante cambió en este momento. Revíselo y decida de nuevo.',
    cli: 'El comprobante avanzó en este momento: vea «document show» y repita la orden si hace falta.',
  },
  CONDITIONAL_FAULTS: {
    status: 409,
    web: 'La DGII aceptaría el comprobante solo condicionalmente. Corríjalo o confirme que se emite así.',
  },
  ENCF_EXISTS: { status: 409, web: 'Ya existe un comprobante con ese e-NCF.' },
  MAY_HAVE_ARRIVED: {
    status: 409,
    web: 'La DGII tiene o puede tener el comprobante. Confirme primero lo que muestra su Oficina Virtual.',
    cli: 'La DGII lo tiene, o puede tenerlo: búsquelo en la Oficina Virtual, compare el monto y el código de seguridad, y anote lo que muestra con «document confirm».',
  },
  NOTHING_OPEN: {
    status: 409,
    web: 'No hay un envío que confirmar.',
    cli: 'No hay un envío sin respuesta que confirmar: vea «document show».',
  },
  NOT_PRINTABLE: {
    status: 409,
    web: 'La representación impresa de un recibido se ofrece cuando la DGII muestra que lo aceptó o lo rechazó.',
  },
  DRAFT_NOT_FOUND: { status: 404, web: 'El borrador ya no existe: se emitió, se eliminó o venció.' },
  DRAFTS_TOO_MANY: { status: 409, web: 'Ya tiene 50 borradores en esta empresa: emita o elimine alguno.' },
  XML_ALTERED: { cli: 'El XML guardado no corresponde a la huella SHA-256 del registro.' },
} as const satisfies ErrorRows;
