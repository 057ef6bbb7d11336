/**
 * Credit and debit notes as a client sees them. In this test a waiting step is retried only after 30 s, so a note that continues
 * earlier was woken. A delivery that met a pause of the machine is retried after 30 s or 60 s too, so each wait is longer.
 */
import { encfs, sampleEcf, sampleNote } from '../../harness/samples/sample-ecf.js';
import { noResult, patient, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const invoices = encfs(31);
const consumptions = encfs(32);
const credits = encfs(34);
const debits = encfs(33);

beforeAll(async () => {
  service = await startService({
    env: { ...patient, ECF_RETRY_FIRST_MS: '30000', ECF_RETRY_MAX_MS: '30000' },
  });
}, 60_000);

const patiently = { withinMs: 100_000 };

const send = async (body: unknown, wait = '100s') =>
  service.post(`/api/v2/dgii-ecf/send?waitForFinal=${wait}`, body);
const status = async (encf: string) =>
  (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data;
const finalOf = (encf: string) =>
  until(
    `${encf} is final`,
    async () => {
      const data = await status(encf);
      return data['accepted'] === null ? undefined : data;
    },
    patiently,
  );
const documentOf = async (encf: string) =>
  (await service.store.findDocument(service.companyId, 'pre-certification', encf))!;

/** An invoice of 1,180.00 that DGII has received; DGII gives no result until `decide`. */
async function undecided(verdict: object = {}): Promise<string> {
  const encf = invoices();
  await service.simulate({
    faults: [noResult()],
    rejectEncfs: 'codigo' in verdict ? [{ encf, ...verdict }] : [],
  });
  await send(sampleEcf({ encf }), '0s');
  await until('DGII has the invoice', async () => (await status(encf))['submittedAt'] !== null, patiently);
  return encf;
}

const decide = () => service.simulate({ faults: [] });

/** @returns when the note would try again by itself */
async function waits(encf: string): Promise<Date> {
  await until(`${encf} waits`, async () => (await status(encf))['reason'] === 'REFERENCE_PENDING', patiently);
  return (await documentOf(encf)).waiting!.nextTryAt;
}

async function accepted(): Promise<string> {
  const encf = invoices();
  expect((await send(sampleEcf({ encf }))).body.data).toMatchObject({ accepted: 1 });
  return encf;
}

test.each([
  { name: 'credit', next: credits },
  { name: 'debit', next: debits },
])(
  'a $name note waits, unsigned, for its invoice, and continues as soon as the invoice is accepted',
  async ({ next }) => {
    const invoice = await undecided();
    const encf = next();
    const note = sampleNote({ encf, on: invoice, price: 100 });
    await send(note, '0s');
    const nextTryAt = await waits(encf);
    const again = await send(note, '0s');
    expect(again.body).toMatchObject({
      mensaje: expect.stringContaining('espera') as string,
      data: { status: 'En Espera', accepted: null, securityCode: '', trackId: '', alreadyProcessed: true },
    });
    expect((await service.seenByDgii(encf)).received).toEqual([]);

    await decide();
    expect(await finalOf(encf)).toMatchObject({ accepted: 1, attempt: 1 });
    expect((await documentOf(encf)).signed!.signedAt.getTime()).toBeLessThan(nextTryAt.getTime());
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
  },
  240_000,
);

test('a type 31 that refers to a consumption voucher waits for it too', async () => {
  const consumption = consumptions();
  await service.simulate({ faults: [noResult()], rejectEncfs: [] });
  await send(sampleEcf({ encf: consumption }), '0s');
  await until('DGII has it', async () => (await status(consumption))['submittedAt'] !== null, patiently);
  const encf = invoices();
  const { body } = await send(sampleNote({ encf, on: consumption, codigo: 5 }), '0s');
  expect(body.data).toMatchObject({ accepted: null });
  const nextTryAt = await waits(encf);
  expect((await service.seenByDgii(encf)).received).toEqual([]);

  await decide();
  expect(await finalOf(encf)).toMatchObject({ accepted: 1, attempt: 1 });
  expect((await documentOf(encf)).signed!.signedAt.getTime()).toBeLessThan(nextTryAt.getTime());
}, 240_000);

test('if an invoice is rejected, its waiting note is refused; both may be sent again', async () => {
  const invoice = await undecided({ codigo: 145, valor: 'No.', secuenciaUtilizada: false });
  const encf = credits();
  const note = sampleNote({ encf, on: invoice, price: 100 });
  await send(note, '0s');
  const nextTryAt = await waits(encf);
  await decide();
  expect(await finalOf(encf)).toMatchObject({
    accepted: 0,
    status: 'No Enviado',
    code: 'REFERENCE_REJECTED',
    campo: 'ECF.InformacionReferencia.NCFModificado',
  });
  expect((await documentOf(encf)).finalAt!.getTime()).toBeLessThan(nextTryAt.getTime());
  expect((await service.seenByDgii(encf)).received).toEqual([]);

  // The current state of the invoice is reported before anything is admitted.
  const refused = await send(note);
  expect(refused.status).toBe(400);
  expect(refused.body.data).toMatchObject({
    code: 'ECF_INVALID',
    campo: 'ECF.InformacionReferencia.NCFModificado',
    errores: [{ code: 'REFERENCIA-13' }],
  });
  const validated = await service.post('/api/v2/dgii-ecf/validate', note);
  expect(validated.body.data).toMatchObject({ valido: false, errores: [{ code: 'REFERENCIA-13' }] });

  await service.simulate({ rejectEncfs: [] });
  const corrected = sampleEcf({ encf: invoice, price: 900 });
  expect((await send(corrected)).body.data).toMatchObject({ accepted: 1, attempt: 2 });
  expect((await send(note)).body.data).toMatchObject({ accepted: 1, attempt: 2, alreadyProcessed: false });
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 240_000);

test('waiting notes count against the balance of their invoice', async () => {
  const invoice = await undecided();
  const [first, second] = [credits(), credits()];
  for (const encf of [first, second]) {
    await send(sampleNote({ encf, on: invoice, price: 500 }), '0s');
    await waits(encf);
  }
  const third = credits();
  const tooMuch = await send(sampleNote({ encf: third, on: invoice, price: 100 }));
  expect(tooMuch.status).toBe(400);
  expect(tooMuch.body.data).toMatchObject({ campo: 'ECF.Encabezado.Totales.MontoTotal' });

  await decide();
  expect(await finalOf(first)).toMatchObject({ accepted: 1 });
  expect(await finalOf(second)).toMatchObject({ accepted: 1 });
}, 240_000);

test('of simultaneous credit notes that exceed the invoice in total, one passes', async () => {
  const invoice = await accepted();
  const numbers = Array.from({ length: 8 }, credits);
  const answers = await Promise.all(
    numbers.map((encf) => send(sampleNote({ encf, on: invoice, price: 600 }))),
  );
  const outcomes = answers.map(({ status: http, body: { data } }) => [
    http,
    data['accepted'] ?? (data['errores'] as { code: string }[])[0]?.code,
    data['code'],
  ]);
  expect(outcomes.filter(([, outcome]) => outcome === 1)).toHaveLength(1);
  for (const [http, outcome, code] of outcomes.filter(([, one]) => one !== 1)) {
    if (http === 200) expect([outcome, code]).toEqual([0, 'REFERENCE_BALANCE_EXCEEDED']);
    else expect([http, outcome]).toEqual([400, 'NOTA-05']);
  }
  const seen = await Promise.all(numbers.map((encf) => service.seenByDgii(encf)));
  expect(seen.filter(({ received }) => received.length > 0)).toHaveLength(1);
}, 240_000);

describe('an invoice with an accepted debit note', () => {
  /** An invoice of 1,180.00 with an accepted debit note of 236.00. */
  async function invoiceWithDebit(): Promise<string> {
    const invoice = await accepted();
    const debit = await send(sampleNote({ encf: debits(), on: invoice, price: 200 }));
    expect(debit.body.data).toMatchObject({ accepted: 1 });
    return invoice;
  }
  const codesOf = (faults: unknown) => (faults as { code: string }[]).map(({ code }) => code);

  test('may be credited with both, by code 1, with a warning; one more cent is refused', async () => {
    const invoice = await invoiceWithDebit();
    const encf = credits();
    const tooMuch = await send(sampleNote({ encf, on: invoice, codigo: 1, price: 1_200.01 }));
    expect([tooMuch.status, codesOf(tooMuch.body.data['errores'])]).toEqual([400, ['NOTA-05']]);
    const whole = sampleNote({ encf, on: invoice, codigo: 1, price: 1_200 });
    const validated = await service.post('/api/v2/dgii-ecf/validate', whole);
    expect(validated.body.data).toMatchObject({ valido: true, errores: [] });
    expect(codesOf(validated.body.data['advertencias'])).toContain('NOTA-12');
    const sent = await send(whole);
    expect(sent.body.data).toMatchObject({ accepted: 1 });
    expect(codesOf(sent.body.data['advertencias'])).toContain('NOTA-12');
  }, 240_000);

  test('gets no more simultaneous credit notes than both have room for', async () => {
    const invoice = await invoiceWithDebit();
    const numbers = Array.from({ length: 6 }, credits);
    const answers = await Promise.all(
      numbers.map((encf) => send(sampleNote({ encf, on: invoice, price: 400 }))),
    );
    expect(answers.filter(({ body }) => body.data['accepted'] === 1)).toHaveLength(3);
    const seen = await Promise.all(numbers.map((encf) => service.seenByDgii(encf)));
    expect(seen.filter(({ received }) => received.length > 0)).toHaveLength(3);
  }, 240_000);

  test('does not count a debit note that DGII rejected', async () => {
    const invoice = await accepted();
    const debit = debits();
    await service.simulate({
      rejectEncfs: [{ encf: debit, codigo: 1406, valor: 'No.', secuenciaUtilizada: true }],
    });
    const rejected = await send(sampleNote({ encf: debit, on: invoice, price: 200 }));
    expect(rejected.body.data).toMatchObject({ accepted: 0 });
    await service.simulate({ rejectEncfs: [] });
    const tooMuch = await send(sampleNote({ encf: credits(), on: invoice, price: 1_200 }));
    expect([tooMuch.status, codesOf(tooMuch.body.data['errores'])]).toEqual([400, ['NOTA-05']]);
  }, 240_000);
});

test('a rejected credit note returns its part', async () => {
  const invoice = await accepted();
  const [first, second] = [credits(), credits()];
  await service.simulate({
    rejectEncfs: [{ encf: first, codigo: 1406, valor: 'No.', secuenciaUtilizada: true }],
  });
  const whole = (encf: string) => sampleNote({ encf, on: invoice, codigo: 1 });
  expect((await send(whole(first))).body.data).toMatchObject({ accepted: 0 });
  const { body } = await send(whole(second));
  expect(body.data).toMatchObject({ accepted: 1 });
  const warned = (body.data['advertencias'] as { code: string }[]).map(({ code }) => code);
  expect(warned.filter((code) => code.startsWith('NOTA'))).toEqual([]);
  await service.simulate({ rejectEncfs: [] });

  const late = await service.post(
    '/api/v2/dgii-ecf/validate',
    sampleNote({ encf: debits(), on: invoice, price: 1 }),
  );
  expect(late.body.data).toMatchObject({ valido: true });
  expect(late.body.data['advertencias']).toContainEqual(expect.objectContaining({ code: 'NOTA-06' }));
}, 240_000);

test('what a note’s request permitted is still permitted when the note is signed', async () => {
  const invoice = await accepted();
  const encf = credits();
  const note = sampleNote({ encf, on: invoice, price: 100 });
  // The invoice has another date (NOTA-09): DGII would accept conditionally.
  Object.assign(note.ECF.InformacionReferencia, { FechaNCFModificado: '19-11-2026' });
  const refused = await send(note);
  expect(refused.status).toBe(400);
  expect(refused.body.data).toMatchObject({ code: 'ECF_CONDITIONAL', errores: [{ code: 'NOTA-09' }] });
  const permitted = await send(note, '100s&condicional=permitir');
  expect(permitted.body.data).toMatchObject({ accepted: 1 });
  expect(permitted.body.data['advertencias']).toContainEqual(expect.objectContaining({ code: 'NOTA-09' }));
  expect((await send(note)).body.data).toMatchObject({ accepted: 1, alreadyProcessed: true });
}, 240_000);

test.each([
  { name: 'paper', on: 'B0100000001', extra: {} },
  { name: 'an e-NCF that was issued elsewhere', on: 'E310000999999', extra: {} },
  {
    name: 'the number of a taxpayer that was merged into this one, which is also one of ours',
    on: 'ours',
    extra: { RNCOtroContribuyente: '101010101' },
  },
])(
  'a note is sent if the ledger cannot know its voucher: $name',
  async ({ on, extra }) => {
    const invoice = on === 'ours' ? await undecided() : on;
    const encf = credits();
    const note = sampleNote({ encf, on: invoice, price: 5_000 });
    Object.assign(note.ECF.InformacionReferencia, extra);
    await send(note, '0s');
    const seen = async () => (await service.seenByDgii(encf)).received.length === 1;
    await until('DGII sees the note', seen, patiently);
    await decide();
  },
  240_000,
);
