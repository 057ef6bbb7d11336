/** documents and document-xml: what a request asks of the ledger, and how a voucher appears in the list. */
import type { VoucherQuery } from '../../../src/ledger/vouchers/lists/voucher-pages.js';
import { cursorText } from '../../../src/shared/page-cursor.js';
import { readOpenApiDocument } from '../../../src/api/http/openapi-document.js';
import { startApi, voucher, type Api } from '../harness.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const path = '/api/v2/dgii-ecf/documents';
const encf = 'E310000000001';
const list = (query = '', companyId = 1) => api.call('GET', path + query, { token: api.tokenOf(companyId) });
const usual = { companyId: 1, environment: 'pre-certification', limit: 100 };
const cursor = { at: new Date('2026-07-01T14:15:00Z'), id: encf };
const statuses: Readonly<Record<string, Partial<VoucherQuery>>> = {
  Pendiente: { pending: true },
  'En Espera': { waiting: 'any' },
  Aceptado: { state: 'accepted' },
  'Aceptado Condicional': { state: 'conditionally-accepted' },
  Rechazado: { state: 'rejected' },
  Anulado: { state: 'annulled' },
  'No Enviado': { state: 'refused' },
};

test.each([
  { query: '', asked: {} },
  { query: '?tipo=32', asked: { type: 32 } },
  { query: '?limit=7', asked: { limit: 7 } },
  { query: '?environment=production', asked: { environment: 'production' } },
  { query: `?cursor=${cursorText(cursor)}`, asked: { cursor } },
  {
    query: '?desde=01-07-2026&hasta=02-07-2026',
    asked: { from: new Date('2026-07-01T04:00:00Z'), before: new Date('2026-07-03T04:00:00Z') },
  },
  {
    query: '?emitidoDesde=01-07-2026&emitidoHasta=31-07-2026',
    asked: { issued: { from: new Date('2026-07-01T04:00:00Z'), before: new Date('2026-08-01T04:00:00Z') } },
  },
  { query: '?status=En%20Espera', asked: { waiting: 'any' } },
  { query: '?externalReference=FAC%2F1%20A', asked: { externalReference: 'FAC/1 A' } },
  { query: '?correlationId=FAC-1', asked: { correlationId: 'FAC-1' } },
  { query: '?rncComprador=131880681', asked: { rncComprador: '131880681' } },
  {
    query: '?buscar=Hot%C3%A9les+54,876.6%20E31',
    asked: { sought: { words: ['hoteles', '54876.60'], encfs: ['E31'] } },
  },
  { query: '?montoDesde=10&montoHasta=20.50', asked: { amount: { from: '10', to: '20.50' } } },
  { query: '?montoHasta=20.5', asked: { amount: { to: '20.5' } } },
  {
    query: '?actualizadoDesde=2026-07-01T10:15:00.5-04:00',
    asked: { changedFrom: new Date('2026-07-01T14:15:00.500Z') },
  },
  // A `+` that nobody encoded.
  {
    query: '?actualizadoDesde=2026-07-01T14:15+00:00',
    asked: { changedFrom: new Date('2026-07-01T14:15:00Z') },
  },
  ...Object.entries(statuses).map(([status, asked]) => ({
    query: `?${new URLSearchParams({ status })}`,
    asked,
  })),
])('documents$query', async ({ query, asked }) => {
  expect((await list(query)).status).toBe(200);
  expect(api.store.voucherQueries).toEqual([{ ...usual, ...asked }]);
});

test('openapi.yaml has the statuses that the list can filter by', () => {
  const { parameters = [] } = readOpenApiDocument().paths[path]!['get']!;
  const { schema } = (parameters as { name?: string; schema?: { enum: string[] } }[]).find(
    ({ name }) => name === 'status',
  )!;
  expect(schema?.enum).toEqual(Object.keys(statuses));
});

test.each([
  ['?otro=1', 'otro'],
  ['?limit=0', 'limit'],
  ['?limit=1001', 'limit'],
  ['?tipo=35', 'tipo'],
  ['?status=Firmado', 'status'],
  ['?desde=2026-07-01', 'desde'],
  ['?emitidoHasta=31-02-2026', 'emitidoHasta'],
  ['?desde=02-07-2026&hasta=01-07-2026', 'hasta'],
  ['?emitidoDesde=26-11-2026&emitidoHasta=01-01-2026', 'emitidoHasta'],
  ['?cursor=abc', 'cursor'],
  ['?externalReference=', 'externalReference'],
  [`?externalReference=${'x'.repeat(65)}`, 'externalReference'],
  [`?correlationId=${'x'.repeat(129)}`, 'correlationId'],
  ['?actualizadoDesde=01-07-2026', 'actualizadoDesde'],
  ['?actualizadoDesde=2026-07-01T14:15:00', 'actualizadoDesde'],
  ['?actualizadoDesde=2026-13-01T14:15:00Z', 'actualizadoDesde'],
  ['?actualizadoDesde=2026-07-01T14:15:00Z&actualizadoDesde=2026-07-01T14:15:00Z', 'actualizadoDesde'],
  ['?buscar=', 'buscar'],
  ['?buscar=%26%20-', 'buscar'],
  ['?buscar=a+b+c+d+e+f+g+h+i', 'buscar'],
  [`?buscar=${'x'.repeat(101)}`, 'buscar'],
  ['?montoDesde=1,000.00', 'montoDesde'],
  ['?montoDesde=-1', 'montoDesde'],
  ['?montoHasta=1.005', 'montoHasta'],
  ['?montoDesde=10&montoHasta=9.99', 'montoHasta'],
  ['?environment=prod', 'environment'],
])('documents%s is refused and names the parameter', async (query, campo) => {
  const { status, body } = await list(query);
  const code = campo === 'externalReference' ? 'EXTERNAL_REFERENCE_INVALID' : 'REQUEST_INVALID';
  expect([status, body.data.code, body.data.campo]).toEqual([400, code, campo]);
  expect(api.store.voucherQueries).toEqual([]);
});

