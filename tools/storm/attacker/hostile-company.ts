/** The company that attacks. It remembers every voucher that it sent, because the service must issue each of them exactly once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { demoUser } from '../../../src/boot/demo-users.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { VoucherResult } from '../../torture/check/run-evidence.js';
import type { VoucherData } from '../../torture/clients/answer-history.js';
import type { Met } from './orders.js';

/** More connections than any limit of the service. */
const connectionsMax = 4_096;
/** A service that has not even refused after this time is considered hung. */
const answerLimitMs = 150_000;
const finalLimitMs = 240_000;
const finalPauseMs = 500;

export interface HostileAnswer {
  /** Undefined if the connection broke. */
  readonly status: number | undefined;
  readonly text: string;
}

export type HostileCompany = Awaited<ReturnType<typeof enterHostileCompany>>;

export async function enterHostileCompany(apiUrl: string, company: DemoCompany) {
  const dispatcher = new Agent({
    connections: connectionsMax,
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs,
  });
  const serials = new Map<EcfType, number>();
  /** The e-NCFs of all sends, including refused ones. */
  const sent = new Set<string>();
  /** The e-NCFs of sends that the service answered with 200: it must not forget them. */
  const acknowledged = new Set<string>();
  const answers = new Map<Met, number>();
  let token = await login(apiUrl, company);
  /** One renewal for all requests that find the token expired. */
  let renewal: Promise<void> | undefined;

  return {
    company,
    answers,
    /** Counts what a stranger met who takes part in this company's storm. */
    count,
    nextEncf(type: EcfType): string {
      const serial = (serials.get(type) ?? 0) + 1;
      serials.set(type, serial);
      return formatEncf(type, serial);
    },
    get: (path: string) => ask('GET', path),
    post: (path: string, body: string | Uint8Array) => ask('POST', path, body),
    async send(encf: string, body: string | Uint8Array, waitForFinal: string): Promise<HostileAnswer> {
      sent.add(encf);
      const answer = await ask('POST', `/api/v2/dgii-ecf/send?waitForFinal=${waitForFinal}`, body);
      if (answer.status === 200) acknowledged.add(encf);
      return answer;
    },
    /**
     * Waits until all vouchers of this company are final. @returns the last answer about each voucher that the service admitted. An entry
     * without an answer means that the service acknowledged the voucher and no longer knows it; the check of the run reports that
     */
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
    close: () => dispatcher.destroy(),
  };

  /** @returns undefined if the service does not know the voucher */
  async function finalAnswer(encf: string, end: number): Promise<VoucherData | undefined> {
    for (;;) {
      const { status, text } = await ask('GET', `/api/v2/dgii-ecf/document-status/${encf}`);
      if (status === 404) return undefined;
      const answer = status === 200 ? (JSON.parse(text) as { readonly data: VoucherData }).data : undefined;
      if (answer !== undefined && (answer.accepted !== null || Date.now() > end)) return answer;
      if (Date.now() > end) throw new Error(`${encf} of the hostile company: HTTP ${status} ${text}`);
      await sleep(finalPauseMs);
    }
  }

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body?: string | Uint8Array,
  ): Promise<HostileAnswer> {
    const answer = await askOnce(method, path, body);
    if (answer.status !== 401 || !answer.text.includes('TOKEN_EXPIRED')) return counted(answer);
    renewal ??= renew();
    await renewal;
    return counted(await askOnce(method, path, body));
  }

  /** While the service refuses the login, requests keep the expired token. */
  async function renew(): Promise<void> {
    token = await login(apiUrl, company).catch(() => token);
    renewal = undefined;
  }

  async function askOnce(
    method: 'GET' | 'POST',
    path: string,
    body?: string | Uint8Array,
  ): Promise<HostileAnswer> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const options = { dispatcher, method, headers, body: body ?? null };
      const response = await request(`${apiUrl}${path}`, options);
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      return { status: undefined, text: String(error) };
    }
  }

  function counted(answer: HostileAnswer): HostileAnswer {
    count(answer.status ?? 'broken');
    return answer;
  }

  function count(met: Met): void {
    answers.set(met, (answers.get(met) ?? 0) + 1);
  }
}

/** @throws Error when the service refuses the login: without a token no storm does anything */
async function login(apiUrl: string, { rnc }: DemoCompany): Promise<string> {
  const { statusCode, body } = await request(`${apiUrl}/api/v2/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demoUser, rnc }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`login of the hostile company: HTTP ${statusCode} ${text}`);
  return (JSON.parse(text) as { readonly token: string }).token;
}
