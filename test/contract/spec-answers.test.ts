/** The specification on answers, login and errors: §0, §1.1–2, §2.1–2.5, §5 and §7.1. */
import { clave, startApi, voucher, type Api } from '../api/harness.js';
import { documentedOperations } from '../harness/http/described.js';
import { versions } from '../harness/http/versions.js';
import { clause, v2, type Version } from './clause.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const encf = 'E310000000001';
const good = { usuario: 'integracion', clave, rnc: '999999992' };
const login = (paths: Version, change: object = {}) =>
  api.call('POST', paths.login, { body: { ...good, ...change } });
const post = (path: string, body: unknown, companyId = 1) =>
  api.call('POST', path, { token: api.tokenOf(companyId), body });
const get = (path: string, companyId = 1) => api.call('GET', path, { token: api.tokenOf(companyId) });
/** One request for each operation that needs a token. */
const eachWithToken = (paths: Version, options: { token?: string; headers?: Record<string, string> }) =>
  Promise.all([
    api.call('POST', paths.validate, { ...options, body: voucher() }),
    api.call('POST', paths.send, { ...options, body: voucher() }),
    api.call('GET', paths.status(encf), options),
    api.call('GET', paths.externalStatus(`rncEmisor=131880681&encf=${encf}`), options),
    api.call('GET', paths.consultRnc('131880681'), options),
  ]);

clause(
  { '§0': ['relative addresses', 'JSON'] },
  'requests and answers are JSON, under any host name',
  async (paths) => {
    const answers = [await login(paths), await post(paths.validate, voucher()), await get('/api/v2/none')];
    for (const { headers, body } of answers)
      expect([headers['content-type'], typeof body]).toEqual(['application/json; charset=utf-8', 'object']);
    // No answer contains a host name, because the service may run behind any address.
    const other = await api.call('POST', paths.validate, {
      token: api.tokenOf(1),
      body: voucher(),
      headers: { host: 'facturas.example' },
    });
    expect([other.status, JSON.stringify(other.headers).includes('example')]).toEqual([200, false]);
  },
);

clause(
  { '§1': [1, 2], '§2.5': 'every' },
  'validate builds the XML, checks structure, amounts and XSD, and has no effect',
  async (paths) => {
    const { body } = await post(paths.validate, voucher());
    expect(body.data).toMatchObject({ valido: true, errores: [] });
    expect(body.data.xml).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?><ECF><Encabezado>/);
    expect(body.data.xml).toContain(`<eNCF>${encf}</eNCF>`);
    const faulty = voucher();
    Object.assign(faulty.ECF.Encabezado.Emisor, { Sobra: 1 });
    faulty.ECF.Encabezado.Totales.MontoGravadoTotal = 5_000;
    const wrong = await post(paths.validate, faulty);
    expect(wrong.body.data.valido).toBe(false);
    const { errores, advertencias } = wrong.body.data;
    const found = [...errores, ...advertencias].map(({ campo }) => campo);
    expect(found).toEqual(
      expect.arrayContaining(['ECF.Encabezado.Emisor.Sobra', 'ECF.Encabezado.Totales.MontoGravadoTotal']),
    );
    // validate was called several times, and the number is still free.
    expect([api.store.admitted, api.processed, api.store.marked]).toEqual([[], [], []]);
    expect((await get(paths.status(encf))).body.data.code).toBe('ECF_NOT_FOUND');
  },
);

clause({ '§2.1': ['codigo', 'mensaje', 'procesado', 'data'], '§7.1': [1] }, 'the envelope', async (paths) => {
  const taken = await post(paths.validate, voucher());
  expect(Object.keys(taken.body).sort()).toEqual(['codigo', 'data', 'mensaje', 'procesado']);
  expect(taken.body).toMatchObject({ codigo: 200, mensaje: 'El comprobante es válido.', procesado: true });
  const refused = await post(paths.send, voucher({ rncEmisor: '131880681' }));
  expect(Object.keys(refused.body).sort()).toEqual(['codigo', 'data', 'mensaje', 'procesado']);
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { codigo: 400, procesado: false, data: { code: 'RNC_EMISOR_MISMATCH' } },
  ]);
});

