/** The voucher master and the unused numbers, as a browser sees them. */
import { localDate } from '../../../../src/ecf/model/dates.js';
import { formatEncf } from '../../../../src/ecf/model/encf.js';
import { namedParameters } from '../../../../src/api/web/parameter-names.js';
import { readWebDocument } from '../../../../src/api/web/web-document.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { refusalOf, startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'pre-certification';
let web: Web;
let company: Company;
let operador: SignedIn;
let consulta: SignedIn;
let soporte: SignedIn;

beforeAll(async () => {
  web = await startWeb();
  soporte = await signedIn(web, 'soporte');
});

/** Each test has a company without ranges. */
beforeEach(async () => {
  company = await web.addCompany();
  operador = await signedIn(web, 'operador', company);
  consulta = await signedIn(web, 'consulta', company);
});

const base = () => `/companies/${company.companyId}/${environment}`;
const ranges = (type: number) => `${base()}/sequences/${type}/authorizations`;
const serial = (n: number) => formatEncf(31, n);
const range = { from: 1, to: 100, expiresOn: '31-12-2050', authorizationNumber: '123' };
const add = (body: object, type = 31, who = operador) => who.browser.call('POST', ranges(type), { body });
const change = (id: string, body: object) => operador.browser.call('PATCH', `${ranges(31)}/${id}`, { body });

async function sequence(type: number): Promise<Record<string, unknown>> {
  const { body } = await consulta.browser.call('GET', `${base()}/sequences`);
  const found = (body as unknown as Record<string, unknown>[]).find(({ ecfType }) => ecfType === type);
  return found ?? {};
}

const next = () =>
  web.store.nextNumber({
    companyId: company.companyId,
    environment,
    ecfType: 31 as const,
    clock: () => new Date(),
  });

test('a company without ranges has ten types without authorizations', async () => {
  const { body } = await consulta.browser.call('GET', `${base()}/sequences`);
  expect(body).toHaveLength(10);
  expect(await sequence(31)).toEqual({
    ecfType: 31,
    next: null,
    available: 0,
    used: 0,
    total: 0,
    expiresOn: null,
    state: 'Sin autorizaciones',
    advertencias: [],
    authorizations: [],
  });
});

describe('the summary and the master say the same about numbers', () => {
  const inDays = (days: number) => localDate(Date.now() + days * 86_400_000);
  const few = { code: 'SEQUENCE_LOW_STOCK' };
  test.each([
    {
      name: 'many numbers, and far from their end',
      ranges: [{ to: 500, days: 900 }],
      warned: [],
      soon: [false],
    },
    { name: 'two numbers left', ranges: [{ to: 2, days: 900 }], warned: [few], soon: [false] },
    {
      name: 'all numbers expire soon',
      ranges: [{ to: 500, days: 22 }],
      warned: [{ code: 'SEQUENCE_EXPIRING' }],
      soon: [true],
    },
    {
      name: 'the first of two ranges expires soon',
      ranges: [
        { to: 500, days: 22 },
        { to: 1_000, days: 900 },
      ],
      warned: [{ code: 'RANGE_EXPIRING', mensaje: '500 números del tipo 31 vencen en 22 días.' }],
      soon: [true, false],
    },
    {
      name: 'one number of the first range expires tomorrow, and few are left',
      ranges: [
        { to: 1, days: 1 },
        { to: 3, days: 900 },
      ],
      warned: [few, { code: 'RANGE_EXPIRING', mensaje: '1 número del tipo 31 vence mañana.' }],
      soon: [true, false],
    },
  ])('$name', async ({ ranges: given, warned, soon }) => {
    let from = 1;
    for (const { to, days } of given) {
      const added = { ...range, from, to, expiresOn: inDays(days) };
      expect((await add(added)).status).toBe(200);
      from = to + 1;
    }
    const { advertencias, authorizations } = await sequence(31);
    expect(advertencias).toMatchObject(warned);
    expect(advertencias).toHaveLength(warned.length);
    expect((authorizations as { expiresSoon: boolean }[]).map(({ expiresSoon }) => expiresSoon)).toEqual(
      soon,
    );
    const { body } = await consulta.browser.call('GET', `${base()}/summary`);
    const shown = (body['ranges'] as { advertencias: object[] }[]).flatMap((one) => one.advertencias);
    expect(shown).toEqual(advertencias);
  });
});

