/** Numbers that a company asks DGII to void, from the request to what the ledger says of each number. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { confirmAnnulment } from '../../../src/services/numbers/confirm-annulment.js';
import { annulWorkflowIdOf } from '../../../src/workflows/contract/numbers.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { contentsIn } from '../../replay/contents.js';
import type { HistoryJson } from '../../replay/histories.js';

const path = '/api/v2/ecf-sequences/annulments';
let service: Service;
const next = encfs(31);

beforeAll(async () => {
  // Time limits that no pause of the machine exceeds: a delivery without an answer leaves numbers uncertain.
  const unlimited = { DGII_SUBMIT_TIMEOUT_MS: '30000', DGII_AUTH_TIMEOUT_MS: '30000' };
  service = await startService({ env: { ...patient, ...unlimited } });
}, 60_000);
beforeEach(() =>
  service.simulate({ faults: [], annulledAgain: 'used', exceptedForm: 'ranges', rejectionStatus: 400 }),
);

const one = (encf: string) => ({ desde: encf, hasta: encf });
const annul = async (...encfs: string[]) =>
  (await service.post(path, { ranges: encfs.map(one), note: 'Cambio de sistema' })).body.data;
/** The request, when it is over. A busy worker may not end it before the answer to the client. */
async function annulled(...numbers: string[]): Promise<Record<string, unknown>> {
  const { annulmentId, reused } = await annul(...numbers);
  expect(reused).toBe(false);
  await parked(annulmentId);
  return stateOf(annulmentId);
}
const stateOf = async (id: unknown) => (await service.get(`${path}/${String(id)}`)).body.data;
const number = (encf: string) => service.store.findNumber(service.companyId, 'pre-certification', encf);
const send = async (encf: string) =>
  (await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }))).body.data;
/** Waits until no step is left: the annulment is over or waits for a person. */
const parked = (id: unknown) =>
  until('the annulment makes no more steps', async () => {
    const record = await service.store.findRangeAnnulment(String(id));
    return record?.dueAt === undefined && record;
  });
const fault = (action: string, times = 1) =>
  service.simulate({ faults: [{ service: 'anulacion', action, times }] });

test('DGII voids all of them: they are never sent, and the request can be read again', async () => {
  const [a, b] = [next(), next()];
  const data = await annulled(a, b);
  expect(data).toMatchObject({ estado: 'anulado', solicitados: 2, nota: 'Cambio de sistema' });
  expect(data['resultado']).toEqual([{ desde: a, hasta: b, estado: 'anulado' }]);
  expect(await number(a)).toMatchObject({ annulled: true });
  expect(await send(a)).toMatchObject({ code: 'ENCF_ANNULLED' });
  expect(await stateOf(data['annulmentId'])).toEqual(data);
  const list = await service.get(`${path}?limit=1`);
  expect(list.body.data).toMatchObject([{ annulmentId: data['annulmentId'], estado: 'anulado' }]);
  expect(list.headers).not.toHaveProperty('x-next-cursor');
  // A client that lost the answer gets it again, in whatever order it names the numbers.
  expect(await annul(b, a)).toEqual({ ...data, reused: true });
  expect((await service.get(path)).body.data).toHaveLength(1);
  expect((await annulled(a))['resultado']).toMatchObject([
    { estado: 'rechazado', motivo: 'ALREADY_ANNULLED' },
  ]);
  const newest = await service.get(`${path}?limit=1`);
  const older = await service.get(`${path}?limit=1&cursor=${String(newest.headers['x-next-cursor'])}`);
  expect(older.body.data).toMatchObject([{ annulmentId: data['annulmentId'] }]);
});

test('numbers in use are refused, and the others are annulled all the same', async () => {
  const [free, used] = [next(), next()];
  expect(await send(used)).toMatchObject({ accepted: 1 });
  const data = await annulled(free, used);
  expect(data).toMatchObject({ estado: 'parcial', mensajesDgii: [expect.stringContaining('correctamente')] });
  expect(data['resultado']).toMatchObject([
    { desde: free, estado: 'anulado' },
    { desde: used, estado: 'rechazado', motivo: 'ISSUED' },
  ]);
});

