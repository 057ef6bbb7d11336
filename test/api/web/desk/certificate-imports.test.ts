/** Imports of certificates in the web application: one of a company at a time, and a bounded number in an hour. */
import type { Company } from '../../../../src/ledger/companies/company.js';
import { until } from '../../../harness/until.js';
import { startWeb, type Web, type WebAnswer } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const perHour = 20;
const hourMs = 3_600_000;

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});

interface Importer extends SignedIn {
  readonly company: Company;
}

async function importer(): Promise<Importer> {
  const company = await web.addCompany();
  return { company, ...(await signedIn(web, 'administrador', company)) };
}

const importing = ({ browser, company }: Importer): Promise<WebAnswer> =>
  browser.call('POST', `/companies/${company.companyId}/certificates`, {
    body: { keyId: 'k', wrappedKey: 'QQ==', iv: 'QQ==', sealed: 'QQ==' },
  });
const statusOf = async (answer: Promise<WebAnswer>) => {
  const { status, body } = await answer;
  return { status, code: body['code'] };
};
const answered = { outcome: 'answered', answer: { outcome: 'refused', reason: 'CERTIFICATE_UNREADABLE' } };

/** The worker's answer comes when `release` is called. */
function slowWorker() {
  const waiting: (() => void)[] = [];
  const ask = () => new Promise((resolve) => waiting.push(() => resolve(answered)));
  web.processes = { ...web.processes, ask: ask as never };
  return { waiting, release: () => waiting.splice(0).forEach((end) => end()) };
}

test('a second import of the same company is refused while the first one is open; another company goes on', async () => {
  const [one, other] = [await importer(), await importer()];
  const worker = slowWorker();
  const first = importing(one);
  const ofOther = importing(other);
  await until('both are asked', () => Promise.resolve(worker.waiting.length === 2));
  expect(await statusOf(importing(one))).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' });
  worker.release();
  expect(await statusOf(first)).toMatchObject({ code: 'CERTIFICATE_UNREADABLE' });
  expect(await statusOf(ofOther)).toMatchObject({ code: 'CERTIFICATE_UNREADABLE' });
});

test('after twenty imports in an hour the company waits for the next hour', async () => {
  const one = await importer();
  // Far from the end of an hour.
  web.aheadMs += hourMs - ((Date.now() + web.aheadMs) % hourMs);
  web.processes = { ...web.processes, ask: (() => Promise.resolve(answered)) as never };
  for (let count = 0; count < perHour; count += 1)
    expect(await statusOf(importing(one))).toMatchObject({ code: 'CERTIFICATE_UNREADABLE' });
  const refused = await importing(one);
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  web.aheadMs += hourMs;
  expect(await statusOf(importing(one))).toMatchObject({ code: 'CERTIFICATE_UNREADABLE' });
});
