/** document-print: the PDF of a voucher over HTTP. */
import { startApi, voucher, type Api } from '../harness.js';
import { areaOfCode, readQr, textOf, withPdf } from '../../harness/print/open-pdf.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const encf = 'E310000000001';
const path = `/api/v2/dgii-ecf/document-print/${encf}`;
const signed = {
  file: 'xml',
  sha256: 'f'.repeat(64),
  securityCode: 'KUyfr9',
  fechaFirma: '01-07-2026 10:15:00',
  signedAt: new Date(),
  certificate: 'c',
};

async function issued(): Promise<void> {
  await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body: voucher() });
  api.store.patch(encf, { state: 'accepted', final: true, signed });
}

const get = (query = '', headers: Record<string, string> = {}, companyId = 1) =>
  api.call('GET', path + query, { token: api.tokenOf(companyId), headers });

test('an accepted voucher: a PDF with its fields and its code', async () => {
  await issued();
  const { status, headers, bytes } = await get();
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(headers['content-disposition']).toBe(`inline; filename="${encf}-a4.pdf"`);
  expect(headers['cache-control']).toBe('private, no-cache');
  await withPdf(bytes, async ([page]) => {
    expect(page!.text).toContain(encf);
    expect(readQr(page!.bitmap(203, areaOfCode(page!)))?.text).toContain(
      'https://ecf.dgii.gov.do/testecf/consultatimbre?',
    );
  });
});

test('the policy of a PDF lets Safari add its viewer and the style of its viewer', async () => {
  await issued();
  const policy = String((await get()).headers['content-security-policy']).split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "object-src 'self'"]));
  expect(policy).toContain("style-src 'unsafe-inline'");
});

test.each(['a4', 'letter', '80mm', '58mm'])('format=%s', async (format) => {
  await issued();
  const { status, bytes } = await get(`?format=${format}`);
  expect(status).toBe(200);
  await withPdf(bytes, ([page]) => {
    const widths: Record<string, number> = { a4: 595, letter: 612, '80mm': 227, '58mm': 165 };
    expect(Math.round(page!.width)).toBe(widths[format]);
  });
});

test('the same bytes again: 304; another state, another PDF', async () => {
  await issued();
  const { headers } = await get();
  const etag = String(headers['etag']);
  expect((await get('', { 'if-none-match': etag })).status).toBe(304);
  api.store.patch(encf, { state: 'rejected' });
  const { status, bytes } = await get('', { 'if-none-match': etag });
  expect(status).toBe(200);
  expect(await textOf(bytes)).toContain('sin valor fiscal');
});

test.each([
  { name: 'while DGII cannot be reached', reason: 'DGII_UNAVAILABLE', since: {} },
  {
    name: 'after an outage, while the signer is not delegated',
    reason: 'NOT_DELEGATED',
    since: { contingencySince: new Date() },
  },
] as const)('$name, the PDF has the legend of contingency', async ({ reason, since }) => {
  await issued();
  api.store.patch(encf, {
    state: 'signed',
    final: false,
    waiting: { reason, since: new Date(), nextTryAt: new Date() },
    ...since,
  });
  expect((await textOf((await get()).bytes)).replace(/\s+/g, ' ')).toContain('setenta y dos (72) horas.');
});

test('the company’s colour and variant are used', async () => {
  await issued();
  const before = (await get()).headers['etag'];
  const company = api.store.companies.get(1)!;
  api.store.companies.set(1, { ...company, look: { color: '#7a1f5c', valueColumn: 'con-itbis' } });
  api.nowMs += 60_000;
  const { headers, bytes } = await get();
  expect(headers['etag']).not.toBe(before);
  expect(await textOf(bytes)).toContain('1,180.00');
});

test.each([
  { query: '?format=a5', code: 'REQUEST_INVALID', status: 400 },
  { query: '?otro=1', code: 'REQUEST_INVALID', status: 400 },
])('$query: $code', async ({ query, code, status }) => {
  await issued();
  const answer = await get(query);
  expect([answer.status, answer.body.data.code]).toEqual([status, code]);
});

test("another company's voucher is answered like one that does not exist", async () => {
  await issued();
  const foreign = await get('', {}, 2);
  const unknown = await api.call('GET', path.replace(encf, 'E310000000099'), { token: api.tokenOf(1) });
  expect([foreign.status, foreign.body.data.code]).toEqual([404, 'ECF_NOT_FOUND']);
  expect([unknown.status, unknown.body.data.code]).toEqual([404, 'ECF_NOT_FOUND']);
});
