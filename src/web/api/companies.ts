/** Companies and what belongs to one: settings, integration users, certificates, people, audit log, printed vouchers. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf, QueryOf, Role, Paper } from './answers.js';
import { answerOf, cursorPages, service, addressOf } from './client.js';
import { pollEvery, pollRarely, pollSummary } from './polling.js';
import type { Place } from './vouchers.js';

const companyPath = '/companies/{companyId}';
const of = (companyId: number) => ({ path: { companyId } });

export const companiesQuery = infiniteQueryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal, pageParam: query }) =>
    answerOf(service.GET('/companies', { params: { query }, signal })),
  ...cursorPages,
});

export const troubleQuery = queryOptions({
  queryKey: ['companies-in-trouble'],
  queryFn: ({ signal }) => answerOf(service.GET('/companies-in-trouble', { signal })),
  refetchInterval: pollRarely,
});

export const companyQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['company', companyId],
    queryFn: ({ signal }) => answerOf(service.GET(companyPath, { params: of(companyId), signal })),
  });

export type NewCompany = BodyOf<'addCompany'>;

export const addCompany = (body: NewCompany) => answerOf(service.POST('/companies', { body }));

export const changeEnvironment = (companyId: number, body: BodyOf<'setCompanyEnvironment'>) =>
  answerOf(service.PATCH(`${companyPath}/environment`, { params: of(companyId), body }));
export type OriginChange = BodyOf<'changeCompanyOrigin'>;
export const changeOrigin = (companyId: number, body: OriginChange) =>
  answerOf(service.PATCH(`${companyPath}/origin`, { params: of(companyId), body }));
export const changeSettings = (companyId: number, body: BodyOf<'changeCompanySettings'>) =>
  answerOf(service.PATCH(`${companyPath}/settings`, { params: of(companyId), body }));

export const summaryQuery = (path: Place) =>
  queryOptions({
    queryKey: ['summary', path],
    queryFn: ({ signal }) =>
      answerOf(service.GET(`${companyPath}/{environment}/summary`, { params: { path }, signal })),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      pollSummary(dataUpdateCount, data?.dgii !== null),
  });

/** Sums over a whole month, which change little from one minute to the next. */
const figuresEveryMs = 5 * 60_000;

export const figuresQuery = (path: Place) =>
  queryOptions({
    queryKey: ['figures', path],
    queryFn: ({ signal }) =>
      answerOf(service.GET(`${companyPath}/{environment}/figures`, { params: { path }, signal })),
    refetchInterval: () => pollEvery(figuresEveryMs),
  });

export const usersQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['users', companyId],
    queryFn: ({ signal }) => answerOf(service.GET(`${companyPath}/users`, { params: of(companyId), signal })),
  });

export const addUser = (companyId: number, body: BodyOf<'addUser'>) =>
  answerOf(service.POST(`${companyPath}/users`, { params: of(companyId), body }));
export const setUserPassword = (companyId: number, usuario: string, clave: string) =>
  answerOf(
    service.PUT(`${companyPath}/users/{usuario}/password`, {
      params: { path: { companyId, usuario } },
      body: { clave },
    }),
  );
export const disableUser = (companyId: number, usuario: string, disabled: boolean) =>
  answerOf(
    service.PATCH(`${companyPath}/users/{usuario}`, {
      params: { path: { companyId, usuario } },
      body: { disabled },
    }),
  );

const peoplePath = `${companyPath}/people` as const;

export const peopleQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['people', companyId],
    queryFn: ({ signal }) => answerOf(service.GET(peoplePath, { params: of(companyId), signal })),
  });

export const invitePerson = (companyId: number, body: BodyOf<'invitePerson'>) =>
  answerOf(service.POST(peoplePath, { params: of(companyId), body }));
export const withdrawInvitation = (companyId: number, invitationId: string) =>
  answerOf(
    service.DELETE(`${companyPath}/invitations/{invitationId}`, {
      params: { path: { companyId, invitationId } },
    }),
  );
export const mailInvitation = (companyId: number, invitationId: string) =>
  answerOf(
    service.POST(`${companyPath}/invitations/{invitationId}/mail`, {
      params: { path: { companyId, invitationId } },
      body: {},
    }),
  );
export const changeRole = (companyId: number, personId: string, role: Exclude<Role, 'soporte'> | null) =>
  answerOf(
    service.PATCH(`${peoplePath}/{personId}`, { params: { path: { companyId, personId } }, body: { role } }),
  );
export const endSessions = (companyId: number, personId: string) =>
  answerOf(
    service.DELETE(`${peoplePath}/{personId}/sessions`, { params: { path: { companyId, personId } } }),
  );

export const certificatesQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['certificates', companyId],
    queryFn: ({ signal }) =>
      answerOf(service.GET(`${companyPath}/certificates`, { params: of(companyId), signal })),
  });

export const auditQuery = (companyId: number, question: QueryOf<'listAudit'>) =>
  infiniteQueryOptions({
    queryKey: ['audit', companyId, question],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        service.GET(`${companyPath}/audit`, {
          params: { ...of(companyId), query: { ...question, ...pageParam } },
          signal,
        }),
      ),
    ...cursorPages,
  });

export const platformAuditQuery = (question: QueryOf<'listPlatformAudit'>) =>
  infiniteQueryOptions({
    queryKey: ['audit', question],
    queryFn: ({ signal, pageParam }) =>
      answerOf(service.GET('/audit', { params: { query: { ...question, ...pageParam } }, signal })),
    ...cursorPages,
  });

const printedFormPath = `${companyPath}/printed-form` as const;

export const printedFormQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['printed-form', companyId],
    queryFn: ({ signal }) => answerOf(service.GET(printedFormPath, { params: of(companyId), signal })),
  });

/** Null removes a setting. */
export type PrintedFormChange = BodyOf<'setPrintedForm'>;

export const changePrintedForm = (companyId: number, body: PrintedFormChange) =>
  answerOf(service.PATCH(printedFormPath, { params: of(companyId), body }));

export const sampleAddress = (companyId: number, format: Paper) =>
  addressOf(`${printedFormPath}/sample`, { ...of(companyId), query: { format } });

export const revokeLinks = (companyId: number) =>
  answerOf(service.POST(`${printedFormPath}/revoke-links`, { params: of(companyId), body: {} }));
