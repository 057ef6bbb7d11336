/** Sends one voucher of each type, as an integration would, and waits until DGII has accepted it. */
import { formatEncf } from '../../src/ecf/model/encf.js';
import { ecfTypeList } from '../../src/ecf/model/ecf-types.js';
import { createHttp } from '../bench/http.js';
import { login, sender, unexpected } from '../bench/service.js';
import { voucherOf } from '../bench/scenarios/vouchers.js';

/** Far above the numbers that the bench assigns for this company. */
const firstNumber = 9_000_000;
const triesMax = 10;

/** @returns how many vouchers were accepted @throws at the first one that is not */
export async function sendEveryType(apiUrl: string): Promise<number> {
  const http = createHttp(apiUrl);
  try {
    const headers = await login(http, sender.rnc);
    const invoice = formatEncf(31, firstNumber);
    const wanted = [
      ...[...ecfTypeList]
        .sort((a, b) => a - b)
        .map((type) => ({ type, number: firstNumber, summary: false })),
      { type: 32 as const, number: firstNumber + 1, summary: true },
    ];
    for (const { type, number, summary } of wanted) {
      const isNote = type === 33 || type === 34;
      const encf = formatEncf(type, number);
      const body = voucherOf({ type, encf, company: sender, summary, ...(isNote ? { invoice } : {}) });
      for (let tries = 1; ; tries += 1) {
        const answer = await http.ask('POST', '/api/v2/dgii-ecf/send?waitForFinal=50s', { body, headers });
        const data = answer.body?.data as { readonly accepted?: unknown } | undefined;
        if (data?.accepted === 1) break;
        if (data?.accepted !== null || tries === triesMax) throw unexpected(answer);
      }
    }
    return wanted.length;
  } finally {
    await http.close();
  }
}
