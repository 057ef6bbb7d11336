/** consult-rnc in both versions: the taxpayer, the date of the data, and every case without a result. */
import { startApi, type Api } from '../harness.js';
import { versions } from '../../harness/http/versions.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => {
  api.reset();
  api.store.registry = {
    dataDate: '29-06-2026',
    importedAt: new Date('2026-07-01T08:30:00Z'),
    rows: 2,
    origin: { source: 'RNC_Contribuyentes_Actualizado_29_Jun_2026.csv' },
  };
  const unknown = { nombreComercial: null, actividadEconomica: null, estado: null, regimenPagos: null };
  api.store.taxpayers.set('131880681', {
    rnc: '131880681',
    razonSocial: 'COMPRADOR DE PRUEBA SRL',
    nombreComercial: 'LA PRUEBA',
    actividadEconomica: 'VENTA AL POR MENOR',
    estado: 'ACTIVO',
    regimenPagos: 'NORMAL',
  });
  for (const rnc of ['101000000', '00000000018', '00000000019'])
    api.store.taxpayers.set(rnc, { rnc, razonSocial: 'CONTRIBUYENTE DE PRUEBA', ...unknown });
});

describe.each(versions)('consult-rnc $version', ({ version, consultRnc }) => {
  const call = (path: string, token: string | undefined = api.tokenOf(1)) =>
    api.call('GET', path, token === '' ? {} : { token });

  test('a taxpayer, with the date of the data', async () => {
    const { status, body, headers } = await call(consultRnc('131880681'));
    expect([status, body.codigo, body.procesado]).toEqual([200, 200, true]);
    expect(body.data).toEqual({
      rnc: '131880681',
      razonSocial: 'COMPRADOR DE PRUEBA SRL',
      nombreComercial: 'LA PRUEBA',
      actividadEconomica: 'VENTA AL POR MENOR',
      estado: 'ACTIVO',
      regimenPagos: 'NORMAL',
      esEmisorElectronico: null,
      fechaActualizacion: '29-06-2026',
      advertencia: null,
    });
    const successor = '</api/v2/dgii-ecf/consult-rnc?rnc=131880681>; rel="successor-version"';
    expect(headers['link']).toBe(version === 'v1' ? successor : undefined);
    expect(headers['deprecation']).toBe(version === 'v1' ? 'true' : undefined);
  });

  test.each([
    { name: 'an RNC whose check digit fits', rnc: '131880681', warned: false },
    { name: 'an RNC whose check digit does not fit', rnc: '101000000', warned: true },
    { name: 'a cédula whose check digit fits', rnc: '00000000018', warned: false },
    { name: 'a cédula whose check digit does not fit', rnc: '00000000019', warned: true },
  ])('$name: warned $warned, and answered in any case', async ({ rnc, warned }) => {
    const { status, body } = await call(consultRnc(rnc));
    expect([status, body.data.rnc]).toEqual([200, rnc]);
    expect(body.data.advertencia).toEqual(warned ? expect.stringContaining(rnc) : null);
  });

  test.each([
    { name: 'eight digits', rnc: '12345678' },
    { name: 'ten digits', rnc: '1234567890' },
    { name: 'twelve digits', rnc: '123456789012' },
    { name: 'hyphens', rnc: '1-31-88068-1' },
    { name: 'letters', rnc: '13188068A' },
    { name: 'digits of another script', rnc: encodeURIComponent('١٣١٨٨٠٦٨١') },
    { name: 'an operator of MongoDB', rnc: encodeURIComponent('{"$ne":null}') },
    { name: 'blanks around', rnc: '%20131880681' },
  ])('$name: RNC_INVALID', async ({ rnc }) => {
    const { status, body } = await call(consultRnc(rnc));
    expect([status, body.codigo, body.procesado, body.data.code, body.data.campo]).toEqual([
      ...[400, 400, false],
      ...['RNC_INVALID', 'rnc'],
    ]);
  });

  test('a number that is not in the registry: RNC_NOT_FOUND, with the date of the data', async () => {
    const { status, body } = await call(consultRnc('101000007'));
    expect([status, body.procesado, body.data.code]).toEqual([404, false, 'RNC_NOT_FOUND']);
    expect(body.mensaje).toBe(
      'El RNC o cédula 101000007 no está en el registro de contribuyentes al 29-06-2026.',
    );
  });

  test('before the first import of the registry the answer is RNC_REGISTRY_EMPTY, not "not found"', async () => {
    api.store.registry = undefined;
    api.store.taxpayers.clear();
    const { status, body } = await call(consultRnc('131880681'));
    expect([status, body.procesado, body.data.code]).toEqual([503, false, 'RNC_REGISTRY_EMPTY']);
  });

  test('the ledger is down: LEDGER_UNAVAILABLE', async () => {
    // The first call succeeds, so the outage alone makes the second one fail.
    await call(consultRnc('131880681'));
    api.store.down = true;
    const { status, body, headers } = await call(consultRnc('131880681'));
    expect([status, body.data.code]).toEqual([503, 'LEDGER_UNAVAILABLE']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('any company may ask about any taxpayer: the RNC in the path need not be its own', async () => {
    for (const companyId of [1, 2, 3])
      expect((await call(consultRnc('131880681'), api.tokenOf(companyId))).status).toBe(200);
  });

  test('without a token: TOKEN_MISSING for any query', async () => {
    const { status, body } = await call(consultRnc('x'), '');
    expect([status, body.data.code]).toEqual([401, 'TOKEN_MISSING']);
  });
});

test.each([
  { name: 'no rnc', query: '' },
  { name: 'an empty rnc', query: '?rnc=' },
  { name: 'two rnc parameters', query: '?rnc=131880681&rnc=999999974' },
  { name: 'an rnc that is an object', query: '?rnc[$ne]=1' },
])('version 2, $name: RNC_INVALID', async ({ query }) => {
  const { status, body } = await api.call('GET', `/api/v2/dgii-ecf/consult-rnc${query}`, {
    token: api.tokenOf(1),
  });
  expect([status, body.data.code]).toEqual([400, 'RNC_INVALID']);
});

test('version 2, a parameter that is not in the contract: REQUEST_INVALID', async () => {
  const path = '/api/v2/dgii-ecf/consult-rnc?rnc=131880681&nombre=x';
  const { status, body } = await api.call('GET', path, { token: api.tokenOf(1) });
  expect([status, body.data.code, body.data.campo]).toEqual([400, 'REQUEST_INVALID', 'nombre']);
});
