/** validate: always answers 200, reports all findings and changes nothing. */
import { gzipSync } from 'node:zlib';
import { startApi, voucher, type Api } from '../harness.js';
import { versions } from '../../harness/http/versions.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

describe.each(versions)('validate $version', ({ validate, send }) => {
  test('a valid voucher: its XML, no findings', async () => {
    const { status, body } = await api.call('POST', validate, { token: api.tokenOf(1), body: voucher() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      codigo: 200,
      procesado: true,
      data: { valido: true, errores: [], advertencias: [] },
    });
    expect(body.data.xml).toContain('<?xml version="1.0" encoding="utf-8"?><ECF>');
    expect(body.data.xml).toContain('<eNCF>E310000000001</eNCF>');
    expect(body.data.xml).toContain('<FechaHoraFirma>01-07-2026 10:1');
    expect(body.data.xml).not.toContain('Signature');
  });

  test.each([
    { name: 'of another company', body: voucher({ rncEmisor: '131880681' }), code: 'RNC_EMISOR_MISMATCH' },
    {
      name: 'whose number is of another type',
      body: voucher({ encf: 'E320000000001' }),
      code: 'ENCF_TYPE_MISMATCH',
    },
    { name: 'without a number', body: voucher({ encf: 'B0100000001' }), code: 'ENCF_INVALID' },
  ])('a voucher $name is not valid, and all faults are reported', async ({ body: sent, code }) => {
    const { status, body } = await api.call('POST', validate, { token: api.tokenOf(1), body: sent });
    expect([status, body.codigo, body.procesado, body.data.valido]).toEqual([200, 200, true, false]);
    expect(body.data.errores.map((fault: { code: string }) => fault.code)).toContain(code);
    expect(body.data.errores[0]?.campo).toMatch(/^ECF\./);
  });

  const json = JSON.stringify(voucher());
  test.each<{ name: string; body: string | Uint8Array; headers?: Record<string, string>; code: string }>([
    { name: 'a body that is not JSON', body: '{"ECF":', code: 'JSON_INVALID' },
    { name: 'an empty body', body: '', code: 'JSON_INVALID' },
    { name: 'a body that is not UTF-8', body: Buffer.from('{"ECF":"\xf1"}', 'latin1'), code: 'JSON_INVALID' },
    { name: 'too deep', body: '['.repeat(100) + ']'.repeat(100), code: 'JSON_INVALID' },
    {
      name: 'another content type',
      body: json,
      headers: { 'content-type': 'text/xml' },
      code: 'CONTENT_TYPE_INVALID',
    },
    {
      name: 'another charset',
      body: json,
      headers: { 'content-type': 'application/json; charset=latin1' },
      code: 'CONTENT_TYPE_INVALID',
    },
    {
      name: 'a compressed body',
      body: gzipSync(json),
      headers: { 'content-encoding': 'gzip' },
      code: 'CONTENT_TYPE_INVALID',
    },
    {
      name: 'a key twice',
      body: json.replace('"Version":', '"Version":"1.0","Version":'),
      code: 'ESTRUCTURA-14',
    },
    {
      name: 'a number no double holds',
      body: json.replace(/"MontoTotal":[\d.]+/, '"MontoTotal":1180.00000000000000001'),
      code: 'ESTRUCTURA-15',
    },
    { name: 'a list', body: '[]', code: 'ESTRUCTURA-03' },
    { name: 'null', body: 'null', code: 'ESTRUCTURA-03' },
  ])('$name: 200, valido false, a fault', async ({ body: sent, headers = {}, code }) => {
    const { status, body } = await api.call('POST', validate, { token: api.tokenOf(1), body: sent, headers });
    expect([status, body.data.valido]).toEqual([200, false]);
    expect(body.data.errores.map((fault: { code: string }) => fault.code)).toContain(code);
  });

  test('a parameter that send would refuse: a warning, and the voucher stays valid', async () => {
    const asked = { token: api.tokenOf(1), body: voucher() };
    const { status, body } = await api.call(
      'POST',
      `${validate}?condicionl=permitir&waitForFinal=10s`,
      asked,
    );
    expect([status, body.data.valido, body.data.errores]).toEqual([200, true, []]);
    expect(body.data.advertencias).toEqual([
      {
        code: 'REQUEST_INVALID',
        campo: 'condicionl',
        severidad: 'condicional',
        mensaje:
          'El parámetro condicionl no existe. ¿Quiso decir condicional? Los parámetros son waitForFinal, condicional, reenviar y totales. send lo rechaza.',
      },
    ]);
    const known = await api.call('POST', `${validate}?condicional=permitir&waitForFinal=10s`, asked);
    expect(known.body.data.advertencias).toEqual([]);
  });

  test('a name that the printed form cannot draw: validate and send warn, and the voucher is taken', async () => {
    const body = voucher();
    Object.assign(body.ECF.Encabezado.Comprador, { RazonSocialComprador: '广州贸易 شركة' });
    const warning = {
      code: 'IMPRESION-01',
      campo: 'ECF.Encabezado.Comprador.RazonSocialComprador',
      severidad: 'condicional',
      mensaje: expect.stringMatching(/ 广 \(U\+5E7F\), 州 \(U\+5DDE\), 贸 \(U\+8D38\), 易 \(U\+6613\)\.$/),
    };
    const validated = await api.call('POST', validate, { token: api.tokenOf(1), body });
    expect(validated.body.data).toMatchObject({ valido: true, advertencias: [warning] });
    const sent = await api.call('POST', send, { token: api.tokenOf(1), body });
    expect([sent.status, sent.body.data]).toMatchObject([200, { advertencias: [warning] }]);
  });

  test.each(['', 'x'.repeat(129), 'ñ'])('X-Correlation-Id %p does not refuse the request', async (id) => {
    const headers = { 'x-correlation-id': id };
    const { status, headers: got } = await api.call('POST', validate, {
      token: api.tokenOf(1),
      body: voucher(),
      headers,
    });
    expect(status).toBe(200);
    expect(got['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a body above 16 MB is refused', async () => {
    const body = ' '.repeat(16 * 1024 * 1024 + 1);
    const answer = await api.call('POST', validate, { token: api.tokenOf(1), body });
    expect([answer.status, answer.body.data.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  describe('an e-NCF that exists', () => {
    const post = (path: string, body: unknown) => api.call('POST', path, { token: api.tokenOf(1), body });
    const validated = async (body: unknown) => (await post(validate, body)).body;
    const other = voucher({ nombre: 'OTRO ARTICULO' });

    test('with other content: a warning says what send would answer', async () => {
      await post(send, voucher());
      const { mensaje, data } = await validated(other);
      expect(data).toMatchObject({
        valido: true,
        advertencias: [{ code: 'ENCF_OTHER_CONTENT', campo: 'ECF.Encabezado.IdDoc.eNCF' }],
      });
      expect(data.advertencias[0]?.mensaje).toContain('E310000000001 ya existe con otro contenido');
      expect(data.advertencias[0]?.mensaje).toContain('(estado: Recibido)');
      expect(mensaje).toBe('El comprobante es válido. Hay 1 advertencia en data.advertencias.');
    });

    test('with other content that is faulty: the faults and the warning', async () => {
      await post(send, voucher());
      const faulty = voucher({ nombre: '' });
      const { mensaje, data } = await validated(faulty);
      expect([data.valido, data.errores.length > 0]).toEqual([false, true]);
      expect(data.advertencias).toMatchObject([{ code: 'ENCF_OTHER_CONTENT' }]);
      expect(mensaje).toBe(
        'El comprobante tiene errores de validación. Hay 1 advertencia en data.advertencias.',
      );
    });

    test('with the same content, even spelled differently: no warning', async () => {
      await post(send, voucher());
      expect((await validated(voucher())).data.advertencias).toEqual([]);
      const reworded = JSON.stringify(voucher()).replace('"TipoIngreso":', '"TipoIngresos":');
      expect((await validated(reworded)).data.advertencias).toEqual([]);
    });

    test('that DGII rejected and did not use: no warning, because send accepts it', async () => {
      await post(send, voucher());
      api.store.patch('E310000000001', { state: 'refused', final: true });
      expect((await validated(other)).data.advertencias).toEqual([]);
    });

    test('that was annulled: a warning', async () => {
      const annulled = { reservation: undefined, annulled: true, expiresOn: undefined };
      api.store.numbers.set('E310000000001', annulled);
      const { data } = await validated(voucher());
      expect(data).toMatchObject({ valido: true, advertencias: [{ code: 'ENCF_ANNULLED' }] });
    });
  });

  test('has no effect, in certification and under either origin', async () => {
    for (const [companyId, rncEmisor] of [
      [1, '999999992'],
      [2, '999999982'],
      [3, '999999974'],
    ] as const) {
      const { body } = await api.call('POST', validate, {
        token: api.tokenOf(companyId),
        body: voucher({ rncEmisor }),
      });
      expect(body.data.valido).toBe(true);
    }
    expect(api.store.admitted).toEqual([]);
    expect(api.processed).toEqual([]);
  });
});
