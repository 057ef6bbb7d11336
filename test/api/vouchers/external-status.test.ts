/** external-status over HTTP: its parameters, and its answers with and without an answer from a worker. */
import type { ExternalStatusAnswer, Inquiry } from '../../../src/ledger/inquiries/inquiries.js';
import { startApi, type Api } from '../harness.js';

const paths = [
  { version: 'v1', path: '/api/v1/dgii-ecf/external-status/0' },
  { version: 'v2', path: '/api/v2/dgii-ecf/external-status' },
];
const asked = { rncEmisor: '131880681', encf: 'E310000000045', codigoSeguridad: 'AbC/1=' };
const found: ExternalStatusAnswer = {
  outcome: 'found',
  standing: 'accepted',
  rncEmisor: '131880681',
  encf: 'E310000000045',
  rncComprador: '999999992',
  montoTotal: '1180.50',
  totalITBIS: '180.08',
  fechaEmision: '01-07-2026',
  fechaFirma: '01-07-2026 10:15:00',
  codigoSeguridad: 'AbC/1=',
};
let api: Api;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

/** Writes the answer to the ledger, as the worker does. */
function answering(answer: ExternalStatusAnswer): void {
  api.onInquiry = (id) => {
    const inquiry = api.store.inquiries.get(id)!;
    api.store.inquiries.set(id, { ...inquiry, answer } as Inquiry);
  };
}

function ask(query: Record<string, string> | string, { path = paths[1]!.path, companyId = 1 } = {}) {
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  return api.call('GET', `${path}?${text}`, { token: api.tokenOf(companyId) });
}

describe.each(paths)('$version', ({ version, path }) => {
  test('answers with the state that DGII has for a received voucher', async () => {
    answering(found);
    const { status, body, headers } = await ask(asked, { path });
    expect(status).toBe(200);
    expect(body).toEqual({
      codigo: 200,
      mensaje: 'Estado del comprobante en la DGII.',
      procesado: true,
      data: {
        rncEmisor: '131880681',
        encf: 'E310000000045',
        rncComprador: '999999992',
        status: 'Aceptado',
        accepted: 1,
        montoTotal: 1180.5,
        totalITBIS: 180.08,
        fechaEmision: '01-07-2026',
        fechaFirma: '01-07-2026 10:15:00',
        codigoSeguridad: 'AbC/1=',
      },
    });
    expect(headers['deprecation']).toBe(version === 'v1' ? 'true' : undefined);
  });

  test.each([
    { name: 'no token', token: undefined, code: 'TOKEN_MISSING', status: 401 },
    { name: 'a malformed token', token: 'x.y.z', code: 'TOKEN_INVALID', status: 401 },
  ])('refuses $name', async ({ token, code, status }) => {
    const query = new URLSearchParams(asked).toString();
    const called = await api.call('GET', `${path}?${query}`, token === undefined ? {} : { token });
    expect([called.status, called.body.data.code]).toEqual([status, code]);
    expect(api.store.inquiries.size).toBe(0);
  });
});

test('version 1 refuses another company in the path', async () => {
  const { status, body } = await ask(asked, { path: '/api/v1/dgii-ecf/external-status/2' });
  expect([status, body.data.code]).toEqual([403, 'COMPANY_NOT_ALLOWED']);
});

test('the ledger stores the question; the company is the buyer unless the request names another', async () => {
  answering(found);
  await ask({ rncEmisor: '131880681', encf: 'E310000000045' });
  await ask({ ...asked, rncComprador: '00112345678' });
  const about = { companyId: 1, environment: 'pre-certification' };
  expect([...api.store.inquiries.values()]).toMatchObject([
    {
      kind: 'external-status',
      about: {
        ...about,
        question: { rncEmisor: '131880681', encf: 'E310000000045', rncComprador: '999999992' },
      },
    },
    {
      kind: 'external-status',
      about: { ...about, question: { rncComprador: '00112345678', codigoSeguridad: 'AbC/1=' } },
    },
  ]);
});

test('accepts a code that is copied from paper and not encoded', async () => {
  answering(found);
  const { status } = await ask('rncEmisor=131880681&encf=E310000000045&codigoSeguridad=a+b/c=');
  expect(status).toBe(200);
  const [inquiry] = api.store.inquiries.values();
  expect(inquiry?.about).toMatchObject({ question: { codigoSeguridad: 'a+b/c=' } });
});