describe('DGII does not void numbers', () => {
  /** A number for which DGII has a voucher that this ledger does not know. */
  async function usedElsewhere(): Promise<string> {
    const encf = next();
    expect(await send(encf)).toMatchObject({ accepted: 1 });
    await forget(encf);
    return encf;
  }

  test('that have a voucher at DGII: these are never sent, and the others are void', async () => {
    const [a, used, c] = [next(), await usedElsewhere(), next()];
    const { annulmentId } = await annul(a, used, c);
    await parked(annulmentId);
    expect(await stateOf(annulmentId)).toMatchObject({
      estado: 'parcial',
      resultado: [
        { desde: a, estado: 'anulado' },
        { desde: used, estado: 'rechazado', motivo: 'USED_AT_DGII' },
        { desde: c, estado: 'anulado' },
      ],
    });
    expect(await number(used)).toMatchObject({ annulled: true });
    // A note may modify the voucher that DGII has, and none may modify a void number.
    const referenced = (encf: string) =>
      service.store.findReferenced(service.companyId, 'pre-certification', encf, next());
    expect(await referenced(used)).toBeUndefined();
    expect(await referenced(a)).toMatchObject({ state: 'annulled' });
  });

  test('in a form that we cannot read: all stay uncertain and locked, until a person records what DGII shows', async () => {
    await service.simulate({ exceptedForm: 'serials' });
    const [a, used] = [next(), await usedElsewhere()];
    const { annulmentId } = await annul(a, used);
    await parked(annulmentId);
    expect(await stateOf(annulmentId)).toMatchObject({
      estado: 'incierto',
      resultado: [
        { desde: a, estado: 'incierto', motivo: 'ANSWER_LOST' },
        { desde: used, estado: 'rechazado', motivo: 'USED_AT_DGII' },
      ],
    });
    expect(await number(a)).toMatchObject({ annulled: true });
    const where = { id: String(annulmentId), companyId: service.companyId };
    const deps = { store: service.store, clock: () => new Date() };
    const word = { annulled: true, by: 'ana', note: 'Consulta de Anulaciones' };
    expect(await confirmAnnulment(deps, where, word)).toMatchObject({ outcome: 'done' });
    await until('a worker marks the numbers', async () => (await parked(annulmentId)).final);
    expect(await stateOf(annulmentId)).toMatchObject({
      estado: 'parcial',
      resultado: [{ estado: 'anulado' }, {}],
    });
    expect(await confirmAnnulment(deps, where, word)).toMatchObject({ refusal: 'ANNULMENT_NOT_UNCERTAIN' });
  });
});

test('DGII refuses the file: the locks end, and the number can be sent', async () => {
  const encf = next();
  // DGII knows no number of this issuer.
  await service.simulate({ sequences: [] });
  const data = await annulled(encf);
  await service.simulate({ sequences: 'any' });
  expect(data).toMatchObject({
    estado: 'rechazado',
    resultado: [{ estado: 'rechazado', motivo: 'REFUSED_BY_DGII' }],
  });
  expect(await number(encf)).toMatchObject({ annulled: false });
  expect(await send(encf)).toMatchObject({ accepted: 1 });
});

test('DGII answers the first delivery that the numbers were used: none of them becomes free', async () => {
  const [used, voided] = [next(), next()];
  expect(await send(used)).toMatchObject({ accepted: 1 });
  await annulled(voided);
  // Another system issued one of the numbers, and a person voided the other one in DGII's office.
  await forget(used);
  await forget(voided);
  const { annulmentId } = await annul(used, voided);
  const record = await parked(annulmentId);
  expect(record).toMatchObject({ state: 'uncertain', final: false });
  expect(record.deliveries.map(({ outcome }) => outcome)).toEqual(['refused']);
  expect(await stateOf(annulmentId)).toMatchObject({
    estado: 'incierto',
    resultado: [
      { desde: used, estado: 'rechazado', motivo: 'USED_AT_DGII' },
      { desde: voided, estado: 'incierto', motivo: 'EXCEPTED_BY_DGII' },
    ],
    mensajesDgii: [expect.stringMatching(/han sido utilizadas/)],
  });
  for (const encf of [used, voided]) expect(await send(encf)).toMatchObject({ code: 'ENCF_ANNULLED' });
});

