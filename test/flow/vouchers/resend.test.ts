/** A number that DGII left free is sent again with the same content: by itself, by the client's order or by a person's, and never twice. */
import { MongoClient } from 'mongodb';
import { resend } from '../../../src/services/vouchers/resend-voucher.js';
import type { OperatorDeps } from '../../../src/services/deps.js';
import type { DocumentRecord, Verdict } from '../../../src/ledger/vouchers/document-record.js';
import { given } from '../../harness/given.js';
import { admitInput, attemptOf, openLedger, readDocument, type TestLedger } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const environment = 'pre-certification';
const rejected: Verdict = {
  trackId: null,
  codigoDgii: '2',
  estado: 'Rechazado',
  mensajes: [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo.' }],
  secuenciaUtilizada: false,
  replyFile: null,
};
const now = new Date('2026-11-20T15:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

describe('on a ledger with four processes', () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openLedger({ processes: 4 });
    await ledger.store.putCompany({
      companyId: 1,
      rnc: '999999992',
      razonSocial: 'PRUEBA SRL',
      origin: 'client',
      environment,
      productionAllowed: false,
    });
  });

  async function rejectedVoucher(verdict: Partial<Verdict> = {}) {
    const input = admitInput({ now });
    await ledger.store.admit(input);
    await ledger.store.recordVerdict(
      attemptOf(input),
      { state: 'rejected', verdict: { ...rejected, ...verdict } },
      now,
    );
    await ledger.store.recordVerdictApplied(attemptOf(input));
    return input;
  }

  test.each([
    { name: 'by itself', change: { now: after(1) } },
    { name: 'by order at once', change: { resend: true, now: after(1) } },
  ])('of many requests at the same moment exactly one starts the next attempt: $name', async ({ change }) => {
    const input = await rejectedVoucher();
    const admissions = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        ledger.stores[n % 4]!.admit({ ...input, ...change, requestId: `again-${input.encf}-${n}` }),
      ),
    );
    expect(admissions.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(new Set(admissions.map(({ document }) => document.attempt))).toEqual(new Set([2]));
    expect(await readDocument(ledger.store, input)).toMatchObject({ attempt: 2, state: 'admitted' });
    const kept = await ledger.store.findEarlierAttempt(1, environment, input.encf, 1);
    expect(kept).toMatchObject({ state: 'rejected', final: true });
  });

  test('within a minute of its first repeat the same content starts nothing', async () => {
    const input = await rejectedVoucher();
    await ledger.store.admit({ ...input, now: after(1), requestId: 'at-once' });
    await ledger.store.recordVerdict(attemptOf(input, 2), { state: 'rejected', verdict: rejected }, after(2));
    await ledger.store.recordVerdictApplied(attemptOf(input, 2));
    const again = (ms: number) => ledger.store.admit({ ...input, now: after(ms), requestId: `at-${ms}` });
    expect(await again(60_000)).toMatchObject({ outcome: 'existing', document: { attempt: 2 } });
    expect(await again(60_001)).toMatchObject({ outcome: 'created', document: { attempt: 3 } });
  });

  const deps = (n = 0) =>
    ({
      store: ledger.stores[n % 4]!,
      clock: () => after(1_000),
      allowProduction: false,
    }) as unknown as OperatorDeps;
  const order = { by: 'pedro@caja', note: 'La DGII activó el RNC' };

  test('a person sends it again: once, with the content and the facts of the first attempt', async () => {
    const input = await rejectedVoucher({ mensajes: [{ codigo: '', valor: 'Otra cosa' }] });
    const seen = await readDocument(ledger.store, input);
    const orders = await Promise.all(Array.from({ length: 12 }, (_, n) => resend(deps(n), seen, order)));
    const done = orders.flatMap((one) => (one.outcome === 'done' ? [one.document] : []));
    expect(done).toHaveLength(1);
    const refusals = orders.flatMap((one) => (one.outcome === 'refused' ? [one.refusal] : []));
    expect(new Set(refusals)).toEqual(new Set(['ATTEMPT_OVER']));
    const { requestId: _first, content, firstCheckMs: _firstCheckMs, now: _now, ...facts } = input;
    expect(done[0]).toMatchObject({
      ...facts,
      attempt: 2,
      state: 'admitted',
      issuedBy: { by: 'pedro@caja', newAttemptNote: 'La DGII activó el RNC' },
    });
    expect(await ledger.store.getFile(done[0]!.contentFile)).toBe(content);
    expect(Object.keys(done[0]!)).not.toContain('verdict');
  });

  test('an order that was given before another attempt ended starts none', async () => {
    const input = await rejectedVoucher();
    const seen = await readDocument(ledger.store, input);
    await resend(deps(), seen, order);
    await ledger.store.recordVerdict(
      attemptOf(input, 2),
      { state: 'rejected', verdict: rejected },
      after(2_000),
    );
    await ledger.store.recordVerdictApplied(attemptOf(input, 2));
    expect(await resend(deps(), seen, order)).toMatchObject({ refusal: 'ATTEMPT_OVER' });
    expect(await readDocument(ledger.store, input)).toMatchObject({ attempt: 2 });
  });

  test.each([
    { name: 'used', verdict: { secuenciaUtilizada: true }, refusal: 'NUMBER_NOT_FREE' },
    { name: 'perhaps used', verdict: { secuenciaUtilizada: null }, refusal: 'NUMBER_NOT_FREE' },
  ])('a person cannot send it again: the number is $name', async ({ verdict, refusal }) => {
    const seen = await readDocument(ledger.store, await rejectedVoucher(verdict));
    expect(await resend(deps(), seen, order)).toMatchObject({ refusal });
  });

  test('a person cannot send it again: other reasons', async () => {
    const open = await readDocument(ledger.store, await admittedInput());
    expect(await resend(deps(), open, order)).toMatchObject({ refusal: 'NUMBER_NOT_FREE' });
    const seen = await readDocument(ledger.store, await rejectedVoucher());
    expect(await resend(deps(), seen, { ...order, note: ' ' })).toMatchObject({ refusal: 'NOTE_INVALID' });
    expect(await resend(deps(), { ...seen, environment: 'certification' }, order)).toMatchObject({
      refusal: 'RESEND_NOT_OFFERED',
    });
    const unsettled: DocumentRecord = {
      ...seen,
      verdict: { ...rejected, configuration: 'NOT_DELEGATED' },
      settleAt: now,
    };
    expect(await resend(deps(), unsettled, order)).toMatchObject({ refusal: 'NUMBER_NOT_FREE' });
    const { encf } = seen;
    await ledger.store.annulReservation({ companyId: 1, environment, encf, note: 'x', by: 'ana', now });
    expect(await resend(deps(), seen, order)).toMatchObject({ refusal: expect.any(String) });
  });

  async function admittedInput() {
    const input = admitInput({ now });
    await ledger.store.admit(input);
    return input;
  }
});

