/** Vouchers that a person issues outside certification, as a browser sees them. No worker runs, so no voucher is delivered here. */
import { randomUUID } from 'node:crypto';
import { localDate } from '../../../../src/ecf/model/dates.js';
import type { EcfType } from '../../../../src/ecf/model/ecf-types.js';
import type { Environment } from '../../../../src/ecf/model/environments.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { Voucher } from '../../../../src/web/api/answers.js';
import { sampleVoucher } from '../../../../tools/demo/sample-voucher.js';
import { refusalOf, startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'pre-certification';
let web: Web;
let company: Company;
let operador: SignedIn;

beforeAll(async () => {
  web = await startWeb();
});

/** Each test has a company whose numbers the service keeps, with a range and a certificate. */
beforeEach(async () => {
  company = await web.addCompany({ environment, origin: 'service' });
  operador = await signedIn(web, 'operador', company);
  await addRange(31);
  await web.store.putCertificate({
    companyId: company.companyId,
    fingerprint: 'f',
    certificatePem: '',
    sealedKey: '',
    notBefore: new Date(0),
    notAfter: new Date('2099-01-01'),
    importedAt: new Date(),
  });
});

const addRange = (ecfType: EcfType) =>
  web.store.addAuthorization({
    companyId: company.companyId,
    environment,
    ecfType,
    from: 1,
    to: 10,
    expiresOn: '31-12-2028',
    authorizationNumber: '1',
    now: new Date(),
  });
const path = (end: string, where: Environment = environment) =>
  `/companies/${company.companyId}/${where}/${end}`;
const post = (end: string, body: object, who = operador, where: Environment = environment) =>
  who.browser.call('POST', path(end, where), { body });

/** Of all vouchers here: at midnight the same voucher would get other content. */
const today = localDate(Date.now());

function voucher(encf: string | undefined, price = 1_000) {
  const { rnc, razonSocial } = company;
  const one = sampleVoucher({
    encf: encf ?? 'E310000000001',
    issuer: { rnc, razonSocial },
    issuedOn: today,
    prices: [price],
  });
  if (encf !== undefined) return one;
  const { eNCF: _encf, FechaVencimientoSecuencia: _expiry, ...IdDoc } = one.ECF.Encabezado.IdDoc;
  return { ECF: { ...one.ECF, Encabezado: { ...one.ECF.Encabezado, IdDoc } } };
}

const order = (ecf: object, change: object = {}) => ({
  ecf: JSON.stringify(ecf),
  number: 'next',
  reference: randomUUID(),
  ...change,
});
const issue = (ecf: object, change: object = {}) => post('vouchers', order(ecf, change));
const found = (encf: string) => web.store.findDocument(company.companyId, environment, encf);

async function end(encf: string, attempt: number, state: 'accepted' | 'rejected', used = true) {
  const { companyId } = company;
  const verdict = { trackId: null, codigoDgii: '2', estado: '', mensajes: [], replyFile: null };
  await web.store.recordVerdict(
    { companyId, environment, encf, attempt },
    { state, verdict: { ...verdict, secuenciaUtilizada: used } },
    new Date(),
  );
}

describe('a person issues', () => {
  test('under the next number, and is named with the voucher', async () => {
    const issued = await issue(voucher(undefined));
    expect(issued).toMatchObject({ status: 200, body: { ecf: 'E310000000001', attempt: 1 } });
    expect(await found('E310000000001')).toMatchObject({
      environment,
      state: 'admitted',
      issuedBy: { by: operador.person.email },
    });
    expect((await issue(voucher(undefined))).body).toMatchObject({ ecf: 'E310000000002' });
  });

  test('once, although the order is sent again, alone or with another one', async () => {
    const one = order(voucher(undefined));
    const answers = await Promise.all([post('vouchers', one), post('vouchers', one), post('vouchers', one)]);
    const again = await post('vouchers', one);
    expect([...answers, again].map(({ body }) => body['ecf'])).toEqual(Array(4).fill('E310000000001'));
    const { companyId } = company;
    expect((await web.store.findNumber(companyId, environment, 'E310000000002')).reservation).toBeUndefined();
  });

  test('with faults takes no number', async () => {
    const wrong = voucher(undefined);
    wrong.ECF.Encabezado.Totales.MontoTotal = 1190;
    expect(refusalOf(await issue(wrong))).toEqual({ status: 409, code: 'CONDITIONAL_FAULTS' });
    expect((await issue(voucher(undefined))).body).toMatchObject({ ecf: 'E310000000001' });
  });

  test('validate checks under the next number, and warns of nothing', async () => {
    const { body } = await post('validate', { ecf: JSON.stringify(voucher(undefined)), number: 'next' });
    expect(body).toMatchObject({ valido: true, errores: [], advertencias: [] });
    expect(body['xml']).toContain('<eNCF>E310000000001</eNCF>');
  });
});

describe('a rejected voucher whose number is free', () => {
  const encf = 'E310000000001';

  beforeEach(async () => {
    await issue(voucher(undefined));
    await end(encf, 1, 'rejected', false);
  });

  test('is corrected and goes out under its number', async () => {
    const corrected = await issue(voucher(encf, 900), { number: 'given' });
    expect(corrected).toMatchObject({ status: 200, body: { ecf: encf, attempt: 2 } });
  });

  test('is refused unchanged, because DGII would reject it again', async () => {
    const same = (await found(encf))!;
    const content = JSON.parse(
      Buffer.from(await web.store.getFileBytes(same.contentFile)).toString(),
    ) as object;
    expect(
      refusalOf(await issue('ECF' in content ? content : { ECF: content }, { number: 'given' })),
    ).toEqual({
      status: 409,
      code: 'ENCF_EXISTS',
    });
  });
});

test('a rejected voucher whose number is spent does not go out under it', async () => {
  await issue(voucher(undefined));
  await end('E310000000001', 1, 'rejected', true);
  const again = await issue(voucher('E310000000001', 900), { number: 'given' });
  expect(refusalOf(again)).toEqual({ status: 409, code: 'ENCF_EXISTS' });
});

test('a number that the company’s own system has reserved is not for a person', async () => {
  const { companyId } = company;
  const next = await web.store.nextNumber({
    companyId,
    environment,
    ecfType: 31,
    ref: 'FAC-1',
    clock: () => new Date(),
  });
  expect(next).toMatchObject({ encf: 'E310000000001' });
  expect(refusalOf(await issue(voucher('E310000000001'), { number: 'given' }))).toEqual({
    status: 409,
    code: 'NUMBER_NOT_FREE',
  });
  expect(refusalOf(await issue(voucher('E310000000009'), { number: 'given' }))).toEqual({
    status: 400,
    code: 'ENCF_NOT_ISSUED_BY_SERVICE',
    campo: 'ECF.Encabezado.IdDoc.eNCF',
  });
});

test('a spent number gets another attempt in certification only', async () => {
  await issue(voucher(undefined));
  await end('E310000000001', 1, 'rejected');
  const newAttempt = { note: 'Otra vez', attempt: 1 };
  const again = await issue(voucher('E310000000001'), { number: 'given', newAttempt });
  expect(refusalOf(again)).toEqual({ status: 409, code: 'NOT_IN_CERTIFICATION' });
});

describe('nobody issues', () => {
  test('in an environment that the company has left', async () => {
    await web.store.putCompany({ ...company, environment: 'certification' });
    expect(refusalOf(await issue(voucher(undefined)))).toEqual({ status: 409, code: 'NOT_IN_ENVIRONMENT' });
  });

  test('for a company that numbers its vouchers itself', async () => {
    await web.store.putCompany({ ...company, origin: 'client' });
    expect(refusalOf(await issue(voucher(undefined)))).toEqual({ status: 409, code: 'OWN_NUMBERING' });
  });

  test('in production without both consents', async () => {
    await web.store.putCompany({ ...company, environment: 'production', productionAllowed: true });
    const sent = await post('vouchers', order(voucher(undefined)), operador, 'production');
    expect(refusalOf(sent)).toEqual({ status: 409, code: 'PRODUCTION_NOT_ALLOWED' });
  });

  test.each(['administrador', 'consulta'] as const)('as %s', async (role) => {
    const other = await signedIn(web, role, company);
    expect(refusalOf(await post('vouchers', order(voucher(undefined)), other))).toEqual({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
  });
});

describe('a draft', () => {
  const reference = 'borrador-1';
  const draft = (change: object = {}) => ({
    tipoeCF: 31,
    cliente: 'Comprador',
    total: '1180.00',
    started: { tipo: 31 },
    values: { text: JSON.stringify(voucher(undefined)), note: '', choice: '', number: 'next' },
    ...change,
  });
  const save = (ref: string, body: object = draft(), who = operador) =>
    who.browser.call('PUT', path(`drafts/${ref}`), { body });
  const list = async (who = operador) =>
    (await who.browser.call('GET', path('drafts'))).body['items'] as readonly object[];
  const read = (who = operador) => who.browser.call('GET', path(`drafts/${reference}`));

  test('is kept and replaced, its owner alone sees it, and it goes when it is issued', async () => {
    await save(reference, draft({ total: '' }));
    await save(reference);
    expect(await list()).toMatchObject([{ reference, tipoeCF: 31, cliente: 'Comprador', total: '1180.00' }]);
    expect((await read()).body).toMatchObject({ started: { tipo: 31 }, values: { number: 'next' } });
    const other = await signedIn(web, 'operador', company);
    expect(await list(other)).toEqual([]);
    expect(refusalOf(await read(other))).toEqual({ status: 404, code: 'DRAFT_NOT_FOUND' });
    await issue(voucher(undefined), { reference });
    expect(await list()).toEqual([]);
    expect(refusalOf(await read())).toEqual({ status: 404, code: 'DRAFT_NOT_FOUND' });
  });

  test('is one of fifty at most, and a removed one makes room', async () => {
    for (let n = 1; n <= 50; n += 1) expect((await save(`borrador-${n}`)).status).toBe(200);
    expect(refusalOf(await save('borrador-51'))).toEqual({ status: 409, code: 'DRAFTS_TOO_MANY' });
    expect((await save('borrador-50')).status).toBe(200);
    await operador.browser.call('DELETE', path('drafts/borrador-50'));
    expect((await save('borrador-51')).status).toBe(200);
  });
});

describe('what the company sold last', () => {
  const items = async () => (await operador.browser.call('GET', path('sold-items'))).body['items'];

  test('is suggested once, as its newest voucher has it', async () => {
    expect(await items()).toEqual([]);
    await issue(voucher(undefined));
    await issue(voucher(undefined, 1_200));
    const item = { withTax: false, tax: '1', kind: '2', unit: null };
    const name = voucher(undefined).ECF.DetallesItems.Item[0]?.NombreItem;
    expect(await items()).toEqual([{ ...item, name, price: '1200' }]);
  });
});

describe('the basis of a note', () => {
  const basis = (encf: string) => operador.browser.call('GET', path(`vouchers/${encf}/note-basis`));

  test('is the whole voucher, and then what is left of it', async () => {
    await issue(voucher(undefined));
    await end('E310000000001', 1, 'accepted');
    expect((await basis('E310000000001')).body).toEqual({
      balance: { total: '1180.00', debited: '0', credited: '0', left: '1180' },
      credited: {
        units: {},
        bases: { MontoGravadoI1: '0', MontoGravadoI2: '0', MontoGravadoI3: '0', MontoExento: '0' },
      },
      more: false,
    });
  });

  test('is in short in the voucher, once DGII has accepted it', async () => {
    const balance = async (encf: string) =>
      ((await operador.browser.call('GET', path(`vouchers/${encf}`))).body['notes'] as Voucher['notes'])
        .balance;
    await issue(voucher(undefined));
    expect(await balance('E310000000001')).toBeNull();
    await end('E310000000001', 1, 'accepted');
    const whole = { total: '1180.00', debited: '0', credited: '0', left: '1180', annulled: false };
    expect(await balance('E310000000001')).toEqual(whole);
  });

  test('is refused before DGII has accepted the voucher, and after it has rejected it', async () => {
    await issue(voucher(undefined));
    expect(refusalOf(await basis('E310000000001'))).toEqual({ status: 409, code: 'NOTE_NOT_POSSIBLE' });
    await end('E310000000001', 1, 'rejected');
    const { status, body } = await basis('E310000000001');
    expect({ status, mensaje: body['mensaje'] }).toEqual({
      status: 409,
      mensaje: 'E310000000001 no es válido (Rechazado), así que no lleva notas: emita la venta otra vez.',
    });
    expect(refusalOf(await basis('E310000000009'))).toEqual({ status: 404, code: 'ECF_NOT_FOUND' });
  });
});
