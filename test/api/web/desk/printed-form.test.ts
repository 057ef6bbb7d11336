/** The printed form of vouchers in the web application: the PDF of a voucher, and the buyer's link. */
import type { AdmitInput, Company } from '../../../../src/ledger/store.js';
import { admitInput, attemptOf, signedXml } from '../../../harness/ledger.js';
import { squeezed, textOf, withPdf } from '../../../harness/print/open-pdf.js';
import { sampleEcf } from '../../../harness/samples/sample-ecf.js';
import { startWeb, type Web } from '../harness.js';
import { call } from './described.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'certification';
const publicUrl = 'https://facturas.example';
let web: Web;
let company: Company;
let consulta: SignedIn;

beforeAll(async () => {
  web = await startWeb({ publicUrl });
  company = await web.addCompany({ environment });
  consulta = await signedIn(web, 'consulta', company);
});

const voucherPath = (encf: string) => `/companies/${company.companyId}/${environment}/vouchers/${encf}`;
const get = (path: string, headers: Record<string, string> = {}) =>
  call(consulta.browser, 'GET', path, { headers });

async function accept(input: AdmitInput, state: 'accepted' | 'rejected' = 'accepted'): Promise<void> {
  const ref = attemptOf(input);
  const now = new Date();
  const { ref: file, sha256 } = await web.store.keepText(company.companyId, 'signed-xml', '<ECF/>', now, 0);
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
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
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
  expect(url).toMatch(/^https:\/\/facturas\.example\/c\/[\w-]{36}$/);
  const answer = await fetch(web.url + new URL(url).pathname);
  expect([answer.status, (await answer.text()).includes(encf)]).toEqual([200, true]);
});