clause(
  {
    '§2.1': ['login is the exception'],
    '§2.2': 'every',
    '§2.3': 'every',
    '§5': [1, 2],
    '§8': ['Token lifetime'],
  },
  'a login gives a token for 120 minutes, outside the envelope',
  async (paths) => {
    const { body } = await login(paths);
    expect(Object.keys(body).sort()).toEqual(['codigo', 'fechaExpiracion', 'mensaje', 'token']);
    expect([body.codigo, body.mensaje]).toEqual([200, 'Inicio de sesión correcto.']);
    expect(body.fechaExpiracion).toBe(new Date(api.nowMs + 120 * 60_000).toISOString());
    const statuses = async () =>
      (await eachWithToken(paths, { token: body.token })).map(({ status }) => status);
    api.nowMs += 119 * 60_000;
    expect(await statuses()).not.toContain(401);
    api.nowMs += 2 * 60_000;
    expect(new Set(await statuses())).toEqual(new Set([401]));
    for (const wrong of [{ rnc: '9-99999999' }, { rnc: 999999992 }, { usuario: 1 }, { clave: null }])
      expect((await login(paths, wrong)).body.data.code).toBe('REQUEST_INVALID');
  },
);

clause({ '§5': [3], '§4': ['Authorization'] }, 'every operation but login needs a token', async (paths) => {
  for (const { status, body } of await eachWithToken(paths, {}))
    expect([status, body.data.code]).toEqual([401, 'TOKEN_MISSING']);
});
clause(
  { '§4': ['Authorization'] },
  'the sequences need a token too, and this list of operations is complete',
  async () => {
    const paths = documentedOperations().filter(({ path }) => path.includes('/ecf-sequences'));
    // Ours, beside the specification: four operations of annulments, six of received vouchers; list, XML, printed form, history and mail of issued ones; issue, totals and note-draft; the archive; events; ten of webhooks.
    expect([paths.length, documentedOperations().length]).toEqual([
      3 + 4,
      2 * 6 + 3 + 4 + 6 + 5 + 3 + 1 + 1 + 10,
    ]);
    for (const { method, path } of paths) {
      const answer = await api.call(method, path, method === 'POST' ? { body: { ecfType: 31 } } : {});
      expect(answer.body.data.code).toBe('TOKEN_MISSING');
    }
  },
  { which: v2 },
);

clause({ '§4': ['Content-Type'] }, 'a body is application/json', async (paths) => {
  const headers = { 'content-type': 'text/plain' };
  const options = { headers, token: api.tokenOf(1), body: JSON.stringify(voucher()) };
  expect((await api.call('POST', paths.send, options)).body.data.code).toBe('CONTENT_TYPE_INVALID');
  const refused = await api.call('POST', paths.login, { headers, body: JSON.stringify(good) });
  expect(refused.body.data.code).toBe('CONTENT_TYPE_INVALID');
  const { data } = (await api.call('POST', paths.validate, options)).body;
  expect([data.valido, data.errores[0]?.code]).toEqual([false, 'CONTENT_TYPE_INVALID']);
});

clause({ '§5': [4] }, 'a token of either version works on both', async (paths) => {
  const { token } = (await login(paths)).body as { token: string };
  for (const other of versions)
    expect((await eachWithToken(other, { token })).map(({ status }) => status)).not.toContain(401);
});

clause(
  { '§5': [6], '§7.1': [4] },
  'wrong credentials, and tokens that are missing, wrong or expired: 401 with a code of its own',
  async (paths) => {
    for (const wrong of [{ usuario: 'otro' }, { clave: 'otra' }, { rnc: '131880681' }])
      expect((await login(paths, wrong)).body).toMatchObject({
        codigo: 401,
        procesado: false,
        data: { code: 'CREDENTIALS_INVALID' },
      });
    const expired = api.tokenOf(1);
    api.nowMs += 121 * 60_000;
    for (const [token, code] of [
      [undefined, 'TOKEN_MISSING'],
      ['x.y.z', 'TOKEN_INVALID'],
      [expired, 'TOKEN_EXPIRED'],
    ] as const)
      for (const { status, body } of await eachWithToken(paths, token === undefined ? {} : { token }))
        expect([status, body.procesado, body.data.code]).toEqual([401, false, code]);
  },
);

clause(
  { '§7.1': [2, 3] },
  'send names the field to correct; validate answers 200 to any body',
  async (paths) => {
    const { body } = await post(paths.send, voucher({ encf: 'E320000000001' }));
    expect(body.data).toMatchObject({ code: 'ENCF_TYPE_MISMATCH', campo: 'ECF.Encabezado.IdDoc.eNCF' });
    const faulty = await post(paths.send, { ECF: { ...voucher().ECF, Sobra: 1 } });
    expect(faulty.body.data).toMatchObject({ code: 'ECF_INVALID', campo: 'ECF.Sobra' });
    for (const sent of ['', '{', '[]', 'null', '7', '{"ECF":1}', JSON.stringify({ ECF: {} })]) {
      const answer = await post(paths.validate, sent);
      expect([sent, answer.status, answer.body]).toMatchObject([
        sent,
        200,
        { codigo: 200, procesado: true, data: { valido: false, errores: expect.any(Array) } },
      ]);
      expect(answer.body.data.errores).not.toEqual([]);
    }
  },
);
