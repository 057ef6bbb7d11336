/** The session: who is logged in, logging in and out, the second factor. */
import { queryOptions } from '@tanstack/react-query';
import { isRefusal, sessionRequired } from './api-error.js';
import type { LoginStep, Session } from './answers.js';
import { call } from './client.js';

/** What the login has to ask next: the password, or what is left of a login that was interrupted. */
export type LoginStage = 'password' | Exclude<LoginStep, 'done'>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | LoginStage> => {
    try {
      return await call<Session>('GET', '/session', { signal });
    } catch (error) {
      if (isRefusal(error, sessionRequired)) return stageIn(error.detalle);
      throw error;
    }
  },
  staleTime: 60_000,
});

function stageIn(detalle: unknown): LoginStage {
  const next =
    typeof detalle === 'object' && detalle !== null && 'next' in detalle ? detalle.next : undefined;
  return next === 'code' || next === 'enrol' ? next : 'password';
}

export interface Next {
  readonly next: LoginStep;
}

export const login = (email: string, password: string) =>
  call<Next>('POST', '/session', { body: { email, password } });
export const sendCode = (code: string) => call<Next>('POST', '/session/code', { body: { code } });
export const sendFreshCode = (code: string) => call<Next>('POST', '/session/fresh-code', { body: { code } });
export const logout = () => call<undefined>('DELETE', '/session');
export const startTotp = () =>
  call<{ readonly uri: string; readonly secret: string }>('POST', '/session/totp');
export const confirmTotp = (code: string) =>
  call<{ readonly recoveryCodes: readonly string[] }>('POST', '/session/totp/confirm', { body: { code } });

export interface Invitation {
  readonly email: string;
  /** The person has an account already and confirms with its password. */
  readonly known: boolean;
  /** Null: an invitation to the platform's support. */
  readonly companyName: string | null;
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call<Invitation>('GET', `/invitations/${encodeURIComponent(token)}`, { signal }),
    retry: false,
  });

export const acceptInvitation = (
  token: string,
  body: { readonly name?: string; readonly password: string },
) => call<unknown>('POST', `/invitations/${encodeURIComponent(token)}`, { body });