const long = '9'.repeat(5_000);
test.each([
  { name: 'no issuer', query: { encf: asked.encf }, code: 'RNC_INVALID', campo: 'rncEmisor' },
  { name: 'an empty issuer', query: { ...asked, rncEmisor: '' }, code: 'RNC_INVALID', campo: 'rncEmisor' },
  { name: 'dashes', query: { ...asked, rncEmisor: '131-88068-1' }, code: 'RNC_INVALID', campo: 'rncEmisor' },
  {
    name: 'ten digits',
    query: { ...asked, rncEmisor: '1318806811' },
    code: 'RNC_INVALID',
    campo: 'rncEmisor',
  },
  { name: 'a long issuer', query: { ...asked, rncEmisor: long }, code: 'RNC_INVALID', campo: 'rncEmisor' },
  {
    name: 'other scripts’ digits',
    query: { ...asked, rncEmisor: '١٣١٨٨٠٦٨١' },
    code: 'RNC_INVALID',
    campo: 'rncEmisor',
  },
  {
    name: 'a malformed buyer',
    query: { ...asked, rncComprador: '12' },
    code: 'RNC_INVALID',
    campo: 'rncComprador',
  },
  {
    name: 'an empty buyer',
    query: { ...asked, rncComprador: '' },
    code: 'RNC_INVALID',
    campo: 'rncComprador',
  },
  { name: 'no number', query: { rncEmisor: asked.rncEmisor }, code: 'ENCF_INVALID', campo: 'encf' },
  {
    name: 'an unknown type',
    query: { ...asked, encf: 'E300000000001' },
    code: 'ENCF_INVALID',
    campo: 'encf',
  },
  { name: 'a paper number', query: { ...asked, encf: 'B0100000001' }, code: 'ENCF_INVALID', campo: 'encf' },
  { name: 'a long number', query: { ...asked, encf: `E31${long}` }, code: 'ENCF_INVALID', campo: 'encf' },
  {
    name: 'a code of five characters',
    query: { ...asked, codigoSeguridad: 'AbC12' },
    code: 'SECURITY_CODE_INVALID',
    campo: 'codigoSeguridad',
  },
  {
    name: 'a code of seven',
    query: { ...asked, codigoSeguridad: 'AbC1234' },
    code: 'SECURITY_CODE_INVALID',
    campo: 'codigoSeguridad',
  },
  {
    name: 'a code with odd characters',
    query: { ...asked, codigoSeguridad: 'AbC$1é' },
    code: 'SECURITY_CODE_INVALID',
    campo: 'codigoSeguridad',
  },
  { name: 'another parameter', query: { ...asked, rnc: '1' }, code: 'REQUEST_INVALID', campo: 'rnc' },
  {
    name: 'an issuer given twice',
    query: `rncEmisor=131880681&rncEmisor=131880682&encf=${asked.encf}`,
    code: 'RNC_INVALID',
    campo: 'rncEmisor',
  },
  {
    name: 'an issuer that is an object',
    query: `rncEmisor[a]=131880681&encf=${asked.encf}`,
    code: undefined,
    campo: undefined,
  },
])('$name is refused before the ledger stores a question', async ({ query, code, campo }) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  if (code !== undefined) expect([body.data.code, body.data.campo]).toEqual([code, campo]);
  expect(api.store.inquiries.size).toBe(0);
});

test('in certification DGII has no such service, so we ask nothing; malformed parameters are reported first', async () => {
  const { status, body } = await ask(asked, { companyId: 3 });
  expect([status, body.data.code]).toEqual([409, 'NOT_AVAILABLE_IN_ENVIRONMENT']);
  expect((await ask({ ...asked, encf: 'x' }, { companyId: 3 })).body.data.code).toBe('ENCF_INVALID');
  expect(api.store.inquiries.size).toBe(0);
});

