/** Errors about people, users, sessions and tokens. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const peopleErrors = {
  CREDENTIALS_INVALID: {
    status: 401,
    api: 'Usuario, clave o RNC incorrectos.',
    help: 'Usuario, clave o RNC incorrectos, o usuario inhabilitado.',
  },
  TOKEN_MISSING: {
    status: 401,
    api: 'Falta el encabezado Authorization: Bearer <token>.',
    help: 'Falta `Authorization: Bearer <token>`.',
  },
  TOKEN_INVALID: {
    status: 401,
    api: 'El token no es válido.',
    help: 'El token no es de este servicio, la clave de su usuario cambió, su usuario fue inhabilitado, o la empresa cambió de ambiente. Inicie sesión.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    api: 'El token venció. Inicie sesión de nuevo.',
    help: 'Pasaron los 120 minutos. Inicie sesión.',
  },
  COMPANY_NOT_ALLOWED: {
    status: 403,
    api: 'El usuario no pertenece a la empresa indicada en la ruta.',
    help: 'La ruta de la versión 1 nombra otra empresa u otro RNC.',
  },
  API_KEY_INVALID: {
    status: 401,
    api: 'La clave de API no es válida.',
    help: 'La clave no es de este servicio, está mal copiada, o alguien la revocó o la reemplazó por otra. Pida otra a un administrador de la empresa.',
  },
  API_KEY_EXPIRED: {
    status: 401,
    api: 'La clave de API venció.',
    help: 'Pasó la fecha en que vencía la clave, o el plazo que quedaba a la clave vieja después de usar la nueva. Use la nueva, o pida otra.',
  },
  API_KEY_ENVIRONMENT: {
    status: 403,
    api: 'La clave de API es de otro ambiente que aquel en que está la empresa.',
    help: 'Una clave `ecf_prod_` vale solo en producción, con los dos consentimientos; `ecf_cert_`, en certificación; `ecf_test_`, en precertificación. La empresa está en otro ambiente, o la ruta nombra otro.',
  },
  API_KEY_SCOPE_MISSING: {
    status: 403,
    api: 'La clave de API no tiene el permiso que pide esta operación.',
    help: '`data.scope` dice el permiso que falta: haga otra clave que lo tenga. Nulo: la operación no se hace con una clave.',
  },
  PERSON_REQUIRED: {
    status: 403,
    web: 'Esta acción la hace una persona en la aplicación, no una clave de API.',
  },
  CREDENTIALS_MIXED: {
    status: 400,
    web: 'La solicitud lleva una clave de API y la sesión de una persona: envíe una sola de las dos.',
  },
  KEY_NAME_INVALID: {
    status: 400,
    people: 'El nombre de la clave debe tener entre 1 y 60 caracteres, sin caracteres de control.',
    usage: true,
  },
  KEY_EMPTY: {
    status: 400,
    people: 'La clave no podría hacer nada: dele un permiso de la API o un rol.',
    usage: true,
  },
  KEY_EXPIRY_INVALID: {
    status: 400,
    people: 'El vencimiento debe ser un momento futuro, de aquí a cinco años.',
    usage: true,
  },
  KEY_NOT_FOUND: { status: 404, people: 'No existe esa clave, o ya fue revocada.' },
  KEY_ROTATING: {
    status: 409,
    people: 'La clave ya se está cambiando por otra: termine primero ese cambio.',
  },
  KEY_NOT_ROTATING: { status: 409, people: 'La clave no se está cambiando por otra.' },
  KEYS_TOO_MANY: {
    status: 409,
    people: 'Hay cien claves que no están revocadas: revoque primero las que no se usan.',
  },
  CODE_INVALID: {
    status: 400,
    web: 'El código no es correcto, o ya se usó. Escriba el que muestra ahora su aplicación.',
  },
  PERSON_NAME_INVALID: { status: 400, web: 'El nombre debe tener entre 1 y 100 caracteres.' },
  PASSWORD_IS_EMAIL: { status: 400, web: 'La clave no puede ser su correo ni lo que está antes de la @.' },
  PASSWORD_UNCHANGED: { status: 400, web: 'La clave nueva es la misma que tiene ahora.' },
  PASSWORD_WRONG: { status: 400, web: 'La clave actual no es correcta.' },
  SESSION_REQUIRED: { status: 401, web: 'La sesión no existe o terminó. Inicie sesión.' },
  LOGIN_INVALID: { status: 401, web: 'Correo o clave incorrectos.' },
  CROSS_SITE_REFUSED: { status: 403, web: 'La solicitud no viene de esta aplicación.' },
  FRESH_CODE_REQUIRED: { status: 403, web: 'Esta acción pide un código de su aplicación de autenticación.' },
  FRESH_PASSWORD_REQUIRED: { status: 403, web: 'Esta acción pide otra vez su clave.' },
  SECOND_FACTOR_LOCKED: {
    status: 403,
    web: 'Hubo demasiados códigos errados: alguien que sabe su clave pudo probarlos. Pida un enlace nuevo a quien opera el servicio.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    web: 'Esta acción exige el segundo factor: actívelo primero en su cuenta.',
  },
  PERMISSION_DENIED: { status: 403, web: 'Su rol en esta empresa no permite esta acción.' },
  INVITATION_NOT_FOUND: { status: 404, web: 'La invitación no existe, ya se usó o venció. Pida otra.' },
  PERSON_NOT_FOUND: {
    status: 404,
    web: 'La empresa no tiene a esa persona.',
    cli: 'No hay una persona con ese correo.',
  },
  PERSON_EXISTS: {
    status: 409,
    web: 'Esa persona ya pertenece a la empresa.',
    cli: 'Esa persona ya tiene lo que la invitación daría, o ya pertenece a la empresa con otro rol: un administrador lo cambia en la aplicación web.',
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    web: 'La empresa se quedaría sin administrador: nombre primero a otro.',
  },
  PERSON_CHANGED: { status: 409, web: 'Otra persona entró en este navegador. La acción no se hizo.' },
  SECOND_FACTOR_EXISTS: { status: 409, web: 'El segundo factor ya está activo.' },
  SECOND_FACTOR_NOT_BEGUN: {
    status: 409,
    web: 'El cambio del segundo factor no se comenzó, o pasó demasiado tiempo. Comience de nuevo.',
  },
  MAIL_OFF: {
    status: 409,
    people: 'El servicio no envía correos: entregue el enlace usted.',
  },
  MAIL_ADDRESS_INVALID: {
    status: 400,
    people: 'A esa dirección no se puede enviar un correo: entregue el enlace usted.',
  },
  MAIL_REPEATED: { status: 409, people: 'Ese correo ya se envió.' },
  MAIL_TOO_MANY: {
    status: 429,
    people: 'Ya se enviaron muchos correos en esta hora. Espere, o entregue el enlace usted.',
  },
  MAIL_NOT_FOUND: { cli: 'No hay un correo con ese id.' },
  MAIL_NOT_FAILED: { cli: 'El correo no falló: está en camino o ya se entregó.' },
  MAIL_QUEUE_FULL: {
    status: 503,
    people: 'Hay muchos correos de la empresa sin salir. Entregue el enlace usted.',
  },
  EMAIL_INVALID: {
    status: 400,
    people:
      'El correo no es una dirección válida: lleva letras del español, cifras y signos corrientes, sin nada invisible ni letras de otros alfabetos.',
    usage: true,
  },
  EMAIL_LOOKS_LIKE: {
    status: 400,
    people: 'La empresa ya tiene a una persona o una invitación con un correo que se ve casi igual.',
    usage: true,
  },
  PASSWORD_COMMON: {
    status: 400,
    people:
      'La clave es fácil de adivinar: es de las más usadas, o una palabra con cifras, una serie de teclas o un nombre. Elija otra, por ejemplo cuatro palabras al azar.',
    usage: true,
  },
  PASSWORD_INVALID: { status: 400, people: 'La clave debe tener entre 12 y 200 caracteres.', usage: true },
  USUARIO_INVALID: {
    status: 400,
    people: 'El usuario debe tener entre 1 y 100 caracteres, sin espacios ni caracteres de control.',
    usage: true,
  },
  USER_NOT_FOUND: { status: 404, people: 'La empresa no tiene un usuario con ese nombre.' },
  USER_EXISTS: { status: 409, people: 'La empresa ya tiene un usuario con ese nombre.' },
  PASSWORD_MISMATCH: { cli: 'Las dos claves no son iguales.' },
  PASSWORD_SOURCE_MISSING: {
    cli: 'No hay terminal para pedir la clave: use --password-stdin o --password-file. Nunca se escribe en la línea de órdenes.',
    usage: true,
  },
} as const satisfies ErrorRows;
