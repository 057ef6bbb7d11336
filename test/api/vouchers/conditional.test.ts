/** Conditional faults stop a voucher unless the request or the company permits them. */
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import type { Finding } from '../../harness/http/answer.js';
import { versions } from '../../harness/http/versions.js';
import { startApi, voucher, type Api } from '../harness.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const total = 'ECF.Encabezado.Totales.MontoTotal';

/** The total is 1,190.00 and should be 1,180.00: DGII accepts conditionally (code 3205). */
function wrongTotal() {
  const one = voucher();
  one.ECF.Encabezado.Totales.MontoTotal = 1190;
  return one;
}

/** The same wrong total, and a buyer without a name: DGII rejects. */
function wrongTotalAndStructure() {
  const one = wrongTotal();
  Reflect.deleteProperty(one.ECF.Encabezado.Comprador, 'RazonSocialComprador');
  return one;
}

/** No official page requires a CodigoModificacion outside notes. */
function onlyPractice() {
  const one = voucher();
  const InformacionReferencia = { NCFModificado: 'B0100000001', FechaNCFModificado: '01-06-2026' };
  return { ECF: { ...one.ECF, InformacionReferencia } };
}

/** It says that its company may send it later. */
function sentLater() {
  const one = voucher();
  Object.assign(one.ECF.Encabezado.IdDoc, { IndicadorEnvioDiferido: 1 });
  return one;
}

const allow = (conditional: 'allow' | 'block') => {
  api.store.companies.set(1, { ...api.store.companies.get(1)!, conditional });
};

const accepted: Partial<DocumentRecord> = { state: 'accepted', final: true };
const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code);

