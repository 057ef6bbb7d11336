/** Which role sees which action. It only hides what the service would refuse; the service decides again at each call. */
import type { Role, Session } from './answers.js';

const allowed = {
  read: ['soporte', 'administrador', 'operador', 'consulta'],
  people: ['soporte', 'administrador'],
  audit: ['soporte', 'administrador'],
  users: ['administrador'],
  certificates: ['administrador'],
  ranges: ['administrador', 'operador'],
  certification: ['operador'],
  decisions: ['operador'],
  annul: ['soporte'],
  addCompany: ['soporte'],
  platformSettings: ['soporte'],
  companySettings: ['soporte', 'administrador'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof allowed;

export function mayDo(session: Session, permission: Permission, companyId?: number): boolean {
  const roles: readonly Role[] = allowed[permission];
  return rolesIn(session, companyId).some((role) => roles.includes(role));
}

export function rolesIn({ person, companies }: Session, companyId?: number): readonly Role[] {
  const own = companies.filter((one) => one.companyId === companyId).map(({ role }) => role);
  return person.support ? ['soporte', ...own] : own;
}
