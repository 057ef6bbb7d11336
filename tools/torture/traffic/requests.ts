/** Requests of the clients of mixed traffic. An answer that is not the expected one is noted as a fault. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttp, type AskOptions } from '../../bench/http.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import { describe, type Answer, type Answered } from '../clients/api.js';
import { createLoggedIn } from '../clients/logged-in.js';

/** A service on a machine that pauses asks its clients to come later; more than this share is a fault. */
const laterShareMax = 0.01;
const laterFew = 5;

/** While the api is away on purpose, a client repeats a request that got no answer, but not longer than this. */
const repeatLimitMs = 120_000;
const repeatPauseMs = 200;

/** Whose request it is: a company's, or a stranger's without a token or with a wrong one. */
export type Caller =
  { readonly company: DemoCompany } | { readonly company?: undefined; readonly token?: string };

export type Requests = ReturnType<typeof createRequests>;

/** @param isAway whether the api is away on purpose. A request that gets no answer meanwhile is no fault; the client repeats it */
export function createRequests(apiUrl: string, isAway: () => boolean = () => false) {
  const http = createHttp(apiUrl);
  const faults: string[] = [];
  let asked = 0;
  let later = 0;
  const loggedIn = createLoggedIn(ask);
  const askAs = (caller: Caller, method: 'GET' | 'POST', path: string, options: AskOptions = {}) => {
    if (caller.company !== undefined) return loggedIn.ask(caller.company, method, path, options);
    const { token } = caller;
    return ask(method, path, {
      ...options,
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    });
  };

  return {
    faults,
    later: () => later,
    get: (caller: Caller, path: string) => askAs(caller, 'GET', path),
    post: (caller: Caller, path: string, body: unknown) => askAs(caller, 'POST', path, { body }),
    expect: (what: string, answer: Answer, met: (answer: Answered) => boolean): Answer => {
      if (answer.status === undefined || !met(answer)) faults.push(`${what}: ${describe(answer)}`);
      return answer;
    },
    login: loggedIn.logIn,
    close: () => http.close(),
  };

  async function ask(method: 'GET' | 'POST', path: string, options: AskOptions = {}): Promise<Answer> {
    asked += 1;
    const end = Date.now() + repeatLimitMs;
    for (;;) {
      const answer = await http.ask(method, path, options);
      if (gotNothing(answer) && isAway() && Date.now() < end) {
        await sleep(repeatPauseMs);
        continue;
      }
      if (answer.status !== 503) return answer;
      const afterSeconds = Number(answer.headers['retry-after']);
      if (!(afterSeconds > 0) || later >= laterFew + asked * laterShareMax) return answer;
      later += 1;
      await sleep(afterSeconds * 1_000);
    }
  }
}

/** A proxy in front answers for an api that is away. */
function gotNothing({ status, body }: Answer): boolean {
  const data = body?.data as { readonly code?: unknown } | undefined;
  return status === undefined || (status === 503 && data?.code === 'LEDGER_UNAVAILABLE');
}