test.each(['drop-before-reading', 'status-500', 'bare-400-html', 'status-503-html'])(
  'the answer is lost (%s), and DGII did not get the file: the same bytes are sent again',
  async (action) => {
    const encf = next();
    await fault(action);
    const { annulmentId } = await annul(encf);
    const record = await parked(annulmentId);
    expect(await stateOf(annulmentId)).toMatchObject({ estado: 'anulado' });
    expect(record.deliveries.map(({ outcome }) => outcome)).toEqual(['lost', 'answered']);
  },
);

test.each(['used', 'not-possible'])(
  'the answer is lost, and DGII had voided the number (%s): the service assumes nothing, and the number stays uncertain and visible',
  async (annulledAgain) => {
    const encf = next();
    await service.simulate({ annulledAgain });
    await fault('accept-then-drop');
    const { annulmentId } = await annul(encf);
    const record = await parked(annulmentId);
    expect(record).toMatchObject({ state: 'uncertain', final: false, lost: 1 });
    expect(await stateOf(annulmentId)).toMatchObject({
      estado: 'incierto',
      resultado: [{ estado: 'incierto', motivo: 'ANSWER_LOST' }],
    });
    expect(await send(encf)).toMatchObject({ code: 'ENCF_ANNULLED' });
  },
);

test('DGII voids the same numbers once more: that answer replaces the lost one', async () => {
  const encf = next();
  await service.simulate({ annulledAgain: 'again' });
  await fault('accept-then-500');
  const { annulmentId } = await annul(encf);
  await parked(annulmentId);
  expect(await stateOf(annulmentId)).toMatchObject({ estado: 'anulado' });
});

test('no answer ever comes: the bytes are sent three times, then a person must check', async () => {
  const encf = next();
  await fault('accept-then-drop', 9);
  const { annulmentId } = await annul(encf);
  const record = await parked(annulmentId);
  expect(record).toMatchObject({ state: 'uncertain', lost: 3, deliveryCount: 3 });
}, 60_000);

test('DGII cannot be reached: nothing is sent, so the annulment waits and then ends', async () => {
  const encf = next();
  await fault('status-429', 2);
  const { annulmentId } = await annul(encf);
  const record = await parked(annulmentId);
  expect(record).toMatchObject({ state: 'annulled', final: true });
  expect(record.deliveries.map(({ outcome }) => outcome)).toContain('not-sent');
});

test('before anything was sent it can be cancelled: the number is free again, and DGII gets nothing', async () => {
  const encf = next();
  await fault('status-429', 999);
  const { annulmentId } = await annul(encf);
  await until('it waits, signed', async () => {
    const record = await service.store.findRangeAnnulment(String(annulmentId));
    return record?.state === 'signed' && record.waiting;
  });
  expect(await send(encf)).toMatchObject({ code: 'ENCF_ANNULLED' });
  const cancel = () => service.post(`${path}/${String(annulmentId)}/cancel`, { note: 'Se va a usar' });
  // The request succeeds between two tries; while a try is under way the answer is 409.
  const cancelled = await until('it is cancelled', async () => {
    const answer = await cancel();
    return answer.status === 200 && answer;
  });
  const resultado = [{ desde: encf, hasta: encf, estado: 'rechazado', motivo: 'CANCELLED' }];
  expect(cancelled.body.data).toMatchObject({ estado: 'rechazado', resultado });
  await service.simulate({ faults: [] });
  await parked(annulmentId);
  expect(await number(encf)).toMatchObject({ annulled: false });
  expect(await send(encf)).toMatchObject({ accepted: 1 });
  expect((await cancel()).body.data).toMatchObject({ estado: 'rechazado', resultado });
});

