/** Requests of the companies of a run. A refusal that must not occur is a violation. */
import type { DemoCompany } from '../../demo/demo-data.js';
import type { Downtimes } from '../outages/downtimes.js';
import { createHttp, type AskOptions } from '../../bench/http.js';
import { describe, faultOfAnswer, type Answer } from './api.js';
import type { Journal } from './journal.js';
import { createLoggedIn } from './logged-in.js';

/** Answers that ask a client to come again later. */
const laterCodes = ['LEDGER_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

export type CompanyRequests = ReturnType<typeof createCompanyRequests>;

export function createCompanyRequests(apiUrl: string, journal: Journal, downtimes: Downtimes) {
  const http = createHttp(apiUrl);
  const { counts, violations } = journal;
  const { ask } = createLoggedIn((...args) => {
    counts.requests += 1;
    return http.ask(...args);
  });

  return {
    get: (company: DemoCompany, path: string, options?: AskOptions) => ask(company, 'GET', path, options),
    post: (company: DemoCompany, path: string, options: AskOptions) => ask(company, 'POST', path, options),
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
}
