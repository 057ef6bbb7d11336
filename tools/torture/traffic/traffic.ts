/** A mixed day of many companies: every type of voucher, numbers, and wrong requests, each with one expected answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDice } from '../../bench/dice.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { DeliveredNumber } from '../check/run-evidence.js';
import { numbersOfAnswer, voucherOfAnswer, type Answer } from '../clients/api.js';
import type { CompanyClient } from './new-vouchers.js';
import { createOperations } from './operations.js';
import { createRequests } from './requests.js';
import { createWrongRequests } from './wrong-requests.js';

/** For one query at the end of a run. A proxy that still refuses after that is broken. */
const triesMax = 5;

export type Traffic = ReturnType<typeof createTraffic>;

export function createTraffic(apiUrl: string, companies: readonly DemoCompany[], isAway?: () => boolean) {
  const requests = createRequests(apiUrl, isAway);
  const { get, expect } = requests;
  const dice = createDice('traffic');
  const clients: readonly CompanyClient[] = companies.map((company) => ({
    company,
    serials: new Map(),
    sent: [],
    invoices: [],
  }));
  const managed = clients.filter(({ company }) => company.origin === 'service');
  const numbers: DeliveredNumber[] = [];
  const { send, validate, status, nextAgain, statusOf } = createOperations(requests, dice, {
    managed,
    numbers,
  });
  const wrong = createWrongRequests(requests, dice);

  /** Each operation with its share in percent. */
  const operations = [
    { name: 'send', share: 35, act: send },
    { name: 'validate', share: 25, act: validate },
    { name: 'status', share: 20, act: status },
    { name: 'next', share: 5, act: nextAgain },
    { name: 'wrong', share: 15, act: () => wrong(dice.pick(clients), dice.pick(managed)) },
  ];
  const drawn = operations.flatMap((operation) => Array.from({ length: operation.share }, () => operation));

  return {
    faults: requests.faults,
    numbers,
    later: requests.later,
    results: () => clients.flatMap(({ sent }) => sent),
    async login(): Promise<void> {
      for (const { company } of clients) await requests.login(company);
    },
    /** @returns the operation, and how long its answer took */
    async one() {
      const { name, act } = dice.pick(drawn);
      const { startedAt, endedAt } = await act(dice.pick(clients));
      return { operation: name, ms: endedAt - startedAt };
    },
    /** Queries every voucher one last time. */
    async queryEveryVoucher(): Promise<void> {
      for (const client of clients)
        for (const voucher of client.sent) {
          const answer = await patientStatusOf(client, voucher.encf);
          expect('last status', answer, (one) => one.status === 200);
          if (answer.status === 200) voucher.last = voucherOfAnswer(answer);
        }
    },
    async unused(): Promise<Record<number, string[]>> {
      const unused: Record<number, string[]> = {};
      for (const client of managed) unused[client.company.companyId] = await unusedOf(client);
      return unused;
    },
    close: requests.close,
  };

  /** These queries come faster than those of a program that works, so a proxy in front may ask for patience. */
  async function patientStatusOf(client: CompanyClient, encf: string): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await statusOf(client, encf);
      if (answer.status !== 429 || tries === triesMax) return answer;
      await sleep(Number(answer.headers['retry-after']) * 1_000);
    }
  }

  async function unusedOf(client: CompanyClient): Promise<string[]> {
    const answer = await get(client, '/api/v2/ecf-sequences/unused?olderThanHours=0&limit=1000');
    expect('unused', answer, (one) => one.status === 200);
    return answer.status === 200 ? numbersOfAnswer(answer).map(({ encf }) => encf) : [];
  }
}