describe('through the service', () => {
  let service: Service;
  let mongo: MongoClient;
  const next31 = encfs(31);
  const next32 = encfs(32);
  const sendFor = (more = '') => `/api/v2/dgii-ecf/send?waitForFinal=30s${more}`;

  beforeAll(async () => {
    service = await startService();
    mongo = await MongoClient.connect(given('TEST_MONGODB_URI'));
    own('the client', () => mongo.close());
  }, 60_000);
  afterEach(() => service.simulate({ taxpayers: {}, rejectEncfs: [] }));

  const problem = (taxpayer?: string) =>
    service.simulate({ taxpayers: taxpayer === undefined ? {} : { [service.rnc]: taxpayer } });

  /** As if the attempt had begun a minute earlier. */
  async function waitAMinute(encf: string): Promise<void> {
    const documents = mongo.db(service.config.mongo.database).collection('documents');
    const { matchedCount } = await documents.updateOne({ encf }, [
      { $set: { receivedAt: { $subtract: ['$receivedAt', 60_000] } } },
    ]);
    expect(matchedCount).toBe(1);
  }

  const outcomesAtDgii = async (encf: string) =>
    (await service.seenByDgii(encf)).received.map(({ outcome }) => outcome);

  test.each([
    { name: 'an e-CF', next: next31, problems: 'inactive' },
    { name: 'a summary', next: next32, problems: 'not-electronic' },
    { name: 'an e-CF', next: next31, problems: 'unknown' },
  ])(
    '$name of an issuer that was $problems is accepted under the same number',
    async ({ next, problems }) => {
      const encf = next();
      const body = sampleEcf({ encf });
      await problem(problems);
      const first = await service.post(sendFor(), body);
      expect(first.body.data).toMatchObject({
        accepted: 0,
        secuenciaUtilizada: false,
        code: 'DGII_EMISOR_INVALIDO',
        campo: 'ECF.Encabezado.Emisor.RNCEmisor',
        reenvio: { automatico: true },
      });
      await problem();
      const sends = await Promise.all(Array.from({ length: 12 }, () => service.post(sendFor(), body)));
      for (const sent of sends) expect(sent.body.data).toMatchObject({ attempt: 2, accepted: 1 });
      expect(sends.filter((sent) => sent.body.data['alreadyProcessed'] === false)).toHaveLength(1);
      expect(await outcomesAtDgii(encf)).toEqual(['rejected', 'accepted']);
    },
  );

  test('while the cause lasts, the same content goes out once a minute', async () => {
    const encf = next31();
    const body = sampleEcf({ encf });
    await problem('inactive');
    await service.post(sendFor(), body);
    const second = await service.post(sendFor(), body);
    expect(second.body.data).toMatchObject({ attempt: 2, alreadyProcessed: false, accepted: 0 });
    await problem();
    const soon = await service.post(sendFor(), body);
    expect(soon.body.data).toMatchObject({ attempt: 2, alreadyProcessed: true, accepted: 0 });
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
    await waitAMinute(encf);
    const last = await service.post(sendFor(), body);
    expect(last.body.data).toMatchObject({ attempt: 3, alreadyProcessed: false, accepted: 1 });
    expect(await outcomesAtDgii(encf)).toEqual(['rejected', 'rejected', 'accepted']);
  });

  test('any other cause: only with reenviar=si, and once for many requests', async () => {
    const encf = next31();
    const body = sampleEcf({ encf });
    const order = { encf, codigo: 1385, valor: 'RNCComprador no es válido.', secuenciaUtilizada: false };
    await service.simulate({ rejectEncfs: [order] });
    await service.post(sendFor(), body);
    await service.simulate({ rejectEncfs: [] });
    await waitAMinute(encf);
    const stored = await service.post(sendFor(), body);
    expect(stored.body.data).toMatchObject({ attempt: 1, accepted: 0, reenvio: { automatico: false } });
    const sends = await Promise.all(
      Array.from({ length: 12 }, () => service.post(sendFor('&reenviar=si'), body)),
    );
    for (const sent of sends) expect(sent.body.data).toMatchObject({ attempt: 2, accepted: 1 });
    expect(sends.filter((sent) => sent.body.data['alreadyProcessed'] === false)).toHaveLength(1);
    // The number is used now, so the order changes nothing.
    const last = await service.post(sendFor('&reenviar=si'), body);
    expect(last.body.data).toMatchObject({ attempt: 2, accepted: 1, alreadyProcessed: true });
    expect(await outcomesAtDgii(encf)).toEqual(['rejected', 'accepted']);
  });

  test('a managed number: next says that it is free again, and its reservation follows each attempt', async () => {
    const company = await service.store.findCompany(service.companyId);
    await service.store.putCompany({ ...company!, origin: 'service' });
    await service.store.addAuthorization({
      companyId: service.companyId,
      environment,
      ecfType: 31,
      from: 5_000,
      to: 5_010,
      expiresOn: '31-12-2028',
      authorizationNumber: 'A-5000',
      now: new Date(),
    });
    const take = async () =>
      (await service.post('/api/v2/ecf-sequences/next', { ecfType: 31, externalReference: 'FAC-1' })).body;
    const encf = String((await take()).data['encf']);
    const body = sampleEcf({ encf });
    const reservation = async () => {
      const found = await service.store.findNumber(service.companyId, environment, encf);
      return found.reservation;
    };
    await problem('inactive');
    await service.post(sendFor(), body);
    await until('the number is given back', async () => (await reservation()) === 'reserved' || undefined);
    const free = await take();
    expect(free.mensaje).toContain('el número quedó libre');
    expect(free.data).toMatchObject({
      encf,
      reused: true,
      resultadoAnterior: {
        attempt: 1,
        status: 'Rechazado',
        code: 'DGII_EMISOR_INVALIDO',
        reenvio: { automatico: true },
      },
    });
    await problem();
    const sent = await service.post(sendFor('&reenviar=si'), body);
    expect(sent.body.data).toMatchObject({ attempt: 2, accepted: 1 });
    expect(await reservation()).toBe('used');
    const used = await take();
    expect(used.data).toMatchObject({ encf, reused: true });
    expect(used.data).not.toHaveProperty('resultadoAnterior');
  });
});
