/** Signing a file of DGII's portal, as a browser sees it: the answer, the refusals at their field, the fresh code and the audit log. */
import { createHash } from 'node:crypto';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { Processes } from '../../../../src/services/deps.js';
import { postulacion } from '../../../harness/samples/portal-xml.js';
import { enrol, nextCode } from '../authenticator.js';
import { refusalOf, startWeb, type Browser, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

let web: Web;
let company: Company;
let operador: SignedIn;
let asked: number;
/** What a worker answers; the signature itself is the worker's. */
let answer: object;

const signed = Buffer.from('<Postulacion>é</Postulacion>');
const sha256 = createHash('sha256').update(signed).digest('hex');

beforeAll(async () => {
  web = await startWeb();
});

beforeEach(async () => {
  company = await web.addCompany();
  operador = await signedIn(web, 'operador', company);
  asked = 0;
  answer = { outcome: 'signed', root: 'Postulacion', xml: signed.toString('base64'), sha256 };
  const ask = () => {
    asked += 1;
    return Promise.resolve({ outcome: 'answered', answer });
  };
  web.processes = { ...web.processes, ask: ask as unknown as Processes['ask'] };
});

const post = (xml: string | Buffer, browser: Browser = operador.browser) =>
  browser.call('POST', `/companies/${company.companyId}/portal-xml`, {
    body: { xml: Buffer.from(xml).toString('base64') },
  });
const lastAct = async () => {
  const { rows } = await web.store.listActs({ companyId: company.companyId, limit: 1 });
  return rows[0];
};

test('gives the signed file, its root and its hash; the audit log has root and hash, and no contents', async () => {
  const { status, body } = await post(postulacion);
  expect({ status, body }).toEqual({
    status: 200,
    body: { root: 'Postulacion', sha256, xml: signed.toString('base64') },
  });
  const act = await lastAct();
  expect(act).toMatchObject({
    action: 'portalXml.sign',
    personId: operador.person.personId,
    result: { outcome: 'done', target: `Postulacion ${sha256}` },
  });
  expect(JSON.stringify(act)).not.toMatch(/EMPRESA DE PRUEBA|99999999/);
});

test('an administrador may sign too', async () => {
  const { browser } = await signedIn(web, 'administrador', company);
  expect((await post(postulacion, browser)).status).toBe(200);
});

test.each([
  ['XML_FISCAL', '<ECF><A/></ECF>'],
  ['XML_UNREADABLE', ''],
  ['XML_ENCODING_WRONG', Buffer.from([0x3c, 0xff, 0x3e])],
  ['XML_TOO_LARGE', `<A><B>${'x'.repeat(150_000)}</B></A>`],
])('%s is refused at the field before anything is stored; the audit log says so', async (code, xml) => {
  expect(refusalOf(await post(xml))).toEqual({ status: 400, code, campo: 'xml' });
  expect(asked).toBe(0);
  expect(await lastAct()).toMatchObject({ action: 'portalXml.sign', result: { outcome: 'refused', code } });
});

test('a certificate that cannot sign is not the fault of the file', async () => {
  answer = { outcome: 'refused', reason: 'CERTIFICATE_EXPIRED' };
  expect(refusalOf(await post(postulacion))).toEqual({
    status: 409,
    code: 'CERTIFICATE_EXPIRED',
    campo: undefined,
  });
});

test('needs a second factor, and a fresh code of it', async () => {
  const { companyId } = company;
  const person = await web.addPerson({ memberships: [{ companyId, role: 'operador' }] });
  const browser = await web.loggedIn(person);
  expect(refusalOf(await post(postulacion, browser))).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
  const { secret } = await enrol(web, browser);
  expect((await post(postulacion, browser)).status).toBe(200);
  web.aheadMs += 6 * 60_000;
  expect(refusalOf(await post(postulacion, browser))).toMatchObject({ code: 'FRESH_CODE_REQUIRED' });
  expect(asked).toBe(1);
  await browser.call('POST', '/session/fresh-code', { body: { code: nextCode(web, secret) } });
  expect((await post(postulacion, browser)).status).toBe(200);
});
