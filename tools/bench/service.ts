/** The service that a bench measures: its own stack (own-stack.ts), with the demo's companies as clients. */
import { formatEncf } from '../../src/ecf/model/encf.js';
import { demoUser } from '../../src/boot/demo-users.js';
import { localDate } from '../../src/ecf/model/dates.js';
import { demoCompany } from '../demo/demo-data.js';
import { sampleVoucher } from '../demo/sample-voucher.js';
import { startOwnStack, type OwnStack } from '../own-stack/own-stack.js';
import { createHttp, type Answer, type Http, type NoAnswer } from './http.js';

export const prices = Array.from({ length: 10 }, (_, index) => 100 * (index + 1));

/** Assigns its own numbers. */
export const sender = demoCompany(1);
/** Asks the service for its numbers. */
export const numbered = demoCompany(2);

export interface BenchService {
  readonly stack: OwnStack;
  /** @throws when the wait is not enough */
  readonly send: () => Promise<void>;
  stop(): Promise<void>;
}

interface ServiceOptions {
  /** A stack that runs already and continues after the bench. Default: a new stack. */
  readonly running?: OwnStack;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startService({ running, settings = {} }: ServiceOptions = {}): Promise<BenchService> {
  const stack = running ?? (await startOwnStack({ name: 'bench', settings }));
  const http = createHttp(stack.apiUrl);
  const stop = async () => {
    if (running === undefined) await stack.stop();
    await http.close();
  };
  try {
    const headers = await login(http, sender.rnc);
    return {
      stack,
      send: async () => {
        // The answer comes as soon as the voucher is final. Only an overloaded machine, which is slow and not broken, needs so long.
        const path = '/api/v2/dgii-ecf/send?waitForFinal=50s';
        const answer = await http.ask('POST', path, { body: nextVoucher(), headers });
        if (!isAccepted(answer.body?.data)) throw unexpected(answer);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the headers of the company's requests */
export async function login(http: Http, rnc: string): Promise<{ authorization: string }> {
  const answer = await http.ask('POST', '/api/v2/Auth/login', { body: { ...demoUser, rnc } });
  if (typeof answer.body?.token !== 'string') throw unexpected(answer);
  return { authorization: `Bearer ${answer.body.token}` };
}

export function unexpected({ error, status, body }: Answer | NoAnswer): Error {
  if (error !== undefined) return new Error('No answer', { cause: error });
  return new Error(`HTTP ${status}: ${JSON.stringify(body).slice(0, 500)}`);
}

let serial = 0;

function nextVoucher() {
  serial += 1;
  return sampleVoucher({
    encf: formatEncf(31, serial),
    issuer: sender,
    issuedOn: localDate(Date.now()),
    prices,
  });
}

function isAccepted(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'accepted' in data && data.accepted === 1;
}
