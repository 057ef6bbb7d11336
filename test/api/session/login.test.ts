/** Logging in, in both versions. */
import { clave, startApi, voucher, type Api } from '../harness.js';
import { versions } from '../../harness/http/versions.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const good = { usuario: 'integracion', clave, rnc: '999999992' };

describe.each(versions)('login $version', ({ login }) => {
  test('gives a token for 120 minutes that works on both versions', async () => {
    const { status, body, headers } = await api.call('POST', login, { body: good });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['codigo', 'fechaExpiracion', 'mensaje', 'token']);
    expect(body.codigo).toBe(200);
    expect(Date.parse(body.fechaExpiracion)).toBe(api.nowMs + 120 * 60_000);
    expect(headers['cache-control']).toBe('no-store');
    for (const { validate } of versions) {
      const { body: validated } = await api.call('POST', validate, { token: body.token, body: voucher() });
      expect(validated.data.valido).toBe(true);
    }
  });

  test.each([
    { name: 'wrong user name', change: { usuario: 'otro' } },
    { name: 'wrong password', change: { clave: 'otra' } },
    { name: 'wrong company', change: { rnc: '131880681' } },
  ])('answers the same for $name', async ({ change }) => {
    const { status, body } = await api.call('POST', login, { body: { ...good, ...change } });
    expect({ status, code: body.data.code, mensaje: body.mensaje }).toEqual({
      status: 401,
      code: 'CREDENTIALS_INVALID',
      mensaje: 'Usuario, clave o RNC incorrectos.',
    });
  });

  test('refuses a disabled user like a wrong password', async () => {
    api.store.users[0] = { ...api.store.users[0]!, disabled: true };
    const { status, body } = await api.call('POST', login, { body: good });
    expect([status, body.data.code]).toEqual([401, 'CREDENTIALS_INVALID']);
  });

  test.each([
    { name: 'not JSON', body: '{"usuario":', status: 400, code: 'JSON_INVALID', campo: undefined },
    { name: 'an empty body', body: '', status: 400, code: 'JSON_INVALID', campo: undefined },
    {
      name: 'a missing field',
      body: { usuario: 'x', clave: 'y' },
      status: 400,
      code: 'REQUEST_INVALID',
      campo: 'rnc',
    },
    {
      name: 'an unknown field',
      body: { ...good, otro: 1 },
      status: 400,
      code: 'REQUEST_INVALID',
      campo: 'otro',
    },
    {
      name: 'a field that is not text',
      body: { ...good, usuario: { $ne: '' } },
      status: 400,
      code: 'REQUEST_INVALID',
      campo: 'usuario',
    },
    { name: 'a bad RNC', body: { ...good, rnc: '9-9' }, status: 400, code: 'REQUEST_INVALID', campo: 'rnc' },
    { name: 'a list', body: [good], status: 400, code: 'REQUEST_INVALID', campo: undefined },
    {
      name: 'a field twice',
      body: '{"usuario":"a","usuario":"b","clave":"c","rnc":"999999992"}',
      status: 400,
      code: 'REQUEST_INVALID',
      campo: 'usuario',
    },
    {
      name: 'a body that is too long',
      body: { ...good, clave: 'x'.repeat(4_100) },
      status: 413,
      code: 'BODY_TOO_LARGE',
      campo: undefined,
    },
  ])('refuses $name', async ({ body: sent, status, code, campo }) => {
    const { status: got, body } = await api.call('POST', login, { body: sent });
    expect([got, body.data.code, body.data.campo]).toEqual([status, code, campo]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=iso-8859-1'])(
    'refuses Content-Type %s',
    async (type) => {
      const { status, body } = await api.call('POST', login, {
        body: good,
        headers: { 'content-type': type },
      });
      expect([status, body.data.code]).toEqual([415, 'CONTENT_TYPE_INVALID']);
    },
  );

  test('answers 503 with Retry-After when the ledger cannot be reached', async () => {
    api.store.down = true;
    const { status, body, headers } = await api.call('POST', login, { body: good });
    expect([status, body.data.code, body.procesado]).toEqual([503, 'LEDGER_UNAVAILABLE', false]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('a password never reaches the log', async () => {
  await api.call('POST', '/api/v2/Auth/login', { body: good });
  await api.call('POST', '/api/v2/Auth/login', { body: { ...good, usuario: 'otro' } });
  expect(JSON.stringify(api.log)).not.toContain(clave);
});
