/** Errors about requests of any kind, and commands of any kind. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const requestErrors = {
  JSON_INVALID: {
    status: 400,
    api: 'El cuerpo de la solicitud no es un JSON válido.',
    help: 'El cuerpo está vacío o no es JSON en UTF-8, o pasa de 64 niveles o de un millón de valores (5,000 fuera de `validate` y `send`).',
  },
  REQUEST_INVALID: {
    status: 400,
    api: 'La solicitud no tiene la forma que pide la operación.',
    help: 'Un parámetro o campo falta, sobra o no tiene la forma esperada: `campo` y `mensaje` dicen cuál, y el nombre correcto.',
  },
  RNC_EMISOR_MISMATCH: {
    status: 400,
    api: 'RNCEmisor debe ser el RNC de la empresa que inició sesión.',
    help: '`RNCEmisor` no es el RNC de la empresa de la credencial.',
  },
  CORRELATION_ID_INVALID: {
    status: 400,
    api: 'X-Correlation-Id debe tener entre 1 y 128 caracteres ASCII imprimibles.',
    help: '`X-Correlation-Id` no tiene de 1 a 128 caracteres ASCII imprimibles.',
  },
  NOT_FOUND: { status: 404, api: 'La ruta solicitada no existe.', help: 'La ruta no existe.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    api: 'El método HTTP no está permitido en esta ruta.',
    help: 'La ruta existe con otro método: el encabezado `Allow` dice cuál.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    api: 'La solicitud no llegó completa dentro del tiempo permitido.',
    help: 'La solicitud no llegó completa a tiempo.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    api: 'El cuerpo de la solicitud supera el tamaño permitido.',
    help: 'Más de 16 MB en `validate` y `send`, de 4 KB en `login`, o de 100 KB en las demás operaciones.',
  },
  CONTENT_TYPE_INVALID: {
    status: 415,
    api: 'El cuerpo debe enviarse como application/json.',
    help: 'El cuerpo no es `application/json` en UTF-8, o viene comprimido.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    api: 'Demasiadas solicitudes. Espere antes de intentar de nuevo.',
    help: 'Demasiadas llamadas de la empresa (de ordinario 2,000 en diez segundos), o demasiado en curso (20,000 números por anular). En un `login`: demasiados intentos fallidos, y la clave correcta no vale hasta 15 minutos. Espere `Retry-After` segundos.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    api: 'Los encabezados de la solicitud superan el tamaño permitido.',
    help: 'Los encabezados pasan de 16 KB.',
  },
  INTERNAL_ERROR: {
    status: 500,
    api: 'Ocurrió un error interno. Indique el X-Correlation-Id al soporte.',
    cli: 'Ocurrió un error interno.',
    help: 'Un defecto del servicio. La solicitud pudo quedar hecha; repetir el mismo `send` es siempre inofensivo.',
  },
  PROCESS_UNAVAILABLE: {
    status: 503,
    api: 'El servicio no puede consultar a la DGII en este momento. Intente de nuevo.',
    cli: 'Temporal no está disponible.',
    help: 'El servicio no llegó a preguntar a la DGII. Repita después de los segundos de `Retry-After`.',
  },
  OVERLOADED: {
    status: 503,
    api: 'El servicio está ocupado en este momento. Intente de nuevo después de los segundos de Retry-After.',
    help: 'El servicio está ocupado, o la revisión de un comprobante grande se interrumpió. Nada se guardó. Repita después de los segundos de `Retry-After`.',
  },
  LEDGER_UNAVAILABLE: {
    status: 503,
    api: 'El registro de comprobantes no está disponible en este momento. Intente de nuevo.',
    cli: 'El registro (MongoDB) no está disponible.',
    help: 'El registro no responde, y la solicitud pudo quedar hecha. Repita la misma después de los segundos de `Retry-After`.',
  },
  OLD_BODY_UNAVAILABLE: {
    status: 503,
    api: 'El comprobante es antiguo y su archivo está en un almacén que no responde en este momento. Intente de nuevo.',
    cli: 'El archivo está en el almacén de objetos, que no responde o rehúsa: revise COLD_ENDPOINT y las demás COLD_….',
    help: 'El contenido de un comprobante antiguo está en un almacén aparte, que no responde. El comprobante mismo está en el registro. Repita después de los segundos de `Retry-After`.',
  },
  OLD_BODY_LOST: {
    status: 500,
    api: 'El archivo de este comprobante antiguo falta en el almacén, o fue alterado. Avise al operador del servicio.',
    cli: 'El archivo falta en el almacén de objetos, o fue alterado: vea «ledger lost».',
    help: 'El contenido de un comprobante antiguo falta en el almacén aparte, o fue alterado: repetir no sirve. El operador debe recuperarlo de una copia.',
  },
  FILTER_TOO_BROAD: { status: 400, web: 'La búsqueda tarda demasiado: acote las fechas o quite filtros.' },
  NOT_IN_ENVIRONMENT: {
    status: 409,
    web: 'La empresa emite ahora en otro ambiente: en este solo se consulta.',
  },
  RESEND_NOT_OFFERED: {
    status: 409,
    people:
      'Se envía otra vez solo en el ambiente en que la empresa emite. En certificación se emite otra vez con el formulario de la aplicación web.',
  },
  CHANGE_UNCONFIRMED: {
    status: 503,
    web: 'El servicio no confirmó el cambio: pudo hacerse o no. Recargue la página y mire si está hecho antes de intentar de nuevo.',
    cli: 'Un worker comenzó el cambio y no dijo cómo terminó: mire si está hecho.',
  },
  WORKER_SILENT: {
    status: 503,
    web: 'El servicio no respondió a tiempo. Intente de nuevo en un momento.',
    cli: 'Ningún worker respondió a tiempo: revise que esté arriba y en la misma cola (TEMPORAL_TASK_QUEUE).',
  },
  DEMO_ONLY: {
    cli: 'Solo sirve en la instalación local con la DGII imitada: arranque el servicio (npm run demo o npm start) sin MONGODB_URI ni DGII_ECF_HOST, y use la misma ECF_DATA_DIR.',
  },
  FILE_UNREADABLE: { cli: 'El archivo no se puede leer.' },
  FILE_EXISTS: { cli: 'El archivo de salida ya existe; no se sobrescribe.' },
  FILE_UNWRITABLE: { cli: 'El archivo de salida no se puede escribir.' },
  CONFIG_INVALID: { cli: 'La configuración del entorno no es válida.' },
  LEDGER_ACCESS_DENIED: { cli: 'MongoDB no aceptó las credenciales de MONGODB_URI.' },
  CANCELLED: { cli: 'Cancelado.' },
  USAGE: { cli: 'La orden no está bien escrita.', usage: true },
  CONFIRMATION_MISSING: {
    cli: 'No hay terminal para pedir confirmación: añada --yes si está seguro.',
    usage: true,
  },
} as const satisfies ErrorRows;
