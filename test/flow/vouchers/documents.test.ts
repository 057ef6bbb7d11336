/** documents and document-xml with the whole service: what a client reads about the vouchers that it issued. */
import { createHash } from 'node:crypto';
import { exampleJson } from '../../unit/ecf/samples.js';
import { admitInput } from '../../harness/ledger.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const next = encfs(31);
const nextSale = encfs(32);
const base = '/api/v2/dgii-ecf';

beforeAll(async () => {
  service = await startService();
}, 60_000);

const codeOf = ({ status, body }: Awaited<ReturnType<Service['get']>>) => [status, body.data['code']];
const rowsOf = (data: unknown) => data as Record<string, unknown>[];

/** A voucher that no worker touches during the test. */
async function admit({ companyId, rnc }: OtherCompany, now: Date, encf = next()): Promise<string> {
  const input = admitInput({ companyId, rncEmisor: rnc, encf, now, firstCheckMs: 10 * 365 * 86_400_000 });
  await service.store.admit(input);
  return encf;
}

async function pagesOf(company: OtherCompany, filters: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...filters, ...(cursor && { cursor }) });
    const { status, body, headers } = await company.get(`${base}/documents?${query}`);
    expect(status).toBe(200);
    pages.push(rowsOf(body.data).map(({ ecf }) => String(ecf)));
    cursor = headers['x-next-cursor'] as string | undefined;
  } while (cursor !== undefined);
  return pages;
}

