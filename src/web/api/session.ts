/** The session: who is logged in, logging in and out, the second factor. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { forgetDrafts } from '../shared/draft.js';
import { isRefusal, sessionRequired } from './api-error.js';
import type { AnswerOf, BodyOf, LoginStep, Session } from './answers.js';
import { answerOf, service } from './client.js';
import { raisesSession, reportSessionLost } from './session-lost.js';

/** What the login has to ask for next: the password, or the step at which an earlier login was interrupted. */
export type LoginStage = 'password' | Exclude<LoginStep, 'done'>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client, queryKey }): Promise<Session | LoginStage> => {
    const found = await askForSession(signal);
    const before = client.getQueryData<Session | LoginStage>(queryKey);
    if (typeof before !== 'object') return found;
    if (typeof found === 'object') {
      if (found.person.personId !== before.person.personId) forgetPerson(client);
      return found;
    }
    // The page stays with everything that the person typed, and the dialog above it asks for the login.
    reportSessionLost(true);
    return before;
  },
  staleTime: 60_000,
});

/** Removes what the browser keeps of the person who was logged in: drafts, and every answer but the session's. */
export function forgetPerson(queries: QueryClient): void {
  forgetDrafts();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

export async function askForSession(signal: AbortSignal | null = null): Promise<Session | LoginStage> {
  try {
    const answer = await answerOf(service.GET('/session', { signal }));
    return 'next' in answer ? answer.next : answer;
  } catch (error) {
    if (isRefusal(error, sessionRequired)) return 'password';
    throw error;
  }
}

export type Next = AnswerOf<'startSession'>;

export const login = (email: string, password: string) =>
  answerOf(service.POST('/session', { body: { email, password } }));
export const sendCode = (code: string) => answerOf(service.POST('/session/code', { body: { code } }));
export const sendFreshCode = (code: string) =>
  raisesSession(answerOf(service.POST('/session/fresh-code', { body: { code } })));
export const sendFreshPassword = (password: string) =>
  raisesSession(answerOf(service.POST('/session/fresh-password', { body: { password } })));
export const startTotp = (password: string) =>
  answerOf(service.POST('/session/totp', { body: { password } }));
export const confirmTotp = (code: string) =>
  raisesSession(answerOf(service.POST('/session/totp/confirm', { body: { code } })));

export const changePassword = (body: BodyOf<'changePassword'>) =>
  raisesSession(answerOf(service.POST('/session/password', { body })));
export const startReplacement = (code: string) =>
  answerOf(service.POST('/session/totp/replace', { body: { code } }));
export const confirmReplacement = (code: string) =>
  raisesSession(answerOf(service.POST('/session/totp/replace/confirm', { body: { code } })));
export const renewRecoveryCodes = (code: string) =>
  answerOf(service.POST('/session/recovery-codes', { body: { code } }));
export const recoveryCodesQuery = queryOptions({
  queryKey: ['recovery-codes'],
  queryFn: ({ signal }) => answerOf(service.GET('/session/recovery-codes', { signal })),
});

export async function logout(): Promise<void> {
  try {
    await answerOf(service.DELETE('/session'));
  } catch (error) {
    // The session is already over, and that is what the person wants.
    if (!isRefusal(error, sessionRequired)) throw error;
  }
}

export const forgottenPasswordQuery = queryOptions({
  queryKey: ['forgotten-password'],
  queryFn: ({ signal }) => answerOf(service.GET('/session/forgotten-password', { signal })),
});
export const askForPassword = (email: string) =>
  answerOf(service.POST('/session/forgotten-password', { body: { email } }));
export const passwordLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) =>
      answerOf(service.GET('/session/forgotten-password/{token}', { params: { path: { token } }, signal })),
    retry: false,
  });
export const choosePassword = (token: string, password: string) =>
  answerOf(
    service.POST('/session/forgotten-password/{token}', { params: { path: { token } }, body: { password } }),
  );

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      answerOf(service.GET('/invitations/{token}', { params: { path: { token } }, signal })),
    retry: false,
  });

export const acceptInvitation = (token: string, body: BodyOf<'acceptInvitation'>) =>
  answerOf(service.POST('/invitations/{token}', { params: { path: { token } }, body }));
