/** A voucher is issued exactly once, whatever DGII, the network or an operator does to it. */
import { workflowIdOf } from '../../../src/workflows/contract/vouchers.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { noResult, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const next = encfs(31);

beforeAll(async () => {
  service = await startService();
}, 60_000);

const sendPath = '/api/v2/dgii-ecf/send?waitForFinal=60s';
const accepted = { accepted: 1, status: 'Aceptado' };

describe('send survives', () => {
  // Each fault affects the first delivery of its own voucher, so that all cases can run at the same time.
  const faults = [
    { name: 'a connection cut after DGII received it', action: 'accept-then-drop' },
    { name: 'an answer that comes too late', action: 'slow', slowMs: 3_000 },
    { name: 'a status 500', action: 'status-500' },
    { name: 'a 503 with a page of a proxy', action: 'status-503-html' },
    { name: 'a bare 400 with a page of a firewall', action: 'bare-400-html' },
    { name: 'a token refused in mid-flight', action: 'unauthorized' },
  ].map((fault) => ({ ...fault, encf: next() }));

  beforeAll(async () => {
    await service.simulate({
      faults: faults.map(({ action, slowMs, encf }) => ({
        service: 'recepcion',
        action,
        slowMs,
        encf,
        times: 1,
      })),
    });
    await Promise.all(
      faults.map(({ encf }) => service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }))),
    );
  });

  test.each(faults)(
    '$name',
    async ({ encf }) => {
      const sent = await service.post(sendPath, sampleEcf({ encf }));
      expect(sent.body.data).toMatchObject(accepted);
      const seen = await service.seenByDgii(encf);
      expect(seen).toMatchObject({ accepted: 1, distinctBytes: 1 });
      expect(seen.received).toHaveLength(1);
    },
    90_000,
  );
});

describe('one request that reached DGII twice, through a proxy that repeated it', () => {
  test.each([
    { name: 'DGII answers with the first trackId', action: 'receive-twice', forgets: 0 },
    { name: 'DGII answers with the trackId of the copy', action: 'receive-twice-answer-second', forgets: 0 },
    { name: 'DGII lists neither trackId for a while', action: 'receive-twice-answer-second', forgets: 2 },
  ])(
    '$name: accepted, as DGII accepted it',
    async ({ action, forgets }) => {
      const encf = next();
      await service.simulate({
        faults: [
          { service: 'recepcion', action, encf, times: 1 },
          { service: 'trackids', action: 'not-found', encf, times: forgets },
        ],
      });
      expect((await service.post(sendPath, sampleEcf({ encf }))).body.data).toMatchObject(accepted);
      const seen = await service.seenByDgii(encf);
      expect(seen).toMatchObject({ accepted: 1, distinctBytes: 1 });
      expect(seen.received).toHaveLength(2);
    },
    90_000,
  );
});