test.each([
  { of: 'a voucher', body: () => sampleEcf({ encf: next() }) },
  {
    of: 'the full voucher of a summary',
    body: () => {
      const sale = exampleJson('32-anonymous') as ReturnType<typeof sampleEcf>;
      sale.ECF.Encabezado.IdDoc.eNCF = nextSale();
      return sale;
    },
  },
])(
  'the signed XML of $of, and its row as document-status shows it',
  async ({ body }) => {
    const sent = await service.post(`${base}/send?waitForFinal=60s`, body());
    expect(sent.body.data).toMatchObject({ accepted: 1 });
    const encf = String(sent.body.data['ecf']);
    const status = await service.get(`${base}/document-status/${encf}`);
    const listed = await service.get(`${base}/documents?status=Aceptado&limit=1`);
    const [row] = rowsOf(listed.body.data);
    expect(row).toMatchObject({ ecf: encf, accepted: 1, status: 'Aceptado' });
    const { rncComprador, totalITBIS, ...asInStatus } = row!;
    expect(status.body.data).toMatchObject(asInStatus);
    expect([typeof rncComprador, typeof totalITBIS]).toEqual(['string', 'number']);

    const xml = await fetch(`${service.apiUrl}${base}/document-xml/${encf}`, {
      headers: { authorization: `Bearer ${await service.token()}` },
    });
    expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml']);
    const bytes = Buffer.from(await xml.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(status.body.data['xmlSha256']);
    expect(bytes.toString('utf8')).toMatch(/<ECF[ >]/);

    const other = await service.addCompany();
    expect(codeOf(await other.get(`${base}/document-xml/${encf}`))).toEqual([404, 'ECF_NOT_FOUND']);
    expect((await other.get(`${base}/documents`)).body.data).toEqual([]);
  },
  90_000,
);

test('pages of vouchers that came at the same moment have each voucher once, newest first', async () => {
  const company = await service.addCompany();
  const at = Date.UTC(2026, 10, 20, 12);
  const encfsOf = [];
  for (const second of [0, 1, 1, 1, 2]) encfsOf.push(await admit(company, new Date(at + second * 1_000)));
  const [oldest, a, b, c, newest] = encfsOf;
  expect(await pagesOf(company, { limit: '2' })).toEqual([[newest, c], [b, a], [oldest]]);
  // The last page is full and has no cursor.
  expect(await pagesOf(company, { limit: '5' })).toHaveLength(1);
});

test('filters by type, status and day of reception', async () => {
  const company = await service.addCompany();
  const days = [19, 20, 21].map((day) => new Date(Date.UTC(2026, 10, day, 12)));
  const [first, second] = [await admit(company, days[0]!), await admit(company, days[1]!)];
  const sale = nextSale();
  await service.store.admit(
    admitInput({
      companyId: company.companyId,
      rncEmisor: company.rnc,
      encf: sale,
      tipoeCF: 32,
      now: days[2]!,
      firstCheckMs: 10 * 365 * 86_400_000,
    }),
  );
  const rejected = { codigoDgii: '2', estado: 'Rechazado', mensajes: [], secuenciaUtilizada: false };
  await service.store.recordVerdict(
    { companyId: company.companyId, environment: 'pre-certification', encf: first, attempt: 1 },
    { state: 'rejected', verdict: { ...rejected, trackId: null, replyFile: null } },
    new Date(),
  );
  expect(await pagesOf(company, {})).toEqual([[sale, second, first]]);
  expect(await pagesOf(company, { tipo: '32' })).toEqual([[sale]]);
  expect(await pagesOf(company, { status: 'Rechazado' })).toEqual([[first]]);
  expect(await pagesOf(company, { status: 'Rechazado', tipo: '32' })).toEqual([[]]);
  expect(await pagesOf(company, { status: 'Pendiente' })).toEqual([[sale, second]]);
  expect(await pagesOf(company, { desde: '20-11-2026', hasta: '20-11-2026' })).toEqual([[second]]);
  for (const query of ['otro=1', 'limit=1001', 'cursor=abc', 'status=Firmado'])
    expect(codeOf(await company.get(`${base}/documents?${query}`))).toEqual([400, 'REQUEST_INVALID']);
  for (const encf of [first, second])
    expect(codeOf(await company.get(`${base}/document-xml/${encf}`))).toEqual([409, 'XML_NOT_SIGNED']);
});

test('a voucher is found by the reference of its number, which each answer has, and by what changed', async () => {
  const company = await service.addCompany({ origin: 'service' });
  const { companyId, rnc } = company;
  const expiresOn = '31-12-2028';
  await service.store.addAuthorization({
    companyId,
    environment: 'pre-certification',
    ecfType: 31,
    from: 1,
    to: 10,
    expiresOn,
    authorizationNumber: 'A-1',
    now: new Date(),
  });
  const externalReference = 'FAC/1 ñ+';
  const numbers = [];
  for (const reference of [externalReference, 'FAC/2']) {
    const { body } = await company.post('/api/v2/ecf-sequences/next', {
      ecfType: 31,
      externalReference: reference,
    });
    numbers.push(String(body.data['encf']));
  }
  const list = async (filters: Record<string, string>) => {
    const { body } = await company.get(`${base}/documents?${new URLSearchParams(filters)}`);
    return rowsOf(body.data);
  };
  expect(await list({ externalReference })).toEqual([]);

  const [encf = ''] = numbers;
  const ecf = sampleEcf({ encf, rncEmisor: rnc });
  Object.assign(ecf.ECF.Encabezado.IdDoc, { FechaVencimientoSecuencia: expiresOn });
  const sent = await company.post(`${base}/send?waitForFinal=60s`, ecf);
  expect(sent.body.data).toMatchObject({ ecf: encf, accepted: 1, externalReference });
  for (const path of ['document-status', 'document-history'])
    expect((await company.get(`${base}/${path}/${encf}`)).body.data).toMatchObject({
      ecf: encf,
      externalReference,
    });
  const found = { ecf: encf, status: 'Aceptado', externalReference };
  expect(await list({ externalReference })).toMatchObject([found]);
  expect(await list({ externalReference: 'FAC/2' })).toEqual([]);
  const correlationId = String(sent.body.data['correlationId']);
  expect(await list({ correlationId })).toMatchObject([found]);
  const [row] = await list({ externalReference });
  const rncComprador = String(row?.['rncComprador']);
  expect(await list({ rncComprador, status: 'Aceptado' })).toMatchObject([found]);

  const updatedAt = String(row?.['updatedAt']);
  const changed = await until('the change is settled', async () => {
    const rows = await list({ actualizadoDesde: updatedAt });
    return rows.length > 0 ? rows : undefined;
  });
  expect(changed).toMatchObject([found]);
}, 90_000);