test.each([
  {
    name: 'any voucher: with whom the question was asked as buyer',
    query: asked,
    says: 'para el comprador 999999992 con esos datos.',
  },
  {
    name: 'a consumption summary: that DGII does not find it by a buyer that it does not have',
    query: { ...asked, encf: 'E320000000045' },
    says: 'no lo encuentra por el comprador si la factura no lo identifica.',
  },
  {
    name: 'a voucher of the company itself: where its state is',
    query: { ...asked, rncEmisor: '999999992' },
    says: 'Es de su empresa: consulte document-status.',
  },
])('what DGII does not find is explained: $name', async ({ query, says }) => {
  answering({ outcome: 'not-found' });
  const { status, body } = await ask(query);
  expect([status, body.data.code]).toEqual([404, 'EXTERNAL_ECF_NOT_FOUND']);
  expect(body.mensaje.endsWith(says)).toBe(true);
});

test.each<{ answer: ExternalStatusAnswer; status: number; code: string; data?: object; retry?: string }>([
  { answer: { outcome: 'not-found' }, status: 404, code: 'EXTERNAL_ECF_NOT_FOUND' },
  { answer: { outcome: 'not-offered' }, status: 409, code: 'NOT_AVAILABLE_IN_ENVIRONMENT' },
  {
    answer: { outcome: 'unavailable', cause: 'timeout' },
    status: 503,
    code: 'DGII_UNAVAILABLE',
    retry: '30',
  },
  {
    answer: { outcome: 'refused', reason: 'CERTIFICATE_EXPIRED', mensajes: [] },
    status: 409,
    code: 'DGII_ACCESS_REFUSED',
    data: { reason: 'CERTIFICATE_EXPIRED' },
  },
  {
    answer: { outcome: 'refused', reason: 'QUERY_REFUSED', mensajes: [{ codigo: '', valor: 'No.' }] },
    status: 409,
    code: 'DGII_ACCESS_REFUSED',
    data: { reason: 'QUERY_REFUSED', mensajes: [{ codigo: '', valor: 'No.' }] },
  },
])('$answer becomes $code', async ({ answer, status, code, data, retry }) => {
  answering(answer);
  const called = await ask(asked);
  expect(called.status).toBe(status);
  expect(called.body.data).toMatchObject({ code, ...data });
  expect(called.headers['retry-after']).toBe(retry);
});

test.each([
  { standing: 'conditionally-accepted', status: 'Aceptado Condicional', accepted: 1 },
  { standing: 'rejected', status: 'Rechazado', accepted: 0 },
  { standing: 'in-process', status: 'En Proceso', accepted: null },
] as const)('$standing reads $status', async ({ standing, status, accepted }) => {
  answering({ ...found, standing, montoTotal: null, rncComprador: null });
  const { body } = await ask(asked);
  expect(body.data).toMatchObject({ status, accepted, montoTotal: null, rncComprador: null });
});

test('without an answer from a worker: 503 PROCESS_UNAVAILABLE', async () => {
  const { status, body, headers } = await ask(asked);
  expect([status, body.data.code, headers['retry-after']]).toEqual([503, 'PROCESS_UNAVAILABLE', '10']);
});

test('without the ledger: 503 LEDGER_UNAVAILABLE', async () => {
  const token = api.tokenOf(1);
  answering(found);
  api.store.down = true;
  const { status, body } = await api.call('GET', `${paths[1]!.path}?${new URLSearchParams(asked)}`, {
    token,
  });
  expect([status, body.data.code]).toEqual([503, 'LEDGER_UNAVAILABLE']);
});

test('of a hundred questions at once one company gets 75: its next one gets 429, another company still asks', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  const full = new Promise<void>((resolve) => {
    api.onInquiry = () => {
      waiting += 1;
      if (waiting === 75) resolve();
      return held;
    };
  });
  // The harness's own client opens fewer connections.
  const url = `${api.url}${paths[1]!.path}?${new URLSearchParams(asked)}`;
  const headers = { authorization: `Bearer ${api.tokenOf(1)}` };
  const all = Array.from({ length: 75 }, async () => (await fetch(url, { headers })).status);
  await full;
  const refused = await ask(asked);
  answering(found);
  const other = await ask(asked, { companyId: 2 });
  release();
  expect(other.status).toBe(200);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
  expect(await Promise.all(all)).toEqual(Array<number>(75).fill(503));
});