test('DGII down: the voucher waits and says why; when DGII is back it is issued', async () => {
  const encf = next();
  await service.simulate({ faults: [{ service: 'recepcion', action: 'drop-before-reading', times: 1_000 }] });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
  const waiting = await until('the voucher waits', async () => {
    const { data } = (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body;
    return data['status'] === 'En Espera' ? data : undefined;
  });
  expect(waiting).toMatchObject({ accepted: null, reason: 'DGII_UNAVAILABLE' });
  await service.simulate({ faults: [] });
  expect((await service.post(sendPath, sampleEcf({ encf }))).body.data).toMatchObject(accepted);
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 90_000);

test('the completer restarts a workflow that somebody terminated', async () => {
  const encf = next();
  await service.simulate({
    faults: [noResult(encf)],
  });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
  await until('DGII has it', async () => (await service.seenByDgii(encf)).received.length === 1);
  const ref = { companyId: service.companyId, environment: 'pre-certification', encf, attempt: 1 } as const;
  const handle = service.temporal.workflow.getHandle(workflowIdOf(ref));
  await handle.terminate('by hand');
  await service.simulate({ faults: [] });
  await until(
    'the voucher is accepted',
    async () => (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data['accepted'] === 1,
    { withinMs: 30_000 },
  );
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 60_000);

describe('a rejection', () => {
  test('is a 200 with DGII’s messages; the same content again gets the same answer', async () => {
    const encf = next();
    await service.simulate({
      rejectEncfs: [{ encf, codigo: 145, valor: 'Fecha inválida', secuenciaUtilizada: true }],
    });
    const first = await service.post(sendPath, sampleEcf({ encf }));
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ procesado: true });
    expect(first.body.data).toMatchObject({
      accepted: 0,
      status: 'Rechazado',
      code: 'DGII_SECUENCIA_VENCIDA',
      secuenciaUtilizada: true,
      mensajes: [{ codigo: '145', valor: 'Fecha inválida' }],
    });
    const other = await service.post(sendPath, sampleEcf({ encf, price: 5_000 }));
    expect(other.status).toBe(409);
    expect(other.body.data).toMatchObject({
      code: 'ENCF_OTHER_CONTENT',
      sameContent: false,
      existente: { accepted: 0, attempt: 1 },
    });
    expect((await service.seenByDgii(encf)).received).toHaveLength(1);
  });

  test('that leaves the number free can be corrected under the same number', async () => {
    const encf = next();
    await service.simulate({
      rejectEncfs: [{ encf, codigo: 3, valor: 'Estructura', secuenciaUtilizada: false }],
    });
    const first = await service.post(sendPath, sampleEcf({ encf }));
    expect(first.body.data).toMatchObject({ accepted: 0, secuenciaUtilizada: false });
    const same = await service.post(sendPath, sampleEcf({ encf }));
    expect(same.body.data).toMatchObject({ accepted: 0, alreadyProcessed: true, attempt: 1 });
    await service.simulate({ rejectEncfs: [] });
    const corrected = await service.post(sendPath, sampleEcf({ encf, price: 1_500 }));
    expect(corrected.body.data).toMatchObject({
      ...accepted,
      alreadyProcessed: false,
      attempt: 2,
      sameContent: true,
    });
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 2 });
  });

  // A proxy repeated the rejected delivery. DGII lists the copy, whose trackId it never gave us, and may have no state of the number.
  const copied = { service: 'recepcion', action: 'receive-twice-answer-second', times: 1 };
  test.each([
    { name: '', first: [], then: [] },
    { name: ', although DGII lists a copy of the rejected one', first: [copied], then: [] },
    {
      name: ', although DGII lists a copy and has no state of the number',
      first: [copied],
      then: [{ service: 'estado', action: 'not-found', times: 1 }],
    },
  ])(
    'is not inherited by its correction, which is issued although its first delivery fails$name',
    async ({ first, then }) => {
      const encf = next();
      await service.simulate({
        rejectEncfs: [{ encf, codigo: 3, valor: 'Estructura', secuenciaUtilizada: false }],
        faults: first.map((fault) => ({ ...fault, encf })),
      });
      const rejected = await service.post(sendPath, sampleEcf({ encf }));
      expect(rejected.body.data).toMatchObject({ accepted: 0, secuenciaUtilizada: false });
      const refusal = { service: 'recepcion', action: 'status-500', times: 1 };
      await service.simulate({
        rejectEncfs: [],
        faults: [refusal, ...then].map((fault) => ({ ...fault, encf })),
      });
      const corrected = await service.post(sendPath, sampleEcf({ encf, price: 1_500 }));
      expect(corrected.body.data).toMatchObject({ attempt: 2, accepted: 1, status: 'Aceptado' });
      expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 2 });
    },
    90_000,
  );
});

test('a result that DGII does not give at first is not an internal fault', async () => {
  const encf = next();
  await service.simulate({
    rejectEncfs: [],
    faults: [{ service: 'resultado', action: 'status-500', times: 1_000_000 }],
  });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
  const reported = await until('it waits', async () => {
    const { data } = (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body;
    return data['reason'] !== undefined && data['reason'] !== null && data;
  });
  await service.simulate({ faults: [] });
  expect(reported).toMatchObject({ status: 'En Espera', reason: 'DGII_UNAVAILABLE' });
}, 30_000);
