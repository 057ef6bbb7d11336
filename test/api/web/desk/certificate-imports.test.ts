/**
 * Certificates in the web application: imports are one of a company at a time, and imports and checks a bounded number in an hour; a worker
 * chooses one of the replaced ones.
 */
import type { Company } from '../../../../src/ledger/companies/company.js';
import { until } from '../../../harness/until.js';
import { startWeb, type Web, type WebAnswer } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const hourMs = 3_600_000;
const sealedAt = '2026-11-29T12:00:00.000Z';

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
    body: { keyId: 'k', sealedAt, wrappedKey: 'QQ==', iv: 'QQ==', sealed: 'QQ==' },
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

const checking = ({ browser, company }: Importer): Promise<WebAnswer> =>
  browser.call('POST', `/companies/${company.companyId}/certificates/check`, {
    body: { environment: 'pre-certification' },
  });
const unavailable = { outcome: 'answered', answer: { outcome: 'unavailable', cause: 'unreachable' } };

test.each([
  { name: 'imports', perHour: 20, call: importing, worker: answered, code: 'CERTIFICATE_UNREADABLE' },
  { name: 'checks', perHour: 60, call: checking, worker: unavailable, code: 'DGII_UNAVAILABLE' },
])('after $perHour $name in an hour the company waits for the next hour', async (limited) => {
  const { perHour, call, worker, code } = limited;
  const one = await importer();
  // Far from the end of an hour.
  web.aheadMs += hourMs - ((Date.now() + web.aheadMs) % hourMs);
  let asked = 0;
  const ask = () => {
    asked += 1;
    return Promise.resolve(worker);
  };
  web.processes = { ...web.processes, ask: ask as never };
  for (let count = 0; count < perHour; count += 1) expect(await statusOf(call(one))).toMatchObject({ code });
  const refused = await call(one);
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(asked).toBe(perHour);
  web.aheadMs += hourMs;
  expect(await statusOf(call(one))).toMatchObject({ code });
});

test('a replaced certificate is used again only by a worker: without its answer the person may try again', async () => {
  const { browser, company } = await importer();
  const { companyId } = company;
  const fingerprint = 'a'.repeat(64);
  const use = () =>
    statusOf(browser.call('POST', `/companies/${companyId}/certificates/${fingerprint}/use`, { body: {} }));
  const asked: unknown[][] = [];
  const worker = (said: object) => {
    const ask = (...question: unknown[]) => {
      asked.push(question);
      return Promise.resolve(said);
    };
    web.processes = { ...web.processes, ask: ask as never };
  };
  worker({ outcome: 'refused', refusal: 'WORKER_SILENT', facts: {} });
  expect(await use()).toEqual({ status: 503, code: 'WORKER_SILENT' });
  worker({ outcome: 'refused', refusal: 'CHANGE_UNCONFIRMED', facts: {} });
  expect(await use()).toEqual({ status: 503, code: 'CHANGE_UNCONFIRMED' });
  const audit = await browser.call('GET', `/companies/${companyId}/audit?action=certificate.use`);
  expect(audit.body['items']).toMatchObject([
    { outcome: 'unknown', code: null },
    { outcome: 'failed', code: 'WORKER_SILENT' },
  ]);
  worker({ outcome: 'answered', answer: { outcome: 'refused', reason: 'CERTIFICATE_EXPIRED' } });
  expect(await use()).toMatchObject({ code: 'CERTIFICATE_EXPIRED' });
  worker({ outcome: 'answered', answer: { outcome: 'chosen' } });
  expect(await use()).toMatchObject({ status: 200 });
  expect(asked).toEqual(Array(4).fill(['certificate-use', { companyId, fingerprint }]));
});
