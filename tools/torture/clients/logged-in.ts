/** Requests of companies: each logs in before its first request, and again when its token has expired. */
import { demoUser } from '../../../src/boot/demo-users.js';
import type { AskOptions, Http } from '../../bench/http.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import { describe, isExpired, tokenOfAnswer, type Answer } from './api.js';

export function createLoggedIn(ask: Http['ask']) {
  /** All requests that find a token expired share the next login. */
  const logins = new Map<string, Promise<Answer>>();

  return {
    ask: async (
      { rnc }: DemoCompany,
      method: 'GET' | 'POST',
      path: string,
      options: AskOptions = {},
    ): Promise<Answer> => {
      for (let tries = 1; ; tries += 1) {
        const login = logins.get(rnc) ?? logIn(rnc);
        const answered = await login;
        const token = tokenOfAnswer(answered);
        if (token === undefined) return answered;
        const headers = { ...options.headers, authorization: `Bearer ${token}` };
        const answer = await ask(method, path, { ...options, headers });
        if (!isExpired(answer) || tries === 2) return answer;
        if (logins.get(rnc) === login) logins.delete(rnc);
      }
    },
    /** @throws Error when the service refuses it */
    logIn: async ({ rnc }: DemoCompany): Promise<void> => {
      const answer = await logIn(rnc);
      if (tokenOfAnswer(answer) === undefined) throw new Error(`login: ${describe(answer)}`);
    },
  };

  function logIn(rnc: string): Promise<Answer> {
    const login = ask('POST', '/api/v2/Auth/login', { body: { ...demoUser, rnc } });
    logins.set(rnc, login);
    void login.then((answer) => {
      if (tokenOfAnswer(answer) === undefined && logins.get(rnc) === login) logins.delete(rnc);
    });
    return login;
  }
}