test('a request that DGII has is not cancelled', async () => {
  const { annulmentId } = await annulled(next());
  const { status, body } = await service.post(`${path}/${String(annulmentId)}/cancel`, {});
  expect([status, body.data['code']]).toEqual([409, 'ANNULMENT_SENT']);
});

test('in certification DGII offers no annulment: 409, and nothing is stored', async () => {
  const other = await service.addCompany({ environment: 'certification' });
  const { status, body } = await other.post(path, { ranges: [one(next())] });
  expect([status, body.data['code']]).toEqual([409, 'NOT_AVAILABLE_IN_ENVIRONMENT']);
});

test.each([
  {
    name: 'two types',
    ranges: [one('E310000009009'), { desde: 'E310000009001', hasta: 'E320000009002' }],
    campo: 'ranges[1]',
    says: 'El rango 2 (E310000009001 a E320000009002) no es válido: sus dos e-NCF',
  },
  {
    name: 'a number twice',
    ranges: [one('E310000009001'), one('E310000009001')],
    campo: 'ranges[1]',
    says: 'repite E310000009001, que está en el rango 1.',
  },
  {
    name: 'too many numbers',
    ranges: [{ desde: 'E310000000001', hasta: 'E310000010001' }],
    campo: 'ranges',
    says: 'Son 10,001 números',
  },
])(
  '$name: the whole request is refused, and the answer says which range and why',
  async ({ ranges, campo, says }) => {
    const { status, body } = await service.post(path, { ranges });
    expect([status, body.data['code'], body.data['campo']]).toEqual([400, 'REQUEST_INVALID', campo]);
    expect(JSON.stringify(body)).toContain(says);
  },
);

test('another company does not see the annulment', async () => {
  const { annulmentId } = await annul(next());
  const other = await service.addCompany();
  const { status, body } = await other.get(`${path}/${String(annulmentId)}`);
  expect([status, body.data['code']]).toEqual([404, 'ANNULMENT_NOT_FOUND']);
});

test('history holds the id of the annulment and none of its numbers', async () => {
  const encf = next();
  const { annulmentId } = await annul(encf);
  const handle = service.temporal.workflow.getHandle(annulWorkflowIdOf(String(annulmentId)));
  const history = JSON.parse(JSON.stringify(await handle.fetchHistory())) as HistoryJson;
  expect(contentsIn(history, [encf, service.rnc, 'Cambio de sistema'])).toEqual([]);
});

test('one request may have 10,000 numbers of the ten types', async () => {
  const types = [31, 32, 33, 34, 41, 43, 44, 45, 46, 47];
  const ranges = types.map((type) => ({ desde: `E${type}0000500001`, hasta: `E${type}0000501000` }));
  const { annulmentId } = (await service.post(path, { ranges })).body.data;
  await parked(annulmentId);
  const { estado, resultado } = await stateOf(annulmentId);
  expect({ estado, resultado }).toEqual({
    estado: 'anulado',
    resultado: ranges.map((range) => ({ ...range, estado: 'anulado' })),
  });
}, 60_000);

test('without a worker the request is kept, and a worker that starts completes it', async () => {
  await service.stopWorker();
  const encf = next();
  await service.store.putRangeAnnulment({
    _id: randomUUID(),
    companyId: service.companyId,
    environment: 'pre-certification',
    rnc: service.rnc,
    by: 'ana',
    note: 'x',
    requestedAt: new Date(),
    count: 1,
    ranges: [one(encf)],
    firstCheckMs: 0,
  });
  await service.startWorker();
  await until('the number is void', async () => {
    const { rows } = await service.store.listRangeAnnulments({
      companyId: service.companyId,
      environment: 'pre-certification',
      limit: 1,
    });
    return rows[0]?.final;
  });
  expect(await number(encf)).toMatchObject({ annulled: true });
}, 60_000);

/** Removes a number from this ledger, as if another system had issued it, or as if it had been voided in DGII's office. */
async function forget(encf: string): Promise<void> {
  const { uri, database } = service.config.mongo;
  const client = await MongoClient.connect(uri);
  for (const collection of ['documents', 'annulments'])
    await client.db(database).collection(collection).deleteMany({ encf });
  await client.close();
}
