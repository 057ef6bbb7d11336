/** Makes the next voucher of a company, with its number. */
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import type { Dice } from '../../bench/dice.js';
import { voucherOf } from '../../bench/scenarios/vouchers.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { DeliveredNumber, VoucherResult } from '../check/run-evidence.js';
import { describe, numberOfAnswer } from '../clients/api.js';
import type { Requests } from './requests.js';

const kinds = [31, 32, 'rfce', 33, 34, 41, 43, 44, 45, 46, 47] as const;

export interface CompanyClient {
  readonly company: DemoCompany;
  /** The last serial of each type, for a company that assigns its own numbers. */
  readonly serials: Map<EcfType, number>;
  readonly sent: (Omit<VoucherResult, 'last'> & { last: VoucherResult['last'] })[];
  /** e-NCFs of accepted invoices that notes may modify. */
  readonly invoices: string[];
}

/** @param numbers gets each number that the service assigns */
export function createNewVouchers(requests: Requests, dice: Dice, numbers: DeliveredNumber[]) {
  let references = 0;

  return async function newVoucher(client: CompanyClient) {
    const { company, invoices } = client;
    const drawn = dice.pick(kinds);
    const isNote = drawn === 33 || drawn === 34;
    // One note per invoice, so that its balance is enough.
    const invoice = isNote ? invoices.shift() : undefined;
    const kind = isNote && invoice === undefined ? 31 : drawn;
    const type = kind === 'rfce' ? 32 : kind;
    const { encf, expiresOn } =
      company.origin === 'service' ? await takeNumber(client, type) : ownNumber(client, type);
    const body = voucherOf({ type, encf, expiresOn, company, summary: kind === 'rfce', invoice });
    return { encf, body };
  };

  async function takeNumber(client: CompanyClient, type: EcfType) {
    references += 1;
    const reference = `TRAFFIC-${references}`;
    const body = { ecfType: type, externalReference: reference };
    const answer = await requests.post(client, '/api/v2/ecf-sequences/next', body);
    if (answer.status !== 200) throw new Error(`next: ${describe(answer)}`);
    const { encf, sequenceExpiresOn } = numberOfAnswer(answer);
    numbers.push({ companyId: client.company.companyId, encf, reference });
    return { encf, expiresOn: sequenceExpiresOn };
  }
}

function ownNumber({ serials }: CompanyClient, type: EcfType) {
  const serial = (serials.get(type) ?? 0) + 1;
  serials.set(type, serial);
  return { encf: formatEncf(type, serial), expiresOn: undefined };
}