describe.each(versions)('conditional faults $version', ({ validate, send }) => {
  const call = (path: string, body: unknown) => api.call('POST', path, { token: api.tokenOf(1), body });

  describe('when neither request nor company decides', () => {
    test('validate shows them as errors', async () => {
      const { status, body } = await call(validate, wrongTotal());
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        valido: false,
        errores: [{ code: 'TOTALES-11', campo: total, severidad: 'condicional' }],
        advertencias: [],
      });
      expect(body.data.xml).toContain('<MontoTotal>1190.00</MontoTotal>');
    });

    test('send refuses with ECF_CONDITIONAL, and says how to send the voucher anyway', async () => {
      const { status, body } = await call(send, wrongTotal());
      expect(status).toBe(400);
      expect(body.data).toMatchObject({
        code: 'ECF_CONDITIONAL',
        campo: total,
        errores: [{ code: 'TOTALES-11', severidad: 'condicional' }],
      });
      expect(body.mensaje).toContain('condicional=permitir');
      expect(api.store.admitted).toEqual([]);
    });

    test('a fault that DGII would reject comes first and decides the error code', async () => {
      const { body } = await call(send, wrongTotalAndStructure());
      expect(body.data.code).toBe('ECF_INVALID');
      expect(body.data.campo).toBe('ECF.Encabezado.Comprador.RazonSocialComprador');
      expect(codes(body.data.errores)).toEqual(['ESTRUCTURA-02', 'TOTALES-11']);
    });

    test('a rule without evidence only warns', async () => {
      const { body } = await call(validate, onlyPractice());
      expect(body.data).toMatchObject({
        valido: true,
        errores: [],
        advertencias: [{ code: 'REFERENCIA-07', severidad: 'condicional' }],
      });
      const sent = await call(send, onlyPractice());
      expect(sent.status).toBe(200);
      expect(codes(sent.body.data.advertencias)).toEqual(['REFERENCIA-07']);
    });
  });

  test('when the request permits them, they are warnings and the voucher is sent', async () => {
    const validated = await call(`${validate}?condicional=permitir`, wrongTotal());
    expect(validated.body.data).toMatchObject({
      valido: true,
      errores: [],
      advertencias: [{ code: 'TOTALES-11', severidad: 'condicional' }],
    });
    const { status, body } = await call(`${send}?condicional=permitir&waitForFinal=0s`, wrongTotal());
    expect(status).toBe(200);
    expect(codes(body.data.advertencias)).toEqual(['TOTALES-11']);
    expect(api.store.admitted).toMatchObject([{ conditionalAllowed: true }]);
  });

  test('a voucher that is sent later is stopped, unless DGII authorised the company for it', async () => {
    expect(codes((await call(validate, sentLater())).body.data.errores)).toEqual(['IDDOC-05']);
    expect((await call(send, sentLater())).body.data).toMatchObject({ code: 'ECF_CONDITIONAL' });
    // The company of a token is remembered for some seconds.
    api.reset();
    api.store.companies.set(1, { ...api.store.companies.get(1)!, deferredSending: 'allow' });
    expect((await call(validate, sentLater())).body.data).toMatchObject({ errores: [], valido: true });
  });

  test('permission for conditional faults does not permit faults that DGII would reject', async () => {
    const { status, body } = await call(`${send}?condicional=permitir`, wrongTotalAndStructure());
    expect([status, body.data.code]).toEqual([400, 'ECF_INVALID']);
    expect(codes(body.data.errores)).toEqual(['ESTRUCTURA-02']);
  });

  test('when the company permits them, they pass, and the request can still block them', async () => {
    allow('allow');
    expect((await call(validate, wrongTotal())).body.data).toMatchObject({ valido: true });
    const blocked = await call(`${validate}?condicional=bloquear`, wrongTotal());
    expect(blocked.body.data).toMatchObject({ valido: false });
    expect((await call(`${send}?condicional=bloquear`, wrongTotal())).body.data.code).toBe('ECF_CONDITIONAL');
    expect((await call(send, wrongTotal())).status).toBe(200);
    expect(api.store.admitted).toMatchObject([{ conditionalAllowed: true }]);
  });

  test('when the company blocks them, the request can still permit them', async () => {
    allow('block');
    expect((await call(send, wrongTotal())).body.data.code).toBe('ECF_CONDITIONAL');
    expect((await call(`${send}?condicional=permitir`, wrongTotal())).status).toBe(200);
  });

  test('the ledger stores the permission of the request, also for a voucher without faults', async () => {
    await call(send, voucher());
    await call(`${send}?condicional=permitir`, voucher({ encf: 'E310000000002' }));
    expect(api.store.admitted.map(({ conditionalAllowed }) => conditionalAllowed)).toEqual([false, true]);
  });

  describe.each([
    'condicional=',
    'condicional=si',
    'condicional=Permitir',
    'condicional=permitir&condicional=permitir',
    'condicional=a:b',
  ])('%s', (query) => {
    test('send: 400 CONDICIONAL_INVALID, even for a voucher that exists', async () => {
      const first = await call(`${send}?${query}`, voucher());
      expect([first.status, first.body.data.code, first.body.data.campo]).toEqual([
        400,
        'CONDICIONAL_INVALID',
        'condicional',
      ]);
      expect(api.store.admitted).toEqual([]);
      api.onProcess = () => api.store.patch('E310000000001', accepted);
      await call(send, voucher());
      const again = await call(`${send}?${query}`, voucher());
      expect([again.status, again.body.data.code]).toEqual([400, 'CONDICIONAL_INVALID']);
    });

    test('validate: 200, not valid, with that code and all others', async () => {
      const { status, body } = await call(`${validate}?${query}`, wrongTotal());
      expect([status, body.data.valido]).toEqual([200, false]);
      expect(codes(body.data.errores)).toEqual(['CONDICIONAL_INVALID', 'TOTALES-11']);
      const unread = await call(`${validate}?${query}`, '{');
      expect(codes(unread.body.data.errores)).toEqual(['CONDICIONAL_INVALID', 'JSON_INVALID']);
    });
  });

  test('an admitted voucher that is sent again is answered from the ledger, with any permission', async () => {
    api.onProcess = () => api.store.patch('E310000000001', accepted);
    await call(`${send}?condicional=permitir`, wrongTotal());
    allow('block');
    for (const query of ['', '?condicional=bloquear', '?condicional=permitir']) {
      const { status, body } = await call(send + query, wrongTotal());
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ accepted: 1, alreadyProcessed: true, sameContent: true });
      // The voucher was admitted with these faults, so they stay warnings.
      expect(codes(body.data.advertencias)).toEqual(['TOTALES-11']);
    }
    const other = await call(send, voucher());
    expect([other.status, other.body.data.code]).toEqual([409, 'ENCF_OTHER_CONTENT']);
  });

  test('a new attempt after a rejection needs permission in its own request', async () => {
    const verdict = {
      codigoDgii: '2',
      estado: 'Rechazado',
      secuenciaUtilizada: false,
      trackId: null,
      replyFile: null,
      mensajes: [{ codigo: '145', valor: 'No.' }],
    };
    api.onProcess = () => api.store.patch('E310000000001', { state: 'rejected', final: true, verdict });
    await call(`${send}?condicional=permitir`, wrongTotal());
    const corrected = wrongTotal();
    corrected.ECF.Encabezado.Comprador.RazonSocialComprador = 'OTRO NOMBRE SRL';
    expect((await call(send, corrected)).body.data.code).toBe('ECF_CONDITIONAL');
    expect((await call(`${send}?condicional=permitir`, corrected)).body.data).toMatchObject({ attempt: 2 });
    expect(api.store.admitted.map(({ conditionalAllowed }) => conditionalAllowed)).toEqual([true, true]);
    corrected.ECF.Encabezado.Totales.MontoTotal = 1180;
    expect((await call(send, corrected)).body.data).toMatchObject({ attempt: 3 });
    expect(api.store.admitted.at(-1)).toMatchObject({ conditionalAllowed: false });
  });
});