test('a refusal of a search does not repeat what was searched', async () => {
  const { body } = await list('?buscar=juan+a+b+c+d+e+f+g+secreto');
  expect(JSON.stringify(body)).not.toMatch(/juan|secreto/);
});

test('a search says how many vouchers it does not find yet, and other lists do not', async () => {
  api.store.unindexed = 1_200;
  const texts = [await list('?buscar=juan'), await list('?montoDesde=1'), await list()].map(
    ({ body }) => body.mensaje,
  );
  const missing =
    'Comprobantes emitidos. La búsqueda todavía no incluye 1200 comprobantes anteriores; se añaden solos.';
  expect(texts).toEqual([missing, missing, 'Comprobantes emitidos.']);
});

test('a row has the members of document-status that need no messages, the buyer and the ITBIS', async () => {
  const token = api.tokenOf(1);
  await api.call('POST', '/api/v2/dgii-ecf/send', { token, body: voucher() });
  const at = new Date('2026-07-01T14:16:00Z');
  api.store.patch(encf, {
    waiting: { reason: 'DGII_SILENT', since: at, nextTryAt: at },
    state: 'submitted',
    trackIds: ['first', 'second'],
    submittedAt: at,
    signed: {
      file: 'xml',
      sha256: 'cd'.repeat(32),
      securityCode: 'HxZnPk',
      signedAt: at,
      fechaFirma: '01-07-2026 10:16:00',
      certificate: 'fingerprint',
    },
  });
  const one = await api.call('GET', `/api/v2/dgii-ecf/document-status/${encf}`, { token });
  const { body } = await list();
  const [row] = body.data as unknown as object[];
  expect(row).toMatchObject({ ecf: encf, accepted: null, status: 'En Espera', trackId: 'second' });
  const { rncComprador, totalITBIS, ...shared } = row as Readonly<Record<string, unknown>>;
  expect([rncComprador, totalITBIS]).toEqual(['131880681', 180]);
  expect(one.body.data).toMatchObject(shared);
  expect(row).not.toHaveProperty('mensajes');
  expect((await list('', 2)).body.data).toEqual([]);
});

test('documents is refused for a buyer that is no RNC', async () => {
  const { status, body } = await list('?rncComprador=13188068');
  expect([status, body.data.code, body.data.campo]).toEqual([400, 'RNC_INVALID', 'rncComprador']);
});

test('externalReference: of the number, in the answers to send, document-status and documents', async () => {
  const token = api.tokenOf(1);
  const expiresOn = '31-12-2027';
  api.store.numbers.set(encf, { reservation: 'reserved', annulled: false, expiresOn, ref: 'FAC-1' });
  const sent = await api.call('POST', '/api/v2/dgii-ecf/send', { token, body: voucher() });
  const status = await api.call('GET', `/api/v2/dgii-ecf/document-status/${encf}`, { token });
  const [row] = (await list()).body.data as unknown as object[];
  for (const data of [sent.body.data, status.body.data, row])
    expect(data).toMatchObject({ ecf: encf, externalReference: 'FAC-1' });
});

test('externalReference: empty for a number without a reference', async () => {
  const token = api.tokenOf(1);
  const sent = await api.call('POST', '/api/v2/dgii-ecf/send', { token, body: voucher() });
  expect(sent.body.data).toMatchObject({ ecf: encf, externalReference: '' });
});

test('document-xml: the signed bytes, 409 for an unsigned voucher, and 404 for another company', async () => {
  const token = api.tokenOf(1);
  const xml = (companyId = 1) =>
    api.call('GET', `/api/v2/dgii-ecf/document-xml/${encf}`, { token: api.tokenOf(companyId) });
  await api.call('POST', '/api/v2/dgii-ecf/send', { token, body: voucher() });
  const unsigned = await xml();
  expect([unsigned.status, unsigned.body.data.code]).toEqual([409, 'XML_NOT_SIGNED']);
  expect(unsigned.body.mensaje).toBe('El comprobante no está firmado: no hay XML.');

  api.store.files.set('xml', Buffer.from('<ECF>ñ</ECF>'));
  api.store.patch(encf, {
    signed: {
      file: 'xml',
      sha256: 'cd'.repeat(32),
      securityCode: 'HxZnPk',
      signedAt: new Date(),
      fechaFirma: '01-07-2026 10:16:00',
      certificate: 'fingerprint',
    },
  });
  const { status, headers, text } = await xml();
  expect([status, text]).toEqual([200, '<ECF>ñ</ECF>']);
  expect(headers['content-type']).toMatch(/^application\/xml/);
  const other = await xml(2);
  expect([other.status, other.body.data.code]).toEqual([404, 'ECF_NOT_FOUND']);
});
