/** send: the order of its checks, its answers, and how long it waits. */
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { startApi, voucher, type Api } from '../harness.js';
import { versions } from '../../harness/http/versions.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const signed = {
  file: 'xml',
  sha256: 'ab'.repeat(32),
  securityCode: 'KU/fr+',
  fechaFirma: '01-07-2026 10:15:00',
  signedAt: new Date('2026-07-01T14:15:00Z'),
  certificate: 'fingerprint',
};

const verdict = (
  codigoDgii: string,
  estado: string,
  secuenciaUtilizada: boolean,
  mensajes: { codigo: string; valor: string }[],
) => ({
  codigoDgii,
  estado,
  mensajes,
  secuenciaUtilizada,
  trackId: null,
  replyFile: null,
});

const accepted: Partial<DocumentRecord> = {
  state: 'accepted',
  final: true,
  signed,
  trackIds: ['track-1'],
  verdict: verdict('1', 'Aceptado', true, []),
  finalAt: new Date('2026-07-01T14:15:02Z'),
};

const rejected = (codigo: string, secuenciaUtilizada: boolean): Partial<DocumentRecord> => ({
  state: 'rejected',
  final: true,
  signed,
  trackIds: ['track-1'],
  verdict: verdict('2', 'Rechazado', secuenciaUtilizada, [{ codigo, valor: 'Texto de la DGII.' }]),
});

const worker = (patch: Partial<DocumentRecord>) => () => api.store.patch('E310000000001', patch);

