/**
 * What many companies' programs ask of the service in a day, mixed: they validate, send and query vouchers of every type, take
 * numbers, and make some wrong requests. Each operation expects exactly one answer.
 */
import { parseEcfType } from '../../src/ecf/model/ecf-types.js';
import { createDice } from '../bench/dice.js';
import { voucherOf } from '../bench/scenarios/vouchers.js';
import type { DemoCompany } from '../demo/demo-data.js';
import type { DeliveredNumber } from '../torture/check/run-evidence.js';
import {
  faultOfAnswer,
  numberOfAnswer,
  numbersOfAnswer,
  voucherOfAnswer,
  type Answer,
} from '../torture/clients/api.js';
import { createNewVouchers, type CompanyClient } from './new-vouchers.js';
import { createRequests } from './requests.js';
import { createWrongRequests } from './wrong-requests.js';

/** The newest vouchers of each company may be queried again; older ones are queried once, at the end. */
const rememberedMax = 500;

export type Traffic = ReturnType<typeof createTraffic>;

export function createTraffic(apiUrl: string, companies: readonly DemoCompany[]) {
  const requests = createRequests(apiUrl);
  const { get, post, expect } = requests;
  const dice = createDice('soak');
  const clients: readonly CompanyClient[] = companies.map((company) => ({
    ...{ company, token: '', serials: new Map(), sent: [], invoices: [] },
  }));
  const managed = clients.filter(({ company }) => company.origin === 'service');
  /** Numbers that the service assigned. */
  const numbers: DeliveredNumber[] = [];
  const newVoucher = createNewVouchers(requests, dice, numbers);
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
      for (const client of clients) client.token = await requests.login(client.company);
    },
    /** Makes one random request. @returns the operation, and how long its answer took */
    async one() {
      const { name, act } = dice.pick(drawn);
      const { startedAt, endedAt } = await act(dice.pick(clients));
      return { operation: name, ms: endedAt - startedAt };
    },
    /** Queries every voucher one last time. */
    async settle(): Promise<void> {
      for (const client of clients)
        for (const voucher of client.sent) {
          const answer = await statusOf(client, voucher.encf);
          if (answer.status === 200) voucher.last = voucherOfAnswer(answer);
        }
    },
    /** The numbers that were never sent, as the service lists them, by company. */
    async unused(): Promise<Record<number, string[]>> {
      const unused: Record<number, string[]> = {};
      for (const client of managed) unused[client.company.companyId] = await unusedOf(client);
      return unused;
    },
    close: requests.close,
  };

  async function send(client: CompanyClient): Promise<Answer> {
    const { companyId, rnc } = client.company;
    const { encf, body } = await newVoucher(client);
    const voucher: CompanyClient['sent'][number] = { companyId, rnc, encf, last: undefined };
    client.sent.push(voucher);
    const answer = await post(client, '/api/v2/dgii-ecf/send?waitForFinal=10s', body);
    expect('send', answer, (one) => one.status === 200 && [1, null].includes(voucherOfAnswer(one).accepted));
    if (answer.status !== 200) return answer;
    voucher.last = voucherOfAnswer(answer);
    if (voucher.last.accepted === 1 && encf.startsWith('E31')) client.invoices.push(encf);
    return answer;
  }

  /** Its number belongs to nobody: a validate has no effect. */
  async function validate(client: CompanyClient): Promise<Answer> {
    const type = dice.pick([31, 32, 41, 43, 44, 45, 46, 47] as const);
    const body = voucherOf({ type, encf: `E${type}0009999999`, company: client.company });
    const answer = await post(client, '/api/v2/dgii-ecf/validate', body);
    return expect('validate', answer, (one) => {
      // For a company whose numbers the service assigns, the expected answer says that this number is not among them.
      const { valido, errores = [] } = faultOfAnswer(one);
      const notItsNumber = client.company.origin === 'service' && errores.length === 1;
      return one.status === 200 && (valido === true || notItsNumber);
    });
  }

  async function status(client: CompanyClient): Promise<Answer> {
    const known = client.sent.slice(-rememberedMax);
    if (known.length === 0) return validate(client);
    const answer = await statusOf(client, dice.pick(known).encf);
    // It was sent a moment ago and may not be admitted yet.
    return expect(
      'status',
      answer,
      (one) => one.status === 200 || faultOfAnswer(one).code === 'ECF_NOT_FOUND',
    );
  }

  /** Asks with the same reference again: no further number is used. */
  async function nextAgain(): Promise<Answer> {
    const client = dice.pick(managed);
    const known = numbers
      .filter(({ companyId }) => companyId === client.company.companyId)
      .slice(-rememberedMax);
    if (known.length === 0) return validate(client);
    const { encf, reference } = dice.pick(known);
    const body = { ecfType: parseEcfType(encf.slice(1, 3)), externalReference: reference };
    const answer = await post(client, '/api/v2/ecf-sequences/next', body);
    return expect('next', answer, (one) => {
      const number = one.status === 200 ? numberOfAnswer(one) : undefined;
      return number?.reused === true && number.encf === encf;
    });
  }

  async function unusedOf(client: CompanyClient): Promise<string[]> {
    const answer = await get(client, '/api/v2/ecf-sequences/unused?olderThanHours=0&limit=1000');
    expect('unused', answer, (one) => one.status === 200);
    return answer.status === 200 ? numbersOfAnswer(answer).map(({ encf }) => encf) : [];
  }

  function statusOf(client: CompanyClient, encf: string): Promise<Answer> {
    return get(client, `/api/v2/dgii-ecf/document-status/${encf}`);
  }
}
