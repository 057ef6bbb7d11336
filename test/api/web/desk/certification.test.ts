/** Vouchers that a person issues in certification, as a browser sees them. No worker runs, so no voucher is delivered here. */
import { randomUUID } from 'node:crypto';
import { localDate } from '../../../../src/ecf/model/dates.js';
import type { EcfType } from '../../../../src/ecf/model/ecf-types.js';
import type { DocumentRecord } from '../../../../src/ledger/vouchers/document-record.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { sampleVoucher } from '../../../../tools/demo/sample-voucher.js';
import { refusalOf, startWeb, type Web, type WebAnswer } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'certification';
let web: Web;
let company: Company;
let operador: SignedIn;

beforeAll(async () => {
  web = await startWeb();
});

/** Each test has a company in certification, with numbers and a certificate. */
beforeEach(async () => {
  company = await web.addCompany({ environment });
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
const path = (end: string, where: string = environment) => `/companies/${company.companyId}/${where}/${end}`;
const post = (end: string, body: object, who = operador) => who.browser.call('POST', path(end), { body });

/** Of all vouchers here: at midnight the same voucher would get other content. */
const today = localDate(Date.now());

/** The e-NCF comes from DGII's set, so no range of the voucher master has it. */
function voucher({ encf = 'E310000000777', wrongTotal = false } = {}) {
  const { rnc, razonSocial } = company;
  const one = sampleVoucher({ encf, issuer: { rnc, razonSocial }, issuedOn: today, prices: [1_000] });
  if (wrongTotal) one.ECF.Encabezado.Totales.MontoTotal = 1190;
  return one;
}

function withoutNumber(change: Parameters<typeof voucher>[0] = {}) {
  const one = voucher(change);
  const { eNCF: _encf, FechaVencimientoSecuencia: _expiry, ...IdDoc } = one.ECF.Encabezado.IdDoc;
  return { ECF: { ...one.ECF, Encabezado: { ...one.ECF.Encabezado, IdDoc } } };
}

const order = (ecf: object, change: object = {}) => ({
  ecf: JSON.stringify(ecf),
  number: 'given',
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

describe('validate', () => {
  test('finds what send would find, and writes nothing', async () => {
    const { body } = await post('validate', { ecf: JSON.stringify(voucher()) });
    expect(body).toMatchObject({ valido: true, errores: [], advertencias: [] });
    expect(body['xml']).toContain('<eNCF>E310000000777</eNCF>');
    expect(await found('E310000000777')).toBeUndefined();
  });

  test('finds the faults, even of a text that is not JSON', async () => {
    const wrong = await post('validate', { ecf: JSON.stringify(voucher({ wrongTotal: true })) });
    expect(wrong.body).toMatchObject({
      valido: false,
      errores: [{ code: 'TOTALES-11', severidad: 'condicional' }],
    });
    const broken = await post('validate', { ecf: '{"ECF":' });
    expect(broken.body).toMatchObject({ valido: false, errores: [{ code: 'JSON_INVALID' }] });
    const inexact = JSON.stringify(voucher()).replace('1180', '1180.000000000000000000001');
    expect((await post('validate', { ecf: inexact })).body).toMatchObject({ valido: false });
  });

  test('with the next number of the voucher master reserves nothing', async () => {
    const { body } = await post('validate', { ecf: JSON.stringify(withoutNumber()), number: 'next' });
    expect(body).toMatchObject({ valido: true });
    expect(body['xml']).toContain('<eNCF>E310000000001</eNCF>');
    expect(body['xml']).toContain('<FechaVencimientoSecuencia>31-12-2028</FechaVencimientoSecuencia>');
    expect((await issue(withoutNumber(), { number: 'next' })).body).toMatchObject({ ecf: 'E310000000001' });
  });
});

describe('issuing', () => {
  test('under a number of DGII’s set is recorded with the person, although the service never handed it out', async () => {
    const { status, body } = await issue(voucher());
    expect({ status, body }).toMatchObject({ status: 200, body: { ecf: 'E310000000777', attempt: 1 } });
    expect(await found('E310000000777')).toMatchObject({
      environment,
      state: 'admitted',
      conditionalAllowed: false,
      issuedBy: { by: operador.person.email },
    });
    const shown = await operador.browser.call('GET', path('vouchers/E310000000777'));
    expect(shown.body).toMatchObject({
      issuedBy: { por: operador.person.email, conditionalConfirmed: false },
    });
  });

  test('takes the next number of the voucher master, which is then used', async () => {
    expect((await issue(withoutNumber(), { number: 'next' })).body).toMatchObject({
      ecf: 'E310000000001',
      attempt: 1,
    });
    const { companyId } = company;
    expect((await web.store.findNumber(companyId, environment, 'E310000000001')).reservation).toBe('used');
    expect((await issue(withoutNumber(), { number: 'next' })).body).toMatchObject({ ecf: 'E310000000002' });
  });

  test('a second click, and a repetition after a lost answer, issue nothing again', async () => {
    const same = order(withoutNumber(), { number: 'next' });
    const answers = await Promise.all([
      post('vouchers', same),
      post('vouchers', same),
      post('vouchers', same),
    ]);
    expect(answers.map(({ body }) => body)).toMatchObject(
      answers.map(() => ({ ecf: 'E310000000001', attempt: 1 })),
    );
    expect((await post('vouchers', same)).body).toMatchObject({ ecf: 'E310000000001', attempt: 1 });
    const list = await operador.browser.call('GET', path('vouchers'));
    expect(list.body['items']).toHaveLength(1);
  });

  describe('a form that took a number of another type', () => {
    let next: { readonly number: 'next'; readonly reference: string };
    const otherType = () => withoutNumber({ encf: 'E450000000777' });
    const listed = async () => (await operador.browser.call('GET', path('vouchers'))).body['items'];

    beforeEach(async () => {
      next = { number: 'next', reference: randomUUID() };
      await addRange(45);
    });

    test.each<{ name: string; again: () => Promise<WebAnswer> }>([
      { name: 'of the other type', again: () => issue(otherType(), next) },
      { name: 'under a number of the set', again: () => issue(voucher(), { ...next, number: 'given' }) },
    ])('issues no second voucher $name after a lost answer', async ({ again }) => {
      await issue(withoutNumber(), next);
      const refused = await again();
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'ENCF_EXISTS' });
      expect(refused.body['detalle']).toMatchObject({ encf: 'E310000000001', sameContent: false });
      expect(await listed()).toHaveLength(1);
      const { body } = await issue(otherType(), { number: 'next' });
      expect(body).toMatchObject({ ecf: 'E450000000001', attempt: 1 });
    });

    test('is refused while that voucher may still be on its way, and gets it when it is sent as before', async () => {
      // The api stops after it has claimed the number.
      const { admit } = web.store;
      Object.assign(web.store, { admit: () => Promise.reject(new Error('stopped')) });
      const stopped = await issue(withoutNumber(), next).finally(() => Object.assign(web.store, { admit }));
      expect(stopped.status).toBe(500);
      const refused = await issue(otherType(), next);
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'REFERENCE_USED' });
      expect(refused.body['detalle']).toEqual({ encf: 'E310000000001' });
      expect((await issue(otherType(), { number: 'next' })).body['ecf']).toBe('E450000000001');
      expect((await issue(withoutNumber(), next)).body).toMatchObject({ ecf: 'E310000000001', attempt: 1 });
    });

    test('issues one voucher if the other type is sent while the first takes its number', async () => {
      const { nextNumber } = web.store;
      let other: WebAnswer | undefined;
      const afterOther: typeof nextNumber = async (request) => {
        Object.assign(web.store, { nextNumber });
        const number = await nextNumber(request);
        other = await issue(otherType(), next);
        return number;
      };
      Object.assign(web.store, { nextNumber: afterOther });
      const refused = await issue(withoutNumber(), next).finally(() =>
        Object.assign(web.store, { nextNumber }),
      );
      expect(other?.body).toMatchObject({ ecf: 'E450000000001', attempt: 1 });
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'ENCF_EXISTS' });
      expect(refused.body['detalle']).toMatchObject({ encf: 'E450000000001', sameContent: false });
      expect(await listed()).toHaveLength(1);
    });
  });

  describe('a form that sent a voucher under a number of DGII’s set', () => {
    const first = 'E310000000777';
    const listed = async () => (await operador.browser.call('GET', path('vouchers'))).body['items'];
    const nextAfterAll = async () => (await issue(withoutNumber(), { number: 'next' })).body['ecf'];
    const otherwise: { name: string; again: (reference: string) => Promise<WebAnswer> }[] = [
      {
        name: 'the next number',
        again: (reference) => issue(withoutNumber(), { number: 'next', reference }),
      },
      {
        name: 'another number of the set',
        again: (reference) => issue(voucher({ encf: 'E310000000778' }), { reference }),
      },
    ];

    test.each(otherwise)('issues no second voucher under $name after a lost answer', async ({ again }) => {
      const reference = randomUUID();
      await issue(voucher(), { reference });
      const refused = await again(reference);
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'ENCF_EXISTS' });
      expect(refused.body['detalle']).toMatchObject({ encf: first, attempt: 1, sameContent: false });
      expect(await listed()).toHaveLength(1);
      // No number of the voucher master was taken.
      expect(await nextAfterAll()).toBe('E310000000001');
    });

    test.each(otherwise)('issues none under $name while the first is on its way', async ({ again }) => {
      const reference = randomUUID();
      const { admit } = web.store;
      let second: WebAnswer | undefined;
      const afterSecond: typeof admit = async (input) => {
        Object.assign(web.store, { admit });
        second = await again(reference);
        return admit(input);
      };
      Object.assign(web.store, { admit: afterSecond });
      const { body } = await issue(voucher(), { reference }).finally(() =>
        Object.assign(web.store, { admit }),
      );
      expect(refusalOf(second!)).toEqual({ status: 409, code: 'REFERENCE_USED' });
      expect(second!.body['detalle']).toEqual({ encf: first });
      expect(body).toMatchObject({ ecf: first, attempt: 1 });
      expect(await listed()).toHaveLength(1);
    });

    test('may choose another number if the first voucher was refused', async () => {
      const reference = randomUUID();
      const faulty = voucher();
      faulty.ECF.Encabezado.Comprador.RNCComprador = '1';
      expect((await issue(faulty, { reference })).status).toBe(400);
      const { body } = await issue(withoutNumber(), { number: 'next', reference });
      expect(body).toMatchObject({ ecf: 'E310000000001', attempt: 1 });
    });
  });

  test('a voucher with faults takes no number', async () => {
    const faulty = withoutNumber();
    faulty.ECF.Encabezado.Comprador.RNCComprador = '1';
    const answer = await issue(faulty, { number: 'next' });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: 'ECF_INVALID',
      campo: 'ECF.Encabezado.Comprador.RNCComprador',
    });
    expect((await issue(withoutNumber(), { number: 'next' })).body).toMatchObject({ ecf: 'E310000000001' });
  });

  test('conditional faults need the person’s confirmation, which the voucher keeps', async () => {
    const refused = await issue(voucher({ wrongTotal: true }));
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'CONDITIONAL_FAULTS' });
    expect(refused.body['detalle']).toMatchObject({ advertencias: [{ code: 'TOTALES-11' }] });
    expect(await found('E310000000777')).toBeUndefined();
    const confirmed = await issue(voucher({ wrongTotal: true }), { conditionalConfirmed: true });
    expect(confirmed.status).toBe(200);
    expect(await found('E310000000777')).toMatchObject({
      conditionalAllowed: true,
      issuedBy: { conditionalConfirmed: true },
    });
  });

  test('a confirmation does not permit a rejection', async () => {
    const faulty = voucher();
    faulty.ECF.Encabezado.Comprador.RNCComprador = '1';
    expect(refusalOf(await issue(faulty, { conditionalConfirmed: true }))).toMatchObject({
      code: 'ECF_INVALID',
    });
  });

  test("is refused with the voucher master's own reason when no number is left", async () => {
    const other = { ...withoutNumber() };
    other.ECF = {
      ...other.ECF,
      Encabezado: { ...other.ECF.Encabezado, IdDoc: { ...other.ECF.Encabezado.IdDoc, TipoeCF: 32 } },
    };
    expect(refusalOf(await issue(other, { number: 'next' }))).toEqual({
      status: 409,
      code: 'SEQUENCE_NOT_AVAILABLE',
    });
  });

  test('is impossible there once the company issues in another environment', async () => {
    await web.store.putCompany({ ...company, environment: 'pre-certification' });
    expect(refusalOf(await issue(voucher()))).toEqual({ status: 409, code: 'NOT_IN_CERTIFICATION' });
    expect(await found('E310000000777')).toBeUndefined();
  });

  test('is only for people with that permission', async () => {
    const reader = await signedIn(web, 'consulta', company);
    expect(refusalOf(await post('vouchers', order(voucher()), reader))).toEqual({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
  });
});

