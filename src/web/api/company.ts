/** Companies and what belongs to one: settings, integration users, certificates, people, audit log. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Environment } from '../../ecf/model/environments.js';
import type {
  AuditEntry,
  Certificate,
  CompanyDetails,
  CompanyPeople,
  CompanyRow,
  Page,
  Role,
  Summary,
  User,
} from './answers.js';
import { call } from './client.js';
import { pathOf, type Place } from './vouchers.js';

export const companiesQuery = infiniteQueryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal, pageParam }) =>
    call<Page<CompanyRow>>('GET', '/companies', { query: { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});

export const companyQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['company', companyId],
    queryFn: ({ signal }) => call<CompanyDetails>('GET', `/companies/${companyId}`, { signal }),
  });

export interface NewCompany {
  readonly rnc: string;
  readonly razonSocial: string;
  readonly environment: Environment;
  readonly origin: CompanyDetails['origin'];
}

export const addCompany = (company: NewCompany) =>
  call<{ readonly companyId: number }>('POST', '/companies', { body: company });

export type CompanySetting = 'environment' | 'origin' | 'conditional';

export const changeCompany = (
  companyId: number,
  setting: CompanySetting,
  body: Readonly<Record<string, unknown>>,
) => call<unknown>('PATCH', `/companies/${companyId}/${setting}`, { body });

const summaryEveryMs = 30_000;

export const summaryQuery = (place: Place) =>
  queryOptions({
    queryKey: ['summary', place],
    queryFn: ({ signal }) => call<Summary>('GET', `${pathOf(place)}/summary`, { signal }),
    refetchInterval: summaryEveryMs,
  });

export const usersQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['users', companyId],
    queryFn: ({ signal }) => call<readonly User[]>('GET', `/companies/${companyId}/users`, { signal }),
  });

export const addUser = (companyId: number, body: { readonly usuario: string; readonly clave: string }) =>
  call<unknown>('POST', `/companies/${companyId}/users`, { body });
export const setUserPassword = (companyId: number, usuario: string, clave: string) =>
  call<unknown>('PUT', `/companies/${companyId}/users/${encodeURIComponent(usuario)}/password`, {
    body: { clave },
  });
export const disableUser = (companyId: number, usuario: string, disabled: boolean) =>
  call<unknown>('PATCH', `/companies/${companyId}/users/${encodeURIComponent(usuario)}`, {
    body: { disabled },
  });

export const peopleQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['people', companyId],
    queryFn: ({ signal }) => call<CompanyPeople>('GET', `/companies/${companyId}/people`, { signal }),
  });

export const invitePerson = (companyId: number, body: { readonly email: string; readonly role: Role }) =>
  call<{ readonly invitationUrl: string }>('POST', `/companies/${companyId}/people`, { body });
export const withdrawInvitation = (companyId: number, invitationId: string) =>
  call<unknown>('DELETE', `/companies/${companyId}/invitations/${invitationId}`);
export const changeRole = (companyId: number, personId: string, role: Role | null) =>
  call<unknown>('PATCH', `/companies/${companyId}/people/${personId}`, { body: { role } });
export const endSessions = (companyId: number, personId: string) =>
  call<unknown>('DELETE', `/companies/${companyId}/people/${personId}/sessions`);

export const certificatesQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['certificates', companyId],
    queryFn: ({ signal }) =>
      call<readonly Certificate[]>('GET', `/companies/${companyId}/certificates`, { signal }),
  });

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly person?: string | undefined;
}

export const auditQuery = (companyId: number, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', companyId, filter],
    queryFn: ({ signal, pageParam }) =>
      call<Page<AuditEntry>>('GET', `/companies/${companyId}/audit`, {
        query: { ...filter, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
