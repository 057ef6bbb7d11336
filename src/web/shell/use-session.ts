/** The session and the company of the page, for screens inside the shell. */
import { createContext, useContext } from 'react';
import { mayDo, rolesOf, type Permission } from '../../api/session/permissions.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { CompanyOfPerson, Session } from '../api/answers.js';

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('no session: this screen belongs inside the shell');
  return session;
}

/** Whether to show an action. The service checks the permission again at each call. */
export function useMay(permission: Permission, companyId?: number, environment?: Environment): boolean {
  const { person, companies } = useSession();
  const held = rolesOf({ support: person.support, memberships: companies }, companyId);
  return mayDo(permission, held, environment);
}

export function mayIn(
  { person, companies }: Session,
  permission: Permission,
  companyId?: number,
  environment?: string,
): boolean {
  return mayDo(
    permission,
    rolesOf({ support: person.support, memberships: companies }, companyId),
    environment,
  );
}

/** Undefined if the person does not belong to the company. Support also opens such companies. */
export function companyIn({ companies }: Session, companyId: number): CompanyOfPerson | undefined {
  return companies.find((one) => one.companyId === companyId);
}