describe('another attempt of a spent number', () => {
  const newAttempt = { note: 'La DGII reinició el set', attempt: 1 };
  const encf = 'E310000000777';

  test.each(['rejected', 'accepted'] as const)('is ordered with a note, after %s', async (state) => {
    await issue(voucher());
    await end(encf, 1, state);
    const refused = await issue(voucher());
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'ENCF_EXISTS' });
    expect(refused.body['detalle']).toMatchObject({ encf, attempt: 1, final: true, sameContent: true });
    expect((await issue(voucher(), { newAttempt })).body).toMatchObject({ ecf: encf, attempt: 2 });
    const shown = await operador.browser.call('GET', path(`vouchers/${encf}`));
    expect(shown.body).toMatchObject({
      attempt: 2,
      issuedBy: { newAttemptNote: newAttempt.note },
      attempts: [{ attempt: 2 }, { attempt: 1 }],
    });
  });

  test('is created once, however often the person clicks', async () => {
    await issue(voucher());
    await end(encf, 1, 'rejected');
    const same = order(voucher(), { newAttempt });
    const answers = await Promise.all([post('vouchers', same), post('vouchers', same)]);
    expect(answers.map(({ body }) => body)).toMatchObject([
      { ecf: encf, attempt: 2 },
      { ecf: encf, attempt: 2 },
    ]);
    await end(encf, 2, 'rejected');
    expect((await post('vouchers', same)).body).toMatchObject({ ecf: encf, attempt: 2 });
    expect(refusalOf(await issue(voucher(), { newAttempt }))).toEqual({ status: 409, code: 'ATTEMPT_OVER' });
  });

  test.each<{ name: string; prepare: () => Promise<unknown>; change: object; code: string }>([
    {
      name: 'the number has no voucher',
      prepare: async () => undefined,
      change: {},
      code: 'ATTEMPT_NOT_FOUND',
    },
    { name: 'it is under way', prepare: () => issue(voucher()), change: {}, code: 'ATTEMPT_NOT_FINAL' },
    { name: 'there is no note', prepare: async () => undefined, change: { note: ' ' }, code: 'NOTE_INVALID' },
  ])('is refused when $name', async ({ prepare, change, code }) => {
    await prepare();
    expect(refusalOf(await issue(voucher(), { newAttempt: { ...newAttempt, ...change } }))).toMatchObject({
      code,
    });
  });

  test('a voucher of other content under a number that exists is refused', async () => {
    await issue(voucher());
    const other = await issue(voucher({ wrongTotal: true }), { conditionalConfirmed: true });
    expect(refusalOf(other)).toEqual({ status: 409, code: 'ENCF_EXISTS' });
    expect(other.body['detalle']).toMatchObject({ sameContent: false });
    const document = (await found(encf)) as DocumentRecord;
    expect(document.montoTotal).toBe('1180.00');
  });
});
