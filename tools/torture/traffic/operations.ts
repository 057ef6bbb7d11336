/** What the companies' programs ask in mixed traffic, except the wrong requests. Each operation expects exactly one answer. */
import { parseEcfType } from '../../../src/ecf/model/ecf-types.js';
import type { Dice } from '../../bench/dice.js';
import { voucherOf } from '../../bench/scenarios/vouchers.js';
import type { DeliveredNumber } from '../check/run-evidence.js';
import { faultOfAnswer, numberOfAnswer, voucherOfAnswer, type Answer } from '../clients/api.js';
import { createNewVouchers, type CompanyClient } from './new-vouchers.js';
import type { Requests } from './requests.js';

/** The newest vouchers of each company may be queried again; older ones are queried once, at the end. */
const rememberedMax = 500;

interface Numbered {
  /** The companies whose numbers the service assigns. */
  readonly managed: readonly CompanyClient[];
  readonly numbers: DeliveredNumber[];
}

export function createOperations(requests: Requests, dice: Dice, { managed, numbers }: Numbered) {
  const { get, post, expect } = requests;
  const newVoucher = createNewVouchers(requests, dice, numbers);
  return { send, validate, status, nextAgain, statusOf };

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

  /** Nobody uses this number: a validation has no effect. */
  async function validate(client: CompanyClient): Promise<Answer> {
    const type = dice.pick([31, 32, 41, 43, 44, 45, 46, 47] as const);
    const body = voucherOf({ type, encf: `E${type}0009999999`, company: client.company });
    const answer = await post(client, '/api/v2/dgii-ecf/validate', body);
    return expect('validate', answer, (one) => {
      // For a company whose numbers the service assigns, the expected answer says that this number is not among them.
      const { valido, errores = [] } = faultOfAnswer(one);
      const notItsNumber =
        client.company.origin === 'service' &&
        errores.length === 1 &&
        errores[0]?.code === 'ENCF_NOT_ISSUED_BY_SERVICE';
      return one.status === 200 && (valido === true || notItsNumber);
    });
  }

  async function status(client: CompanyClient): Promise<Answer> {
    const known = client.sent.slice(-rememberedMax);
    if (known.length === 0) return validate(client);
    const voucher = dice.pick(known);
    // Before its send is answered, it may not be admitted yet.
    const admitted = voucher.last !== undefined;
    const answer = await statusOf(client, voucher.encf);
    return expect(
      'status',
      answer,
      (one) => one.status === 200 || (!admitted && faultOfAnswer(one).code === 'ECF_NOT_FOUND'),
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

  function statusOf(client: CompanyClient, encf: string): Promise<Answer> {
    return get(client, `/api/v2/dgii-ecf/document-status/${encf}`);
  }
}