test.each([
  { query: 'vouchers?issuedFrom=31-02-2026', says: '«Emitido desde» debe ser un día, DD-MM-AAAA.' },
  {
    query: 'vouchers?issuedFrom=02-01-2026&issuedTo=01-01-2026',
    says: '«Emitido hasta» no puede ser anterior a «Emitido desde».',
  },
  { query: 'vouchers?encf=X', says: '«e-NCF» no tiene la forma esperada' },
  { query: 'vouchers?state=other', says: '«Estado» no admite ese valor: elíjalo en los filtros.' },
  { query: 'vouchers?cursor=', says: '«Página» debe ser un texto de 1 a 200 caracteres.' },
  { query: `vouchers?correlationId=${'a'.repeat(129)}`, says: '«Id de correlación» debe ser un texto' },
  { query: 'received?rncEmisor=1', says: '«RNC del suplidor» no tiene la forma esperada.' },
  { query: 'received?from=2026-01-01', says: '«Desde» no tiene la forma esperada.' },
])(
  'a refusal about an address names what the page shows, not the parameter: $query',
  async ({ query, says }) => {
    const { status, body } = await consulta.browser.call('GET', `${base()}/${query}`);
    expect(status).toBe(400);
    expect(body['mensaje']).toContain(says);
    expect(body['campo']).toBe(/\?.*?(\w+)=[^&]*$/.exec(query)?.[1]);
  },
);

test('every parameter of a query has a name for people', () => {
  const { paths, components } = readWebDocument() as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
    components: { readonly parameters: Readonly<Record<string, Parameter>> };
  };
  const all = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((one) => one.parameters ?? []),
  );
  const named = all.map((one) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one);
  const queries = new Set(named.filter((one) => one.in === 'query').map(({ name }) => name));
  expect(queries.size).toBeGreaterThan(15);
  expect([...queries].filter((name) => !namedParameters.has(name))).toEqual([]);
  expect([...namedParameters].filter((name) => !queries.has(name))).toEqual([]);
});

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
}

test('a range that a person adds is used at once, and the bar shows how much of it is used', async () => {
  const { status, body } = await add(range);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id: 'E310000000001', first: 'E310000000001', last: 'E310000000100' },
  });
  await web.store.putCertificate({
    companyId: company.companyId,
    fingerprint: 'f',
    certificatePem: '',
    sealedKey: '',
    notBefore: new Date(0),
    notAfter: new Date('2099-01-01'),
    importedAt: new Date(),
  });
  expect(await next()).toMatchObject({ outcome: 'handed-out', encf: 'E310000000001' });
  expect(await sequence(31)).toMatchObject({
    next: 'E310000000002',
    available: 99,
    used: 1,
    total: 100,
    state: 'Vigente',
    authorizations: [{ id: 'E310000000001', next: 'E310000000002', available: 99, closed: false }],
  });
});

test('a range is extended, closed, opened again and corrected', async () => {
  await add(range);
  const id = 'E310000000001';
  expect((await change(id, { to: 200 })).body).toMatchObject({
    to: serial(200),
    last: serial(200),
    closed: false,
  });
  expect((await change(id, { last: 50 })).body).toMatchObject({
    to: serial(200),
    last: serial(50),
    closed: true,
  });
  expect((await change(id, { last: 200 })).body).toMatchObject({ last: serial(200), closed: false });
  expect((await change(id, { first: 11 })).body).toMatchObject({
    first: serial(11),
    next: serial(11),
    available: 190,
  });
  const corrected = { expiresOn: '31-12-2051', authorizationNumber: '456' };
  expect((await change(id, corrected)).body).toMatchObject(corrected);
  const { rows } = await web.store.listActs({
    companyId: company.companyId,
    action: 'range.change',
    limit: 9,
  });
  // Who skipped which numbers can be read back.
  expect(rows.map(({ result }) => result?.target)).toEqual([
    `${id} expiresOn:31-12-2051 authorizationNumber:456`,
    `${id} first:11`,
    `${id} last:200`,
    `${id} last:50`,
    `${id} to:200`,
  ]);
  expect(await sequence(31)).toMatchObject({ next: 'E310000000011', available: 190, total: 190 });
});

const yesterday = localDate(Date.now() - 86_400_000);

