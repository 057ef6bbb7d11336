/** The session and the company of the page, for screens inside the shell. */
import { createContext, useContext } from 'react';
import type { CompanyOfPerson, Session } from '../api/answers.js';
import { mayDo, type Permission } from '../api/permissions.js';

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('no session: this screen belongs inside the shell');
  return session;
}

export function useMay(permission: Permission, companyId?: number): boolean {
  return mayDo(useSession(), permission, companyId);
}

/** Undefined for a company that the person does not belong to; support sees those too. */
export function companyIn({ companies }: Session, companyId: number): CompanyOfPerson | undefined {
  return companies.find((one) => one.companyId === companyId);
}
