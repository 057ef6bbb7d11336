/** Numbers that people ask DGII to void, as a browser sees them. No worker runs here. */
import type { NumberResult } from '../../../../src/ledger/numbers/range-annulment-record.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { refusalOf, startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

let web: Web;
let company: Company;
let operador: SignedIn;
let consulta: SignedIn;

beforeAll(async () => {
  web = await startWeb();
});

beforeEach(async () => {
  company = await web.addCompany();
  operador = await signedIn(web, 'operador', company);
  consulta = await signedIn(web, 'consulta', company);
});

const here = (environment = 'pre-certification') => `/companies/${company.companyId}/${environment}`;
const base = (environment?: string) => `${here(environment)}/annulments`;
const get = (path = '') => consulta.browser.call('GET', base() + path);
const post = (body: object, who = operador, environment?: string) =>
  who.browser.call('POST', base(environment), { body });
const range = { desde: 'E310000000005', hasta: 'E310000000014' };
const order = { ranges: [range], note: 'Rango dañado', count: 10 };

test('candidates are the numbers that remain in each range', async () => {
  const body = { from: 1, to: 100, expiresOn: '31-12-2050', authorizationNumber: '123' };
  await operador.browser.call('POST', `${here()}/sequences/31/authorizations`, { body });
  expect((await get('/candidates')).body).toEqual({
    unused: [],
    more: false,
    remaining: [{ desde: 'E310000000001', hasta: 'E310000000100', count: 100 }],
  });
});

test('a request names its author, and is in the list', async () => {
  const { status, body } = await post(order);
  const row = {
    annulmentId: body['annulmentId'],
    estado: 'pendiente',
    solicitados: 10,
    nota: order.note,
    por: operador.person.email,
    fecha: expect.any(String) as string,
  };
  const resultado = [{ ...range, count: 10, estado: 'pendiente' }];
  const said = { mensajesDgii: [], unsent: true, deliveries: 0, cancelled: null, confirmed: null };
  expect({ status, body }).toEqual({ status: 200, body: { ...row, resultado, ...said, reused: false } });
  expect((await get()).body).toEqual({ items: [row], next: null });
  expect((await get(`/${String(body['annulmentId'])}`)).body).toMatchObject({ ...row, resultado });
  const {
    rows: [act],
  } = await web.store.listActs({ companyId: company.companyId, limit: 1 });
  expect(act).toMatchObject({
    action: 'annulment.request',
    personId: operador.person.personId,
    result: { outcome: 'done', target: `${range.desde}-${range.hasta}` },
  });
});

test('the list has pages, newest first', async () => {
  const ids = [];
  for (const number of ['E310000000021', 'E310000000022', 'E310000000023']) {
    const { body } = await post({ ...order, ranges: [{ desde: number, hasta: number }], count: 1 });
    ids.unshift(body['annulmentId']);
  }
  const first = await get('?limit=2');
  const second = await get(`?limit=2&cursor=${String(first.body['next'])}`);
  const items = [first, second].flatMap(({ body }) => body['items'] as { annulmentId: string }[]);
  expect(items.map(({ annulmentId }) => annulmentId)).toEqual(ids);
  expect(refusalOf(await get('?cursor=x'))).toMatchObject({ code: 'REQUEST_INVALID', campo: 'cursor' });
});

const other = { desde: 'E310000000014', hasta: 'E310000000020' };
const huge = { desde: 'E310000000001', hasta: 'E310000010001' };

test.each([
  {
    what: 'another count',
    body: { count: 9 },
    code: 'COUNT_NOT_RETYPED',
    campo: 'count',
    says: 'La cantidad',
  },
  {
    what: 'a range from the end',
    body: { ranges: [{ desde: range.hasta, hasta: range.desde }] },
    code: 'ANNULMENT_RANGE_INVALID',
    campo: 'ranges',
    says: 'El rango 1 (E310000000014 a E310000000005) no es válido: termina',
  },
  {
    what: 'a number twice',
    body: { ranges: [range, other], count: 17 },
    code: 'ANNULMENT_RANGES_OVERLAP',
    campo: 'ranges',
    says: 'El rango 2 (E310000000014 a E310000000020) repite E310000000014',
  },
  {
    what: 'too many numbers',
    body: { ranges: [huge], count: 10_001 },
    code: 'ANNULMENT_TOO_LARGE',
    campo: 'ranges',
    says: 'Son 10,001 números',
  },
])('refuses $what at its field, and says which range it is', async ({ body, code, campo, says }) => {
  const answer = await post({ ...order, ...body });
  expect(refusalOf(answer)).toEqual({ status: 400, code, campo });
  expect(answer.body['mensaje']).toContain(says);
  expect((await get()).body['items']).toEqual([]);
});

