/**
 * The company that the address names. The session does not list a company that was added after the login, and for support it lists only the
 * first ones. So we ask the service whether any other company exists for this person.
 */
import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../../ecf/model/environments.js';
import { isRefusal } from '../api/api-error.js';
import type { Session } from '../api/answers.js';
import { companyQuery } from '../api/companies.js';
import { companyIn, useSession } from './use-session.js';

interface NamedCompany {
  readonly razonSocial: string;
  readonly rnc: string;
  /** The one in which it issues. */
  readonly environment: Environment;
}

export type AddressedCompany =
  | { readonly outcome: 'known'; readonly company: NamedCompany }
  | { readonly outcome: 'asking' | 'unknown' | 'none' }
  | { readonly outcome: 'failed'; readonly error: Error; readonly retry: () => void };

export function useCompany(session: Session, companyId: number | undefined): AddressedCompany {
  const listed = companyId === undefined ? undefined : companyIn(session, companyId);
  const ask = companyId !== undefined && listed === undefined;
  const asked = useQuery({ ...companyQuery(companyId ?? 0), enabled: ask });
  if (companyId === undefined) return { outcome: 'none' };
  const company = listed ?? asked.data;
  if (company !== undefined) return { outcome: 'known', company };
  const { error, refetch } = asked;
  if (error === null) return { outcome: 'asking' };
  return isRefusal(error, 'COMPANY_NOT_FOUND')
    ? { outcome: 'unknown' }
    : { outcome: 'failed', error, retry: () => void refetch() };
}

/** For the names of files. Until the RNC is known it is the company's id. */
export function useRnc(companyId: number): string {
  const addressed = useCompany(useSession(), companyId);
  return addressed.outcome === 'known' ? addressed.company.rnc : String(companyId);
}
