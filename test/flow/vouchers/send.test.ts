/** send and document-status as a client sees them, over real HTTP, MongoDB, Temporal and a DGII that checks signatures. */
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const next31 = encfs(31);
const next32 = encfs(32);

beforeAll(async () => {
  service = await startService();
}, 60_000);

const sendFor = (wait: string) => `/api/v2/dgii-ecf/send?waitForFinal=${wait}`;

describe('send with waitForFinal', () => {
  test.each([
    { name: 'a type 31', encf: next31() },
    { name: 'a type 32 of 250,000.00 and more', encf: next32() },
  ])('$name is accepted, and document-status tells the same', async ({ encf }) => {
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
    await service.simulate({ resultDelayMs: 1_500 });
    const sent = await service.post(sendFor('200ms'), sampleEcf({ encf }));
    await service.simulate({ resultDelayMs: 0 });
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
    expect(other.status).toBe(200);
    expect(other.body.mensaje).toMatch(/^ATENCIÓN/);
    expect(other.body.data).toMatchObject({ alreadyProcessed: true, sameContent: false, accepted: 1 });
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
