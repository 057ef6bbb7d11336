/**
 * Who may do what in the web application, in one table. Each route names a row of it, and a test tries every route with every role. A
 * person of the platform has the role `soporte` in every company; that role may do only what its rows say. The browser reads the table too,
 * to hide what the service would refuse, so this file imports types only.
 */
import type { CompanyRole } from '../../ledger/people/person.js';

/** `integrador` is the role of the platform's keys: a vendor's, in the companies that it added. No person has it. */
export type Role = CompanyRole | 'soporte' | 'integrador';

export const roles = ['soporte', 'administrador', 'operador', 'consulta'] as const satisfies Role[];

const everyone = [...roles, 'integrador'] as const satisfies Role[];

interface PermissionRow {
  readonly roles: readonly Role[];
  readonly text: string;
}

/**
 * `anyone` needs no session. `visitor` needs none either, but if the request names a session, it must exist. `unfinished` needs a session
 * after the password; the second factor may still be missing. `account` is for every person, and for no key. `person` is for every person
 * and key of any company. Every other row names the roles that have the permission; on a path without a company, that can only be `soporte`
 * or `integrador`.
 */
export const permissions = {
  anyone: { roles: [], text: 'Entrar y aceptar una invitación: no pide sesión' },
  visitor: { roles: everyone, text: 'Saber si hay una sesión: tampoco la pide' },
  unfinished: { roles: [], text: 'Terminar de entrar, después de la clave' },
  account: { roles, text: 'Su propia cuenta' },
  person: { roles: everyone, text: 'La lista de sus empresas' },
  read: {
    roles: everyone,
    text: 'Ver los comprobantes, los números, los recibidos y los datos de la empresa',
  },
  people: {
    roles: ['soporte', 'administrador'],
    text: 'Personas de la empresa: invitar, cambiar el rol, quitar',
  },
  audit: { roles: ['soporte', 'administrador'], text: 'Ver la auditoría de la empresa' },
  users: { roles: ['administrador', 'integrador'], text: 'Usuarios de integración y sus claves' },
  keys: { roles: ['administrador'], text: 'Claves de API' },
  webhooks: {
    roles: ['soporte', 'administrador'],
    text: 'Webhooks: crear, cambiar, probar, enviar de nuevo',
  },
  certificates: {
    roles: ['administrador', 'integrador'],
    text: 'Importar, elegir y comprobar certificados',
  },
  portalXml: { roles: ['administrador', 'operador'], text: 'Firmar un XML del portal de la DGII' },
  ranges: { roles: ['administrador', 'operador', 'integrador'], text: 'Rangos autorizados' },
  annulments: { roles: ['administrador', 'operador'], text: 'Anulación de números' },
  certification: {
    roles: ['administrador', 'operador'],
    text: 'Validar, emitir y hacer corridas en certificación',
  },
  issue: { roles: ['operador'], text: 'Emitir y corregir comprobantes, y enviarlos al cliente' },
  months: {
    roles: ['administrador', 'operador'],
    text: 'Cerrar un mes, y elegir la clase de gasto de un suplidor',
  },
  decisions: { roles: ['operador'], text: 'Decidir sobre comprobantes y recibidos' },
  annul: { roles: ['soporte'], text: 'Anular un comprobante o un número sin usar' },
  addCompany: { roles: ['soporte', 'integrador'], text: 'Añadir una empresa' },
  platformKeys: { roles: ['soporte'], text: 'Claves de plataforma' },
  platformAudit: { roles: ['soporte'], text: 'Ver la auditoría de soporte' },
  platformHealth: { roles: ['soporte'], text: 'Ver qué empresas necesitan atención' },
  platformSettings: {
    roles: ['soporte'],
    text: 'Cambiar el ambiente de la empresa y quién asigna sus números',
  },
  companySettings: {
    roles: ['soporte', 'administrador'],
    text: 'Cambiar los demás datos y ajustes de la empresa',
  },
  printedForm: {
    roles: ['soporte', 'administrador', 'integrador'],
    text: 'Cambiar cómo se ven los comprobantes impresos',
  },
} as const satisfies Readonly<Record<string, PermissionRow>>;

export type Permission = keyof typeof permissions;

/** In certification, also for those who run it. */
const ofRun: readonly Permission[] = ['decisions', 'issue'];

export function mayDo(permission: Permission, held: readonly Role[], environment?: string): boolean {
  // Who runs the certification also decides about its vouchers, and about what DGII's portal sends: otherwise no step would come to its end.
  const isRun = ofRun.includes(permission) && environment === 'certification';
  const allowed: readonly Role[] = permissions[isRun ? 'certification' : permission].roles;
  return held.some((role) => allowed.includes(role));
}

interface Holder {
  readonly support: boolean;
  readonly vendor?: boolean;
  readonly memberships: readonly { readonly companyId: number; readonly role: Role }[];
}

export function rolesOf({ support, vendor, memberships }: Holder, companyId?: number): readonly Role[] {
  if (vendor === true) return ['integrador'];
  const own = memberships.filter((one) => one.companyId === companyId).map(({ role }) => role);
  return support ? ['soporte', ...own] : own;
}

/** The role that the pages show: the company's if there is one, else the platform's, which says less about the daily work. */
export function shownRole(holder: Holder, companyId: number): Role | undefined {
  return rolesOf(holder, companyId).at(-1);
}
