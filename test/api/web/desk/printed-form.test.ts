/** The printed form in the web application: the PDF of a voucher, the buyer's link, and the company's settings of both. */
import type { AdmitInput } from '../../../../src/ledger/vouchers/document-record.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { logosPerHourMax } from '../../../../src/api/companies/printed-form.js';
import { logoBytesMax } from '../../../../src/documents/print/logo.js';
import { admitInput, attemptOf, signedXml } from '../../../harness/ledger.js';
import { squeezed, textOf, withPdf } from '../../../harness/print/open-pdf.js';
import { sampleEcf } from '../../../harness/samples/sample-ecf.js';
import { until } from '../../../harness/until.js';
import { startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'certification';
const publicUrl = 'https://facturas.example';
let web: Web;
let company: Company;
let administrador: SignedIn;
let consulta: SignedIn;

beforeAll(async () => {
  web = await startWeb({ publicUrl });
  company = await web.addCompany({ environment });
  administrador = await signedIn(web, 'administrador', company);
  consulta = await signedIn(web, 'consulta', company);
});

const voucherPath = (encf: string) => `/companies/${company.companyId}/${environment}/vouchers/${encf}`;
const get = (path: string, headers: Record<string, string> = {}) =>
  consulta.browser.call('GET', path, { headers });

async function accept(input: AdmitInput, state: 'accepted' | 'rejected' = 'accepted'): Promise<void> {
  const ref = attemptOf(input);
  const now = new Date();
  const { ref: file, sha256 } = await web.store.keepContent({
    companyId: company.companyId,
    kind: 'signed-xml',
    content: '<ECF/>',
    now,
    roomBytes: 0,
  });
  await web.store.recordSigned(ref, signedXml({ file, sha256 }), now);
  const verdict = {
    trackId: null,
    codigoDgii: '1',
    estado: '',
    mensajes: [],
    secuenciaUtilizada: state === 'accepted',
  };
  await web.store.recordVerdict(ref, { state, verdict: { ...verdict, replyFile: null } }, now);
}

async function admitted(): Promise<AdmitInput> {
  const input = admitInput({ companyId: company.companyId, environment, now: new Date() });
  const whole = { ...input, content: JSON.stringify(sampleEcf({ encf: input.encf })) };
  await web.store.admit(whole);
  return whole;
}

test('a company uploads a limited number of logos in an hour; another one still can', async () => {
  const [one, other] = [await web.addCompany({ environment }), await web.addCompany({ environment })];
  const ofOne = await signedIn(web, 'administrador', one);
  const ofOther = await signedIn(web, 'administrador', other);
  // Too large a file counts too, and is refused before it is drawn.
  const logo = Buffer.alloc(logoBytesMax + 1).toString('base64');
  const upload = ({ browser }: SignedIn, { companyId }: Company) =>
    browser.call('PATCH', `/companies/${companyId}/printed-form`, { body: { logo } });
  // An hour may end in between, so twice as many are sent.
  const answers = [];
  for (let n = 0; n <= 2 * logosPerHourMax; n += 1) answers.push(await upload(ofOne, one));
  const codes = answers.map(({ body }) => body['code']);
  expect(codes.slice(0, logosPerHourMax)).toContain('LOGO_TOO_LARGE');
  expect(codes).toContain('TOO_MANY_REQUESTS');
  const refused = answers[codes.indexOf('TOO_MANY_REQUESTS')];
  expect([refused?.status, Number(refused?.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  // Without a logo nothing is drawn.
  const path = `/companies/${one.companyId}/printed-form`;
  expect((await ofOne.browser.call('PATCH', path, { body: { color: '#004080' } })).status).toBe(200);
  expect((await upload(ofOther, other)).body).toMatchObject({ code: 'LOGO_TOO_LARGE' });
});

describe('the PDF of a certification voucher', () => {
  test.each([
    { format: 'a4', width: 595 },
    { format: 'letter', width: 612 },
    { format: '80mm', width: 227 },
    { format: '58mm', width: 165 },
  ])('on $format', async ({ format, width }) => {
    const input = await admitted();
    await accept(input);
    const { status, headers, bytes } = await get(`${voucherPath(input.encf)}/print?format=${format}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toBe(`inline; filename="${input.encf}-${format}.pdf"`);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    await withPdf(bytes, ([page]) => {
      expect(Math.round(page!.width)).toBe(width);
      expect(page!.text).toContain(input.encf);
      expect(page!.text).toContain('AbC123');
    });
  });

  test('of each attempt, with the legend of that attempt', async () => {
    const input = await admitted();
    await accept(input, 'rejected');
    await web.store.admit({ ...input, requestId: 'again', contentHash: 'f'.repeat(64) });
    const printed = async (query: string) =>
      squeezed(await textOf((await get(`${voucherPath(input.encf)}/print${query}`)).bytes));
    expect(await printed('?attempt=1')).toContain('sinvalorfiscal');
    expect(await printed('')).toContain('Borrador');
    expect((await get(`${voucherPath(input.encf)}/print?attempt=3`)).status).toBe(404);
  });

  test('of an attempt that was signed anew is a draft without its code, because its bytes are never sent', async () => {
    const input = await admitted();
    const ref = attemptOf(input);
    const now = new Date();
    await web.store.recordSigned(ref, signedXml(), now);
    await web.store.recordWaiting(ref, 'DGII_UNAVAILABLE', { now, nextTryAt: now, nextCheckAt: now });
    const printed = async () => textOf((await get(`${voucherPath(input.encf)}/print?attempt=1`)).bytes);
    expect(await printed()).toContain('AbC123');
    await web.store.signAnew(
      (await web.store.findDocument(company.companyId, environment, input.encf))!,
      now,
    );
    const text = await printed();
    expect(text).toContain('Borrador');
    expect(text).not.toContain('AbC123');
  });

  test('that the browser has already is not sent again', async () => {
    const { encf } = await admitted();
    const { headers } = await get(`${voucherPath(encf)}/print`);
    const again = await get(`${voucherPath(encf)}/print`, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test('on an unknown paper is refused at its field', async () => {
    const { encf } = await admitted();
    const { status, body } = await get(`${voucherPath(encf)}/print?format=a5`);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID', campo: 'format' },
    });
  });
});

test('the screen of a voucher has the link for the buyer, and the link opens', async () => {
  const { encf } = await admitted();
  const url = String((await get(voucherPath(encf))).body['consultaUrl']);
  expect(url).toMatch(/^https:\/\/facturas\.example\/c\/[\w-]{40}$/);
  const answer = await fetch(web.url + new URL(url).pathname);
  expect([answer.status, (await answer.text()).includes(encf)]).toEqual([200, true]);
});

describe('the settings', () => {
  const path = (end = '') => `/companies/${company.companyId}/printed-form${end}`;
  const patch = (body: object) => administrador.browser.call('PATCH', path(), { body });
  const settings = async () => (await administrador.browser.call('GET', path())).body;
  const svg = (fill: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="${fill}"/></svg>`,
    ).toString('base64');

  test('of a new company are the usual ones', async () => {
    expect(await settings()).toEqual({
      color: '#3f7f86',
      textColor: '#3f7f86',
      usualColor: '#3f7f86',
      valueColumn: 'sin-itbis',
      logo: null,
      links: true,
    });
  });

  test('change later prints, and can be set back', async () => {
    const { encf } = await admitted();
    const printed = async () => (await get(`${voucherPath(encf)}/print`)).bytes;
    const before = await printed();
    expect((await patch({ color: '#7A1F5C', valueColumn: 'con-itbis', logo: svg('#a00') })).status).toBe(200);
    const { logo, ...others } = await settings();
    expect(others).toMatchObject({ color: '#7a1f5c', valueColumn: 'con-itbis' });
    expect(Buffer.from(String(logo), 'base64').subarray(1, 4).toString()).toBe('PNG');
    const after = await printed();
    expect(after.toString('latin1')).toContain('/Subtype /Image');
    expect(await textOf(after)).toContain('1,180.00');
    await patch({ color: null, logo: null, valueColumn: 'sin-itbis' });
    expect((await printed()).equals(before)).toBe(true);
  });

  test('are shown on a made-up voucher that says that it has no value', async () => {
    const { status, bytes } = await administrador.browser.call('GET', path('/sample?format=80mm'));
    expect(status).toBe(200);
    const text = await textOf(bytes);
    expect(text).toContain(company.rnc);
    expect(squeezed(text)).toContain('e-CFsinvalorfiscal');
  });

  test('take the company’s turns for prints: it has three at once', async () => {
    expect((await patch({ logo: svg('#0a0') })).status).toBe(200);
    const { getFileBytes } = web.store;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const getHeld: typeof getFileBytes = (file) => released.then(() => getFileBytes(file));
    Object.assign(web.store, { getFileBytes: getHeld });
    try {
      const samples = [1, 2, 3, 4].map(() => administrador.browser.call('GET', path('/sample')));
      const fourthWaits = async () => /ecf_held\{limit="prints"[^}]*\} 1$/m.test(await web.metrics.text());
      await until('the fourth one waits', fourthWaits);
      release();
      expect((await Promise.all(samples)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    } finally {
      release();
      Object.assign(web.store, { getFileBytes });
      await patch({ logo: null });
    }
  });

  test.each([
    { name: 'a colour in words', body: { color: 'rojo' }, code: 'COLOR_INVALID', campo: 'color' },
    { name: 'no picture', body: { logo: 'aG9sYQ==' }, code: 'LOGO_UNREADABLE', campo: 'logo' },
    {
      name: 'more than 100 KB',
      body: { logo: Buffer.alloc(100 * 1024 + 1, 1).toString('base64') },
      code: 'LOGO_TOO_LARGE',
      campo: 'logo',
    },
    { name: 'no base64', body: { logo: '<svg/>' }, code: 'REQUEST_INVALID', campo: 'logo' },
    { name: 'another variant', body: { valueColumn: 'x' }, code: 'REQUEST_INVALID', campo: 'valueColumn' },
  ])('$name is refused at its field', async ({ body, code, campo }) => {
    const answer = await patch(body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 400,
      body: { code, campo },
    });
  });

  test('revoking ends all links given before; the audit log has both changes without contents', async () => {
    const { encf } = await admitted();
    const open = async (url: unknown) => (await fetch(web.url + new URL(String(url)).pathname)).status;
    const before = (await get(voucherPath(encf))).body['consultaUrl'];
    expect(await open(before)).toBe(200);
    await administrador.browser.call('POST', path('/revoke-links'), { body: {} });
    expect(await open(before)).toBe(404);
    expect(await open((await get(voucherPath(encf))).body['consultaUrl'])).toBe(200);
    await patch({ color: '#112233', logo: svg('#0a0') });
    const { rows: acts } = await web.store.listActs({ companyId: company.companyId, limit: 2 });
    expect(acts).toMatchObject([
      { action: 'company.look', result: { outcome: 'done', target: 'color logo' } },
      { action: 'company.revokeLinks', result: { outcome: 'done' } },
    ]);
  });
});
