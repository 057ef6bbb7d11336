/** Texts about people: their roles, and how they are invited. */

export const companyRoles = {
  administrador: 'Administrador',
  operador: 'Operador',
  consulta: 'Consulta',
} as const;

export const roles = { soporte: 'Soporte', ...companyRoles } as const;

/** What each role may do, for the person who gives it and the one who gets it. */
export const rolesMay = {
  soporte:
    'En todas las empresas: crearlas, cambiar su ambiente y quién asigna los números, anular un comprobante, manejar personas y datos, y ver la auditoría.',
  administrador:
    'Ver todo, y además: personas, usuarios de integración, claves de API, certificados, rangos, anular números, datos de la empresa, auditoría, firmar un XML del portal y, en certificación, todo lo que hace un operador.',
  operador:
    'Ver todo, y además: rangos, anular números, emitir en certificación, reintentar, confirmar y forzar comprobantes, aprobar o rechazar los recibidos y firmar un XML del portal.',
  consulta: 'Ver los comprobantes, los recibidos y los rangos. No puede cambiar nada.',
} as const;

export const invitation = {
  title: 'Invitación',
  text: 'Lo invitaron a esta aplicación. Si acepta, tendrá este acceso:',
  account: 'Su correo',
  company: 'Empresa',
  allCompanies: 'Todas, como soporte de la plataforma',
  may: 'Podrá',
  newPassword: 'Este enlace es para elegir una clave nueva. Su acceso no cambia.',
  knownPassword: 'Su clave de siempre',
  name: 'Su nombre',
  password: 'Elija una clave',
  passwordHint: 'Al menos 12 caracteres, y no su correo ni una clave fácil de adivinar.',
  submit: 'Aceptar',
  done: 'Listo: ya puede entrar.',
  enter: 'Ir a entrar',
} as const;

export const people = {
  intro: 'Quién entra a esta aplicación y qué puede hacer.',
  person: 'Persona',
  empty: 'Nadie de la empresa entra todavía: invite primero a su administrador.',
  role: 'Rol',
  invite: 'Invitar',
  invitations: 'Invitaciones sin usar',
  withdraw: 'Retirar',
  linkTitle: 'Enlace de invitación',
  linkFor: (email: string, role: string) => `Para ${email}, con el rol ${role}.`,
  linkText:
    'Entréguelo a la persona por un medio seguro. Sirve una vez, durante 72 horas, y no se muestra de nuevo.',
  linkMailed: (email: string) => `También se envía por correo a ${email}.`,
  linkNotMailed: 'Por correo no se envió: entregue el enlace usted.',
  mail: 'Correo',
  mailAgain: 'Enviar de nuevo',
  mailStates: {
    queued: 'En cola',
    sending: 'Enviando',
    sent: 'Entregado al servidor de correo',
    failed: 'Falló',
  },
  mailCode: (code: string) => `Respuesta: ${code}`,
  noMail: 'No se envió',
  changeRole: 'Cambiar rol',
  remove: 'Quitar de la empresa',
  removes: 'Quitar a esta persona de la empresa: para volver necesita otra invitación.',
  invitedBy: (name: string) => `Invitó: ${name}`,
  leftTitle: (name: string) => `Lo que deja ${name}`,
  leftText:
    'Sus sesiones se cerraron. Revise lo que sigue: con eso esta persona podría volver a entrar o emitir en nombre de la empresa.',
  leftInvitations: 'Invitaciones sin usar que se retiraron',
  leftUsers: 'Usuarios de integración cuya clave puso: cámbiela o desactívelos',
  leftKeys: 'Claves de API que vio enteras: cámbielas o revóquelas',
  leftPeople: 'Personas que invitó',
  leftCertificates: 'Certificados que importó, cuyo archivo puede tener',
  leftDisabled: (usuario: string) => `${usuario} (desactivado)`,
  sessionsEnded: 'Sus sesiones se cerraron.',
  endSessions: 'Cerrar sesiones',
} as const;