test('a company with as many numbers under way as it may have gets 429, until some have ended', async () => {
  for (const n of [0, 1]) {
    const most = { desde: `E31000000${n}001`, hasta: `E31000001${n}000` };
    expect((await post({ ...order, ranges: [most], count: 10_000 })).status).toBe(200);
  }
  const refused = await post(order);
  expect(refusalOf(refused)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect(refused.body['mensaje']).toContain('anulaciones en curso');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('DGII does not offer it in certification', async () => {
  const refused = await post(order, operador, 'certification');
  expect(refusalOf(refused)).toMatchObject({ status: 409, code: 'ANNULMENT_NOT_OFFERED' });
});

test('people who may only read cannot ask for an annulment', async () => {
  expect(refusalOf(await post(order, consulta))).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' });
});

test('an annulment of another company, or of another environment, is 404', async () => {
  const { annulmentId } = (await post(order)).body as { annulmentId: string };
  const stranger = await signedIn(web, 'operador', await web.addCompany());
  expect((await stranger.browser.call('GET', `${base()}/${annulmentId}`)).status).toBe(404);
  const elsewhere = await consulta.browser.call('GET', `${base('production')}/${annulmentId}`);
  expect(refusalOf(elsewhere)).toMatchObject({ status: 404, code: 'ANNULMENT_NOT_FOUND' });
});

describe('an annulment that was never sent', () => {
  const cancel = (id: unknown, who = operador, note = 'Se van a usar') =>
    who.browser.call('POST', `${base()}/${String(id)}/cancel`, { body: { note } });

  test('is cancelled once, and names the person who did it', async () => {
    const { annulmentId } = (await post(order)).body;
    const cancelled = {
      por: operador.person.email,
      nota: 'Se van a usar',
      fecha: expect.any(String) as string,
    };
    const mensaje = 'La solicitud se canceló antes de enviarla a la DGII.';
    const resultado = [{ ...range, count: 10, estado: 'rechazado', mensaje }];
    const shown = { estado: 'rechazado', unsent: false, cancelled, resultado };
    expect((await cancel(annulmentId)).body).toMatchObject(shown);
    const {
      rows: [act],
    } = await web.store.listActs({ companyId: company.companyId, limit: 1 });
    expect(act).toMatchObject({ action: 'annulment.cancel', personId: operador.person.personId });
    // The answer of the first request may have been lost.
    expect((await cancel(annulmentId, operador, 'Otra vez')).body).toMatchObject(shown);
    const again = await cancel(annulmentId, consulta);
    expect(refusalOf(again)).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' });
  });

  test.each(['sending', 'uncertain', 'annulled'] as const)(
    'cannot be cancelled when it is %s',
    async (state) => {
      const { annulmentId } = (await post(order)).body as { annulmentId: string };
      const record = (await web.store.findRangeAnnulment(annulmentId))!;
      await web.store.changeRangeAnnulment(record, { state, results: [] }, { now: new Date() });
      expect((await get(`/${annulmentId}`)).body).toMatchObject({ unsent: false });
      expect(refusalOf(await cancel(annulmentId))).toMatchObject({ status: 409, code: 'ANNULMENT_SENT' });
    },
  );
});

describe('an uncertain annulment', () => {
  const uncertain: NumberResult[] = [{ ...range, outcome: 'uncertain', reason: 'ANSWER_LOST' }];

  async function lostAnswer(): Promise<string> {
    const { annulmentId } = (await post(order)).body as { annulmentId: string };
    const record = (await web.store.findRangeAnnulment(annulmentId))!;
    const change = { state: 'uncertain', deliveryCount: 2, results: uncertain } as const;
    expect(await web.store.changeRangeAnnulment(record, change, { now: new Date() })).toBeDefined();
    return annulmentId;
  }
  const confirm = (id: string, body: object) =>
    operador.browser.call('POST', `${base()}/${id}/confirm`, { body: { deliveries: 2, ...body } });

  test('says that it is uncertain, and ends with what a person saw in the virtual office', async () => {
    const id = await lostAnswer();
    const { body } = await get(`/${id}`);
    expect(body).toMatchObject({
      estado: 'incierto',
      deliveries: 2,
      resultado: [{ ...range, estado: 'incierto' }],
    });
    expect((body['resultado'] as { mensaje: string }[])[0]?.mensaje).toMatch(/Oficina Virtual/);
    expect(refusalOf(await confirm(id, { annulled: true, note: ' ' }))).toMatchObject({
      code: 'NOTE_INVALID',
      campo: 'note',
    });
    expect((await confirm(id, { annulled: true, note: 'Aparece anulado' })).body).toMatchObject({
      estado: 'anulado',
      resultado: [{ ...range, estado: 'anulado' }],
      confirmed: { por: operador.person.email, nota: 'Aparece anulado' },
    });
    const again = await confirm(id, { annulled: false, note: 'No aparece' });
    expect(refusalOf(again)).toMatchObject({ status: 409, code: 'ANNULMENT_NOT_UNCERTAIN' });
  });

  test('that was sent again after the person looked does not become free; the person looks once more', async () => {
    const id = await lostAnswer();
    const notAnnulled = { annulled: false, note: 'No aparece' };
    const early = await confirm(id, { ...notAnnulled, deliveries: 1 });
    expect(refusalOf(early)).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
    expect(early.body['mensaje']).toContain('La anulación avanzó');
    expect((await get(`/${id}`)).body).toMatchObject({ estado: 'incierto', confirmed: null });
    expect((await confirm(id, notAnnulled)).body).toMatchObject({ estado: 'rechazado' });
  });
});
