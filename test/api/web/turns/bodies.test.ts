/**
 * How large a body under /app may be: in bytes, by its kind, and in values, because the api reads it on its event loop. And what an answer
 * takes.
 */
import { createByteLimit } from '../../../../src/api/limits/body-memory.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { largeVoucher } from '../../../harness/samples/large-voucher.js';
import { signedIn, type SignedIn } from '../desk/signed-in.js';
import { startWeb, type Web } from '../harness.js';

let web: Web;
let company: Company;
let people: Readonly<Record<'administrador' | 'operador', SignedIn>>;
/** What requests took of their companies' bytes. */
const taken: number[] = [];
beforeAll(async () => {
  const limit = createByteLimit<number>('bytes', 1_000_000_000, 1);
  const companyBytes = {
    ...limit,
    acquire: (companyId: number, bytes: number) => {
      taken.push(bytes);
      limit.acquire(companyId, bytes);
    },
  };
  web = await startWeb({ limits: { companyBytes } });
  company = await web.addCompany({ environment: 'certification' });
  people = {
    administrador: await signedIn(web, 'administrador', company),
    operador: await signedIn(web, 'operador', company),
  };
});

async function answerTo(method: string, end: string, body: object) {
  const path = `/companies/${company.companyId}/${end}`;
  const { browser } = end === 'certification/validate' ? people.operador : people.administrador;
  const { status, body: answer } = await browser.call(method, path, { body });
  return { status, code: answer['code'], mensaje: answer['mensaje'] };
}

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0] as const));

test.each([
  ['POST', 'certification/validate'],
  ['POST', 'certificates'],
  ['PATCH', 'printed-form'],
  ['POST', 'users'],
])('%s %s: more than 5,000 values are not read', async (method, end) => {
  // The body itself is a value.
  const most = await answerTo(method, end, keys(4_999));
  expect([most.status, most.code]).toEqual([400, 'REQUEST_INVALID']);
  const tooMany = await answerTo(method, end, keys(5_000));
  expect(tooMany).toMatchObject({ status: 400, code: 'JSON_INVALID' });
  expect(tooMany.mensaje).toContain('más de 5000 valores');
});

test('the longest list of numbers to annul is read', async () => {
  const ranges = Array.from({ length: 1_000 }, () => ({ desde: 'E310000000001', hasta: 'E310000000001' }));
  const body = { ranges, count: 1_000, note: 'x'.repeat(300) };
  expect((await answerTo('POST', 'certification/annulments', body)).code).not.toMatch(
    /^(JSON|REQUEST|BODY)_/,
  );
});

test.each([
  { of: 'a file', end: 'portal-xml', field: 'xml', bytesMax: 256 * 1024 },
  { of: 'a certificate', end: 'certificates', field: 'sealed', bytesMax: 256 * 1024 },
  { of: 'a voucher', end: 'certification/validate', field: 'ecf', bytesMax: 2 * 1024 * 1024 },
  { of: 'a user', end: 'users', field: 'usuario', bytesMax: 100 * 1024 },
])('the body with $of has $bytesMax bytes at most', async ({ end, field, bytesMax }) => {
  const around = JSON.stringify({ [field]: '' }).length;
  const long = (bytes: number) => answerTo('POST', end, { [field]: 'x'.repeat(bytes - around) });
  expect((await long(bytesMax)).code).not.toBe('BODY_TOO_LARGE');
  expect(await long(bytesMax + 1)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
});

test('a large answer counts as bytes of its company until it is read, like a file', async () => {
  const ecf = JSON.stringify(largeVoucher({ lines: 1_000, rnc: company.rnc }));
  const { status, bytes } = await people.operador.browser.call(
    'POST',
    `/companies/${company.companyId}/certification/validate`,
    { body: { ecf } },
  );
  expect([status, bytes.length > 100_000]).toEqual([200, true]);
  expect(taken).toContain(bytes.length);
});
