/** send and document-status as a client sees them, over real HTTP, MongoDB, Temporal and a DGII that checks signatures. */
import { localDate } from '../../../src/ecf/model/dates.js';
import { legends } from '../../../src/ecf/model/contingency.js';
import { ecfExamples } from '../../../src/ecf/publish/examples.js';
import { exampleJson } from '../../unit/ecf/samples.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { noResult, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const next31 = encfs(31);
const next32 = encfs(32);
// The examples of each type have its first number.
next31();
next32();

beforeAll(async () => {
  service = await startService();
}, 60_000);

const sendFor = (wait: string) => `/api/v2/dgii-ecf/send?waitForFinal=${wait}`;

describe('send with waitForFinal', () => {
  test.each([
    { name: 'a type 31', encf: next31() },
    { name: 'a type 32 of 250,000.00 and more', encf: next32() },
  ])('$name is accepted, and document-status reports the same', async ({ encf }) => {
    const sent = await service.post(sendFor('20s'), sampleEcf({ encf }), {
      'x-correlation-id': `factura-${encf}`,
    });
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({ codigo: 200, procesado: true });
    expect(sent.body.data).toMatchObject({
      ecf: encf,
      accepted: 1,
      status: 'Aceptado',
      alreadyProcessed: false,
      correlationId: `factura-${encf}`,
      attempt: 1,
    });
    expect(sent.body.data['securityCode']).toHaveLength(6);
    expect(sent.body.data['trackId']).not.toBe('');
    expect(sent.body.data['qrUrl']).toContain('consultatimbre');

    const status = await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    expect(status.body.data).toMatchObject({
      ecf: encf,
      accepted: 1,
      status: 'Aceptado',
      securityCode: sent.body.data['securityCode'],
      trackId: sent.body.data['trackId'],
      tipoeCF: Number(encf.slice(1, 3)),
    });
    const times = ['receivedAt', 'signedAt', 'submittedAt', 'finalAt'].map((name) =>
      String(status.body.data[name]),
    );
    expect(times.map((time) => new Date(time).toISOString())).toEqual([...times].sort());
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
  });

  test('that runs out answers accepted null; document-status later says Aceptado', async () => {
    const encf = next31();
    await service.simulate({ faults: [noResult(encf)] });
    const sent = await service.post(sendFor('200ms'), sampleEcf({ encf }));
    await service.simulate({ faults: [] });
    expect(sent.body.data).toMatchObject({ accepted: null, alreadyProcessed: false });
    expect(sent.headers['retry-after']).toBeDefined();
    const final = await until('the voucher is final', async () => {
      const status = await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
      return status.body.data['accepted'] === null ? undefined : status.body.data;
    });
    expect(final).toMatchObject({ accepted: 1, status: 'Aceptado' });
  });
});

describe('the same e-NCF again', () => {
  test('sends nothing to DGII and returns the recorded result', async () => {
    const encf = next31();
    const first = await service.post(sendFor('20s'), sampleEcf({ encf }));
    const second = await service.post(sendFor('20s'), sampleEcf({ encf }));
    expect(first.body.data).toMatchObject({ alreadyProcessed: false, sameContent: true });
    expect(second.body.data).toMatchObject({ alreadyProcessed: true, sameContent: true, accepted: 1 });
    expect(second.body.data['trackId']).toBe(first.body.data['trackId']);
    expect((await service.seenByDgii(encf)).received).toHaveLength(1);
  });

  test('with other content says so and does not send it', async () => {
    const encf = next31();
    await service.post(sendFor('20s'), sampleEcf({ encf }));
    const other = await service.post(sendFor('20s'), sampleEcf({ encf, price: 2_000 }));
    expect([other.status, other.body.procesado]).toEqual([409, false]);
    expect(other.body.data).toMatchObject({
      code: 'ENCF_OTHER_CONTENT',
      ecf: encf,
      sameContent: false,
      existente: { accepted: 1 },
    });
    expect((await service.seenByDgii(encf)).received).toHaveLength(1);
  });

  test('with two contents at the same moment: exactly one is issued, and the other gets 409', async () => {
    const encf = next31();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.post(sendFor('20s'), sampleEcf({ encf, price: index % 2 === 0 ? 1_000 : 2_000 })),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    // All sends of one content won, or all of the other one.
    expect(new Set(statuses.filter((_, index) => index % 2 === 0)).size).toBe(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.data['existente'])).toEqual(
      refused.map(() => expect.objectContaining({ ecf: encf, accepted: 1 }) as object),
    );
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    expect((await service.seenByDgii(encf)).received).toHaveLength(1);
  });

  test('200 times at the same time is one submission', async () => {
    const encf = next31();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => service.post(sendFor('60s'), sampleEcf({ encf }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.data['status']))).toEqual(new Set(['Aceptado']));
    expect(answers.filter(({ body }) => body.data['alreadyProcessed'] === false)).toHaveLength(1);
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    expect((await service.seenByDgii(encf)).received).toHaveLength(1);
  }, 90_000);
});

