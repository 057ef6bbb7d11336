/** Requests of companies: each logs in when it has no token yet, or when its token has expired. A refusal that must not occur is a violation. */
import { demoUser } from '../../../src/boot/demo-users.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { Downtimes } from '../outages/downtimes.js';
import { createHttp, type AskOptions } from '../../bench/http.js';
import { describe, faultOfAnswer, isExpired, tokenOfAnswer, type Answer } from './api.js';
import type { Journal } from './journal.js';

/** Answers that ask a client to come again later. */
const laterCodes = ['LEDGER_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

export type CompanyRequests = ReturnType<typeof createCompanyRequests>;

export function createCompanyRequests(apiUrl: string, journal: Journal, downtimes: Downtimes) {
  const http = createHttp(apiUrl);
  /** By RNC. */
  const tokens = new Map<string, string>();
  const { counts, violations } = journal;

  return {
    get: (company: DemoCompany, path: string) => authorized(company, 'GET', path),
    post: (company: DemoCompany, path: string, options: AskOptions) =>
      authorized(company, 'POST', path, options),
    /** While the api is down, a client must expect no answer, or 503 with its code. Everything else is a violation. */
    noteRefusal(name: string, answer: Answer): void {
      if (answer.status === undefined) {
        counts.unanswered += 1;
        if (!downtimes.overlaps('api', answer.startedAt, answer.endedAt))
          violations.push(`${name}: no answer although the api was up: ${describe(answer)}`);
        return;
      }
      const { code = '' } = faultOfAnswer(answer);
      const comeLater = [503, 429].includes(answer.status) && laterCodes.includes(code);
      if (comeLater && answer.headers['retry-after'] !== undefined) counts.refusedForNow += 1;
      else violations.push(`${name}: ${describe(answer)}`);
    },
    close: () => http.close(),
  };

  async function authorized(
    company: DemoCompany,
    method: 'GET' | 'POST',
    path: string,
    options: AskOptions = {},
  ): Promise<Answer> {
    const answer = await withToken(company, method, path, options);
    if (!isExpired(answer)) return answer;
    tokens.delete(company.rnc);
    return withToken(company, method, path, options);
  }

  async function withToken(
    company: DemoCompany,
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {} }: AskOptions,
  ): Promise<Answer> {
    let token = tokens.get(company.rnc);
    if (token === undefined) {
      counts.requests += 1;
      const login = await http.ask('POST', '/api/v2/Auth/login', {
        body: { ...demoUser, rnc: company.rnc },
      });
      token = tokenOfAnswer(login);
      if (token === undefined) return login;
      tokens.set(company.rnc, token);
    }
    counts.requests += 1;
    return http.ask(method, path, { body, headers: { ...headers, authorization: `Bearer ${token}` } });
  }
}
