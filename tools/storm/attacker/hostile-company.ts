/** The company that attacks. It remembers every voucher that it sent, because the service must issue each of them exactly once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { createHttp, type Http } from '../../bench/http.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { VoucherResult } from '../../torture/check/run-evidence.js';
import type { VoucherData } from '../../torture/clients/answer-history.js';
import { describe, tokenOfAnswer, voucherOfAnswer, type Answer } from '../../torture/clients/api.js';
import { createLoggedIn } from '../../torture/clients/logged-in.js';
import { demoUser } from '../../../src/boot/demo-users.js';
import type { Met } from './orders.js';
import { createStrangers, type Strangers } from './strangers.js';

/** More connections than any limit of the service. */
const connectionsMax = 4_096;
/** Its requests come from so many addresses, in turn: a proxy limits one. */
const ownAddresses = 25;
/** A service that has not even refused after this time is considered hung. */
const answerLimitMs = 150_000;
const finalLimitMs = 240_000;
const finalPauseMs = 500;

export type HostileCompany = Awaited<ReturnType<typeof enterHostileCompany>>;

/** @throws Error when the service refuses the login */
export async function enterHostileCompany(
  apiUrl: string,
  company: DemoCompany,
  strangers: Strangers = createStrangers({ proxied: false }),
) {
  const https = Array.from({ length: ownAddresses }, (_, index) => {
    const localAddress = strangers.localAddress(index);
    return createHttp(apiUrl, {
      connections: connectionsMax,
      answerLimitMs,
      ...(localAddress !== undefined && { localAddress }),
    });
  });
  let asked = 0;
  const askInTurn: Http['ask'] = (method, path, options) => {
    const http = https[(asked += 1) % https.length];
    if (http === undefined) throw new Error('There is no address');
    return http.ask(method, path, options);
  };
  const loggedIn = createLoggedIn(askInTurn);
  const serials = new Map<EcfType, number>();
  const sent = new Set<string>();
  /** The e-NCFs of sends that the service answered with 200: it must not forget them. */
  const acknowledged = new Set<string>();
  const answers = new Map<Met, number>();
  await loggedIn.logIn(company);

  return {
    company,
    answers,
    count,
    nextEncf(type: EcfType): string {
      const serial = (serials.get(type) ?? 0) + 1;
      serials.set(type, serial);
      return formatEncf(type, serial);
    },
    get: (path: string) => ask('GET', path),
    post: (path: string, body: unknown) => ask('POST', path, body),
    async send(encf: string, body: unknown, waitForFinal: string): Promise<Answer> {
      sent.add(encf);
      const answer = await ask('POST', `/api/v2/dgii-ecf/send?waitForFinal=${waitForFinal}`, body);
      if (answer.status === 200) acknowledged.add(encf);
      return answer;
    },
    /** @returns the last answer about each voucher that the service admitted; without an answer the service lost it */
    async awaitFinal(): Promise<VoucherResult[]> {
      const end = Date.now() + finalLimitMs;
      const results: VoucherResult[] = [];
      for (const encf of sent) {
        const last = await finalAnswer(encf, end);
        const { companyId, rnc } = company;
        if (last !== undefined || acknowledged.has(encf)) results.push({ companyId, rnc, encf, last });
      }
      return results;
    },
    close: async () => {
      await Promise.all(https.map((http) => http.close()));
    },
    /** A token of its own, for requests that only a socket can make. */
    async token(): Promise<string> {
      const login = await askInTurn('POST', '/api/v2/Auth/login', {
        body: { ...demoUser, rnc: company.rnc },
      });
      const token = tokenOfAnswer(login);
      if (token === undefined) throw new Error(`login of the hostile company: ${describe(login)}`);
      return token;
    },
  };

  /** @returns undefined if the service does not know the voucher */
  async function finalAnswer(encf: string, end: number): Promise<VoucherData | undefined> {
    for (;;) {
      const answer = await ask('GET', `/api/v2/dgii-ecf/document-status/${encf}`);
      if (answer.status === 404) return undefined;
      const data = answer.status === 200 ? voucherOfAnswer(answer) : undefined;
      if (data !== undefined && (data.accepted !== null || Date.now() > end)) return data;
      if (Date.now() > end) throw new Error(`${encf} of the hostile company: ${describe(answer)}`);
      await sleep(finalPauseMs);
    }
  }

  async function ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const answer = await loggedIn.ask(company, method, path, { body });
    count(answer.status ?? 'broken');
    return answer;
  }

  function count(met: Met): void {
    answers.set(met, (answers.get(met) ?? 0) + 1);
  }
}