test('a small voucher of each of the ten types is valid, sent and accepted, once', async () => {
  // In this order, because the notes modify the invoice of type 31.
  const today = localDate(Date.now());
  for (const { type, body: ofJuly } of ecfExamples) {
    const body = JSON.parse(JSON.stringify(ofJuly).replaceAll('01-07-2026', today)) as object;
    const encf = (body as ReturnType<typeof sampleEcf>).ECF.Encabezado.IdDoc.eNCF;
    const validated = await service.post('/api/v2/dgii-ecf/validate', body);
    expect(validated.body.data).toMatchObject({ valido: true, errores: [], advertencias: [] });
    const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', body);
    expect([sent.status, sent.body.mensaje]).toEqual([200, expect.any(String)]);
    expect(sent.body.data).toMatchObject({
      ecf: encf,
      accepted: 1,
      status: 'Aceptado',
      alreadyProcessed: false,
    });
    const status = await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    expect(status.body.data).toMatchObject({ tipoeCF: type, accepted: 1, fechaEmision: today });
    const seen = await service.seenByDgii(encf);
    expect(seen).toMatchObject({ accepted: 1, distinctBytes: 1 });
    expect(seen.received).toHaveLength(1);
  }
}, 120_000);

/** A summary's voucher, below 250,000.00. */
function sale(encf: string) {
  const body = exampleJson('32-anonymous') as { ECF: { Encabezado: { IdDoc: { eNCF: string } } } };
  body.ECF.Encabezado.IdDoc.eNCF = encf;
  return body;
}

const [encf31, encf32] = [next31(), next32()];

test.each([
  { name: 'an invoice', encf: encf31, body: sampleEcf({ encf: encf31 }), page: '/consultatimbre?' },
  { name: 'a consumption voucher', encf: encf32, body: sale(encf32), page: '/consultatimbrefc?' },
])(
  'DGII is down: $name is printed and handed over in contingency, and sent when DGII is back',
  async ({ encf, body, page }) => {
    const status = async () => (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data;
    await service.simulate({ maintenance: [{ from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }] });
    await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', body);
    const down = await until('the voucher waits for DGII', async () => {
      const data = await status();
      return data['reason'] === 'DGII_UNAVAILABLE' ? data : undefined;
    });
    const { signedAt, securityCode, qrUrl } = down as Record<string, string>;
    const dueMs = Date.parse(signedAt ?? '') + 72 * 3_600_000;
    expect(down).toMatchObject({
      accepted: null,
      status: 'En Espera',
      contingencia: {
        leyenda: legends.contingency.leyenda,
        enviarAntesDe: new Date(dueMs).toISOString(),
      },
    });
    expect(securityCode).toHaveLength(6);
    expect(qrUrl).toContain(page);
    expect(qrUrl).toContain(`codigoseguridad=${encodeURIComponent(securityCode ?? '')}`);
    // Sending it again gives the same answer.
    const again = await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', body);
    expect(again.body.data).toMatchObject({
      contingencia: down['contingencia'],
      qrUrl,
      alreadyProcessed: true,
    });

    await service.simulate({ maintenance: [] });
    const final = await until('the voucher is accepted', async () => {
      const data = await status();
      return data['accepted'] === 1 ? data : undefined;
    });
    expect(final).not.toHaveProperty('contingencia');
    // The QR code and security code on the printed voucher stay valid.
    expect(final).toMatchObject({ securityCode, qrUrl });
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
  },
  90_000,
);

test('DGII is down and gives no token: a renewed certificate does not change the voucher that was printed', async () => {
  const company = await service.addCompany();
  const { companyId, rnc } = company;
  const encf = 'E310000000001';
  const find = () => service.store.findDocument(companyId, 'pre-certification', encf);
  await service.simulate({ maintenance: [{ from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }] });
  await company.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf, rncEmisor: rnc }));
  const printed = await until('the voucher can be printed', async () => {
    const { data } = (await company.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body;
    return data['contingencia'] !== undefined && data;
  });
  const { securityCode, qrUrl } = printed;

  await company.renewCertificate();
  // A worker remembers the old certificate for a second.
  const knownMs = Date.now() + 1_000;
  await until('a worker has tried the voucher with the new certificate', async () => {
    const tried = await find();
    return tried?.attempt !== 1 || tried.submissions.at(-1)!.startedAt.getTime() > knownMs;
  });
  await service.simulate({ maintenance: [] });
  const final = await until('the voucher is accepted', async () => {
    const { data } = (await company.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body;
    return data['accepted'] === 1 && data;
  });
  expect(final).toMatchObject({ securityCode, qrUrl, attempt: 1 });
  expect(await service.seenByDgii(encf, rnc)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 90_000);