test.each([
  { what: 'an overlap', body: { from: 100, to: 300 }, status: 409, code: 'RANGE_OVERLAPS', campo: 'from' },
  {
    what: 'a range that ends first',
    body: { from: 300, to: 200 },
    status: 400,
    code: 'RANGE_INVALID',
    campo: 'to',
  },
  { what: 'no expiry', body: { expiresOn: null }, status: 400, code: 'EXPIRY_REQUIRED', campo: 'expiresOn' },
  {
    what: 'no date',
    body: { expiresOn: '31-02-2050' },
    status: 400,
    code: 'EXPIRY_INVALID',
    campo: 'expiresOn',
  },
  {
    what: 'an expiry in the past',
    body: { expiresOn: yesterday },
    status: 400,
    code: 'EXPIRY_PAST',
    campo: 'expiresOn',
  },
  {
    what: 'a number with blanks',
    body: { authorizationNumber: '1 2' },
    status: 400,
    code: 'AUTHORIZATION_NUMBER_INVALID',
    campo: 'authorizationNumber',
  },
  {
    what: 'a next number outside',
    body: { next: 500 },
    status: 400,
    code: 'NEXT_OUTSIDE_RANGE',
    campo: 'next',
  },
  { what: 'no number', body: { from: '1' }, status: 400, code: 'REQUEST_INVALID', campo: 'from' },
])('adding is refused at its field: $what', async ({ body, status, code, campo }) => {
  await add(range);
  expect(refusalOf(await add({ ...range, from: 200, to: 300, ...body }))).toEqual({ status, code, campo });
});

test('a type whose numbers do not expire accepts no expiry', async () => {
  expect(refusalOf(await add(range, 32))).toMatchObject({ code: 'EXPIRY_NOT_ALLOWED', campo: 'expiresOn' });
  expect((await add({ ...range, expiresOn: null }, 32)).body).toMatchObject({ expiresOn: null });
});

test.each([
  { what: 'a smaller range', body: { to: 50 }, code: 'WOULD_ORPHAN', campo: 'to' },
  { what: 'an end outside', body: { last: 500 }, code: 'NEXT_OUTSIDE_RANGE', campo: 'last' },
  { what: 'nothing', body: {}, code: 'CHANGE_MISSING', campo: undefined },
])('a change is refused at its field: $what', async ({ body, code, campo }) => {
  await add(range);
  expect(refusalOf(await change('E310000000001', body))).toMatchObject({ code, campo });
});

test('a range that does not exist is 404', async () => {
  expect(refusalOf(await change('E310000000777', { to: 5 }))).toMatchObject({
    status: 404,
    code: 'AUTHORIZATION_NOT_FOUND',
  });
});

test('people who may only read cannot change a range', async () => {
  expect(refusalOf(await add(range, 31, consulta))).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' });
});

describe('unused numbers', () => {
  const encfs = Array.from({ length: 3 }, (_, n) => `E31000000000${n + 1}`);
  const list = (query = '') => consulta.browser.call('GET', `${base()}/unused${query}`);
  const annul = (encf: string, note: string, who = soporte) =>
    who.browser.call('POST', `${base()}/unused/${encf}/annul`, { body: { note } });

  beforeEach(async () => {
    await add(range);
    await web.store.putCertificate({
      companyId: company.companyId,
      fingerprint: 'f',
      certificatePem: '',
      sealedKey: '',
      notBefore: new Date(0),
      notAfter: new Date('2099-01-01'),
      importedAt: new Date(),
    });
    for (const _ of encfs) await next();
  });

  test('come in pages, oldest first', async () => {
    const first = await list('?limit=2');
    expect(first.body['items']).toMatchObject([
      { encf: encfs[0], ecfType: 31, externalReference: '', ageHours: 0, sequenceExpiresOn: '31-12-2050' },
      { encf: encfs[1] },
    ]);
    const second = await list(`?limit=2&cursor=${String(first.body['next'])}`);
    expect(second.body).toMatchObject({ items: [{ encf: encfs[2] }], next: null });
    expect((await list('?olderThanHours=1')).body['items']).toEqual([]);
    expect(refusalOf(await list('?cursor=x'))).toMatchObject({ code: 'REQUEST_INVALID', campo: 'cursor' });
  });

  test('one that was annulled at DGII leaves the list', async () => {
    const encf = encfs[1] ?? '';
    expect(refusalOf(await annul(encf, ' '))).toMatchObject({ code: 'NOTE_INVALID', campo: 'note' });
    expect((await annul(encf, 'Anulado en la Oficina Virtual')).body).toEqual({ encf, annulledBefore: null });
    expect((await annul(encf, 'Otra vez')).body['annulledBefore']).toEqual(expect.any(String));
    expect((await list()).body['items']).toMatchObject([{ encf: encfs[0] }, { encf: encfs[2] }]);
    expect(refusalOf(await annul(encf, 'Sin permiso', operador))).toMatchObject({ status: 403 });
  });
});