describe.each(versions)('send $version', ({ version, send }) => {
  const call = (body: unknown, { companyId = 1, query = '', headers = {} } = {}) =>
    api.call('POST', send + query, { token: api.tokenOf(companyId), body, headers });

  test('a voucher accepted within the wait', async () => {
    api.onProcess = worker(accepted);
    const { status, body, headers } = await call(voucher(), {
      query: '?waitForFinal=10s',
      headers: { 'x-correlation-id': 'FAC 000123' },
    });
    expect([status, body.codigo, body.procesado]).toEqual([200, 200, true]);
    expect(body.data).toEqual({
      ecf: 'E310000000001',
      accepted: 1,
      status: 'Aceptado',
      securityCode: 'KU/fr+',
      trackId: 'track-1',
      alreadyProcessed: false,
      sameContent: true,
      codigoDgii: '1',
      mensajes: [],
      secuenciaUtilizada: true,
      fechaFirma: '01-07-2026 10:15:00',
      qrUrl: expect.stringContaining('codigoseguridad=KU%2Ffr%2B'),
      environment: 'pre-certification',
      correlationId: 'FAC 000123',
      externalReference: '',
      attempt: 1,
      advertencias: [],
    });
    expect(headers['x-correlation-id']).toBe('FAC 000123');
    expect(headers['retry-after']).toBeUndefined();
    expect(api.processed).toEqual([
      {
        ref: { companyId: 1, environment: 'pre-certification', encf: 'E310000000001', attempt: 1 },
        stage: 'final',
        waitMs: 10_000,
      },
    ]);
  });

  test('the message says how many warnings there are', async () => {
    api.onProcess = worker(accepted);
    const sent = voucher();
    sent.ECF.Encabezado.Comprador.RNCComprador = '131880682';
    sent.ECF.Encabezado.Emisor.FechaEmision = '04-07-2026';
    const { body } = await call(sent, { query: '?waitForFinal=10s' });
    expect(body.data.advertencias.map(({ code }) => code)).toEqual(['EMISOR-01', 'COMPRADOR-05']);
    expect(body.mensaje).toBe('Comprobante aceptado por la DGII. Hay 2 advertencias en data.advertencias.');
  });

  test('v1 says that it is deprecated and names its replacement', async () => {
    const { headers } = await call(voucher());
    const expected =
      version === 'v1'
        ? ['true', '</api/v2/dgii-ecf/send>; rel="successor-version"']
        : [undefined, undefined];
    expect([headers['deprecation'], headers['link']]).toEqual(expected);
  });

  test('the ledger gets the identity, the normalised content and its hash', async () => {
    await call(voucher(), { headers: { 'x-correlation-id': 'FAC-1' } });
    const [input] = api.store.admitted;
    expect(input).toMatchObject({
      companyId: 1,
      environment: 'pre-certification',
      encf: 'E310000000001',
      correlationId: 'FAC-1',
      tipoeCF: 31,
      rncEmisor: '999999992',
      rncComprador: '131880681',
      montoTotal: '1180.00',
      fechaEmision: '01-07-2026',
      fechaVencimientoSecuencia: '31-12-2027',
      firstCheckMs: 10_000,
    });
    expect(input!.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(input!.content).toString()).toContain('TipoIngresos');
  });

  test('without waitForFinal it waits at most 5 s for the delivery and says that the result is pending', async () => {
    api.onProcess = worker({ state: 'submitted', signed, trackIds: ['track-1'] });
    const { body, headers } = await call(voucher());
    expect(body.data).toMatchObject({
      accepted: null,
      status: 'En Proceso',
      securityCode: 'KU/fr+',
      qrUrl: expect.stringContaining('codigoseguridad=KU%2Ffr%2B'),
    });
    expect(body.mensaje).toBe('Comprobante recibido. La DGII todavía no ha dado un resultado final.');
    expect(body.data).not.toHaveProperty('contingencia');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(api.processed).toMatchObject([{ stage: 'handed-over', waitMs: 5_000 }]);
  });

  test('while a delivery has no answer, the voucher reads Firmado and may be printed with the legend', async () => {
    api.onProcess = worker({ state: 'submitting', signed });
    const { body } = await call(voucher());
    expect(body.data).toMatchObject({
      accepted: null,
      status: 'Firmado',
      trackId: '',
      qrUrl: expect.stringContaining('codigoseguridad=KU%2Ffr%2B'),
      contingencia: { leyenda: expect.stringContaining('Contingencia') },
    });
    expect(body.mensaje).toBe(
      'Comprobante recibido por el servicio. Todavía no consta que la DGII lo tenga.',
    );
  });

  test('a voucher that no worker processes is admitted and pending, with empty texts', async () => {
    const { body } = await call(voucher(), { query: '?waitForFinal=0s' });
    expect(body.data).toMatchObject({
      accepted: null,
      status: 'Recibido',
      securityCode: '',
      trackId: '',
      codigoDgii: null,
    });
    expect(body.data).not.toHaveProperty('code');
  });

  test('a waiting voucher shows the reason for its wait', async () => {
    api.onProcess = worker({
      waiting: { reason: 'DGII_UNAVAILABLE', since: new Date(), nextTryAt: new Date() },
    });
    const { body } = await call(voucher());
    expect(body.data).toMatchObject({ accepted: null, status: 'En Espera', reason: 'DGII_UNAVAILABLE' });
    expect(body.mensaje).toContain('DGII');
  });

  test.each([
    {
      codigo: '145',
      code: 'DGII_SECUENCIA_VENCIDA',
      campo: 'ECF.Encabezado.IdDoc.FechaVencimientoSecuencia',
    },
    { codigo: '614', code: 'DGII_REFERENCIA_NO_EMITIDA', campo: 'ECF.InformacionReferencia.NCFModificado' },
    { codigo: '9999', code: 'DGII_RECHAZADO', campo: null },
    { codigo: 'constructor', code: 'DGII_RECHAZADO', campo: null },
  ])(
    'a rejection by DGII ($codigo) is 200, processed, accepted 0, with $code',
    async ({ codigo, code, campo }) => {
      api.onProcess = worker(rejected(codigo, true));
      const { status, body, headers } = await call(voucher(), { query: '?waitForFinal=10s' });
      expect([status, body.procesado]).toEqual([200, true]);
      expect(body.data).toMatchObject({
        accepted: 0,
        status: 'Rechazado',
        code,
        campo,
        qrUrl: null,
        codigoDgii: '2',
      });
      expect(body.mensaje).toContain('Texto de la DGII.');
      expect(headers['retry-after']).toBeUndefined();
    },
  );

  test('when Temporal fails, send answers from the ledger', async () => {
    api.onProcess = () => Promise.reject(new Error('temporal'));
    const { status, body } = await call(voucher());
    expect([status, body.data.status]).toEqual([200, 'Recibido']);
  });

  describe('the same e-NCF again', () => {
    test('final: the stored outcome at once, nothing processed', async () => {
      api.onProcess = worker(accepted);
      await call(voucher(), { headers: { 'x-correlation-id': 'first' } });
      const { body, headers } = await call(voucher(), { headers: { 'x-correlation-id': 'second' } });
      expect(body.data).toMatchObject({
        accepted: 1,
        alreadyProcessed: true,
        sameContent: true,
        correlationId: 'first',
      });
      expect(headers['x-correlation-id']).toBe('second');
      expect(api.processed).toHaveLength(1);
      expect(api.store.admitted).toHaveLength(1);
    });

    test('not final: answers after the requested wait', async () => {
      await call(voucher());
      api.onProcess = worker(accepted);
      const { body } = await call(voucher(), { query: '?waitForFinal=1.5s' });
      expect(body.data).toMatchObject({ accepted: 1, alreadyProcessed: true });
      expect(api.processed[1]).toMatchObject({ ref: { attempt: 1 }, stage: 'final', waitMs: 1_500 });
    });

    test('written differently (order, spelling, decimals): the same content', async () => {
      api.onProcess = worker(accepted);
      await call(voucher());
      const other = JSON.stringify(voucher())
        .replace('"TipoIngreso":', '"TipoIngresos":')
        .replace('"MontoTotal":1180', '"MontoTotal":1180.00');
      const { body } = await call(other);
      expect(body.data).toMatchObject({ alreadyProcessed: true, sameContent: true });
    });

    test.each([
      { name: 'other content', body: voucher({ nombre: 'OTRO ARTICULO' }) },
      {
        name: 'a body that is not a valid voucher',
        body: {
          ECF: { Encabezado: { IdDoc: { eNCF: 'E310000000001' }, Emisor: { RNCEmisor: '999999992' } } },
        },
      },
      {
        name: 'a duplicate key in another field',
        body: JSON.stringify(voucher()).replace('"Version":', '"Version":"1.0","Version":'),
      },
      {
        name: 'other content, with permission',
        body: voucher({ nombre: 'OTRO' }),
        query: '?condicional=permitir',
      },
      { name: 'other content, with a wait', body: voucher({ nombre: 'OTRO' }), query: '?waitForFinal=10s' },
    ])('$name: 409 with the stored outcome, and nothing is sent', async ({ body: sent, query = '' }) => {
      api.onProcess = worker(accepted);
      const first = await call(voucher());
      const { status, body, headers } = await call(sent, {
        query,
        headers: { 'x-correlation-id': 'second' },
      });
      expect([status, body.codigo, body.procesado]).toEqual([409, 409, false]);
      expect(body.data).toEqual({
        code: 'ENCF_OTHER_CONTENT',
        campo: 'ECF.Encabezado.IdDoc.eNCF',
        ecf: 'E310000000001',
        alreadyProcessed: true,
        sameContent: false,
        existente: { ...first.body.data, alreadyProcessed: true, sameContent: false },
        correlationId: 'second',
      });
      expect(body.mensaje).toContain('E310000000001 ya existe con otro contenido (estado: Aceptado)');
      expect(headers['retry-after']).toBeUndefined();
      expect([api.store.admitted.length, api.processed.length]).toEqual([1, 1]);
    });

    test('other content while the first is not final: 409 after the wait, with the state of the first', async () => {
      await call(voucher(), { query: '?waitForFinal=0s' });
      const early = await call(voucher({ nombre: 'OTRO' }), { query: '?waitForFinal=0s' });
      expect([early.status, early.body.data.existente]).toMatchObject([
        409,
        { accepted: null, status: 'Recibido' },
      ]);
      api.onProcess = worker(accepted);
      const late = await call(voucher({ nombre: 'OTRO' }), { query: '?waitForFinal=10s' });
      expect([late.status, late.body.data.existente]).toMatchObject([
        409,
        { accepted: 1, status: 'Aceptado' },
      ]);
      expect(api.store.admitted).toHaveLength(1);
    });

    test('two contents at the same moment: one is admitted, and the other gets 409 with it', async () => {
      api.onProcess = worker(accepted);
      const answers = await Promise.all(
        ['UNO', 'DOS'].map((nombre) => call(voucher({ nombre }), { query: '?waitForFinal=10s' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409)!;
      expect(refused.body.data.existente).toMatchObject({ ecf: 'E310000000001', accepted: 1, attempt: 1 });
      expect(api.store.admitted).toHaveLength(1);
    });

    test("today's rules no longer apply: the sequence has expired since", async () => {
      api.onProcess = worker(accepted);
      await call(voucher());
      api.nowMs = Date.UTC(2028, 0, 15);
      const { status, body } = await call(voucher());
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ accepted: 1, alreadyProcessed: true, sameContent: true });
    });

    test('rejected for its content, number still free: other content is a new attempt, the same content is not', async () => {
      api.onProcess = worker(rejected('1934', false));
      await call(voucher());
      const same = await call(voucher());
      expect(same.body.data).toMatchObject({
        accepted: 0,
        alreadyProcessed: true,
        sameContent: true,
        attempt: 1,
      });

      const invalid = await call({
        ECF: { Encabezado: { IdDoc: { eNCF: 'E310000000001' }, Emisor: { RNCEmisor: '999999992' } } },
      });
      expect([invalid.status, invalid.body.procesado]).toEqual([400, false]);

      api.onProcess = worker(accepted);
      const corrected = await call(voucher({ nombre: 'CORREGIDO' }));
      expect(corrected.body.data).toMatchObject({
        accepted: 1,
        alreadyProcessed: false,
        sameContent: true,
        attempt: 2,
      });
    });

    test('rejected, number used: other content is not sent', async () => {
      api.onProcess = worker(rejected('1934', true));
      await call(voucher());
      const { status, body } = await call(voucher({ nombre: 'CORREGIDO' }));
      expect([status, body.data.code]).toEqual([409, 'ENCF_OTHER_CONTENT']);
      expect(body.data.existente).toMatchObject({ accepted: 0, code: 'DGII_TOTALES_INVALIDOS', attempt: 1 });
    });

    test('is answered from the ledger even if the service now assigns the company’s numbers', async () => {
      api.onProcess = worker(accepted);
      await call(voucher());
      const company = api.store.companies.get(1)!;
      api.store.companies.set(1, { ...company, origin: 'service' });
      api.nowMs += 5_000;
      const { status, body } = await call(voucher());
      expect([status, body.data.alreadyProcessed]).toEqual([200, true]);
    });
  });

  describe('refused, and nothing is stored', () => {
    afterEach(() => {
      expect(api.store.admitted).toEqual([]);
      expect(api.processed).toEqual([]);
    });

    const encfPath = 'ECF.Encabezado.IdDoc.eNCF';
    const expired = voucher();
    expired.ECF.Encabezado.IdDoc.FechaVencimientoSecuencia = '30-06-2026';
    const unknown = voucher({ encf: 'E310000000001' });
    unknown.ECF.Encabezado.IdDoc.TipoeCF = 99;

    test.each([
      {
        name: 'another issuer',
        body: voucher({ rncEmisor: '131880681' }),
        code: 'RNC_EMISOR_MISMATCH',
        campo: 'ECF.Encabezado.Emisor.RNCEmisor',
      },
      { name: 'no e-NCF', body: voucher({ encf: 'E31' }), code: 'ENCF_INVALID', campo: encfPath },
      {
        name: 'another type of e-NCF',
        body: voucher({ encf: 'E320000000001' }),
        code: 'ENCF_TYPE_MISMATCH',
        campo: undefined,
      },
      {
        name: 'an expired sequence',
        body: expired,
        code: 'SEQUENCE_EXPIRED',
        campo: 'ECF.Encabezado.IdDoc.FechaVencimientoSecuencia',
      },
      { name: 'a type that does not exist', body: unknown, code: 'ECF_TYPE_INVALID', campo: undefined },
    ])('$name: $code', async ({ body: sent, code, campo }) => {
      const { status, body } = await call(sent);
      expect([status, body.codigo, body.procesado, body.data.code]).toEqual([400, 400, false, code]);
      if (campo !== undefined) expect(body.data.campo).toBe(campo);
      expect(body.data.errores.map((fault: { code: string }) => fault.code)).toContain(code);
    });

    test('other faults: ECF_INVALID with the field of the first fault and a list of all', async () => {
      const { ECF } = voucher();
      const sent = {
        ECF: {
          ...ECF,
          Sobra: 1,
          DetallesItems: { Item: [{ ...ECF.DetallesItems.Item[0], MontoItem: 'x' }] },
        },
      };
      const { status, body } = await call(sent);
      expect([status, body.data.code]).toEqual([400, 'ECF_INVALID']);
      expect(body.data.errores.length).toBeGreaterThanOrEqual(2);
      expect(body.data.campo).toBe(body.data.errores[0]?.campo);
    });

    test.each([
      { name: 'a body that is not JSON', body: '{', status: 400, code: 'JSON_INVALID' },
      { name: 'a list', body: '[]', status: 400, code: 'ECF_INVALID' },
      {
        name: 'the number given twice',
        body: JSON.stringify(voucher()).replace('"eNCF":', '"eNCF":"E310000000002","eNCF":'),
        status: 400,
        code: 'ECF_INVALID',
      },
      {
        name: 'the number as a number',
        body: JSON.stringify(voucher()).replace('"E310000000001"', '31'),
        status: 400,
        code: undefined,
      },
    ])('$name', async ({ body: sent, status, code }) => {
      const answer = await call(sent);
      expect(answer.status).toBe(status);
      if (code !== undefined) expect(answer.body.data.code).toBe(code);
    });

    test('another content type', async () => {
      const { status, body } = await call(JSON.stringify(voucher()), {
        headers: { 'content-type': 'text/plain' },
      });
      expect([status, body.data.code]).toEqual([415, 'CONTENT_TYPE_INVALID']);
    });

    test('a company whose numbers come from the service', async () => {
      const { status, body } = await call(voucher({ rncEmisor: '999999982' }), { companyId: 2 });
      expect([status, body.procesado]).toEqual([400, false]);
      expect(body.data).toMatchObject({ code: 'ENCF_NOT_ISSUED_BY_SERVICE', campo: encfPath });
      expect(body.mensaje).toContain('E310000000001');
    });

    test('a company in certification: refused before its body is checked', async () => {
      const sent = voucher({ rncEmisor: '999999974', encf: 'E310000000001' });
      sent.ECF.Encabezado.Version = 'x';
      const { status, body } = await call(sent, { companyId: 3 });
      expect([status, body.data.code]).toEqual([409, 'SEQUENCE_CERTIFICATION_WEB_ONLY']);
    });

    test.each([
      '10',
      '10h',
      '-1s',
      '121s',
      '2.1m',
      '1e3ms',
      ' 1s',
      '',
      '10s&waitForFinal=10s',
      '1'.repeat(400) + 's',
    ])('waitForFinal=%s', async (text) => {
      const { status, body } = await call(voucher(), { query: `?waitForFinal=${text}` });
      expect([status, body.data.code, body.data.campo]).toEqual([
        400,
        'WAIT_FOR_FINAL_INVALID',
        'waitForFinal',
      ]);
    });

    test.each(['x'.repeat(129), 'ñ', ''])('X-Correlation-Id %p', async (id) => {
      const { status, body, headers } = await call(voucher(), { headers: { 'x-correlation-id': id } });
      expect([status, body.data.code]).toEqual([400, 'CORRELATION_ID_INVALID']);
      expect(headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('a query that does not exist', async () => {
      const { status, body } = await call(voucher(), { query: '?waitforfinal=10s' });
      expect([status, body.data.code]).toEqual([400, 'REQUEST_INVALID']);
    });

    test('the ledger is down', async () => {
      api.store.down = true;
      const { status, body, headers } = await call(voucher());
      expect([status, body.data.code]).toEqual([503, 'LEDGER_UNAVAILABLE']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });
  });

  test.each([
    { text: '0s', waitMs: 0 },
    { text: '250ms', waitMs: 250 },
    { text: '1.5s', waitMs: 1_500 },
    { text: '2m', waitMs: 120_000 },
    { text: '120s', waitMs: 120_000 },
  ])('waitForFinal=$text waits $waitMs ms', async ({ text, waitMs }) => {
    await call(voucher(), { query: `?waitForFinal=${text}` });
    expect(api.processed).toMatchObject([{ stage: 'final', waitMs }]);
  });
});

test('two sends of one number at once: one creates the voucher, the other finds it', async () => {
  const token = api.tokenOf(1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.call('POST', '/api/v2/dgii-ecf/send', { token, body: voucher() })),
  );
  expect(answers.filter(({ body }) => !body.data.alreadyProcessed)).toHaveLength(1);
  expect(api.store.admitted).toHaveLength(1);
});
