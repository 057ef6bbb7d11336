/** kill -9 of the worker at every step of a voucher: it is still issued exactly once, with one set of bytes. */
import { request } from 'undici';
import { workflowIdOf } from '../../../src/workflows/contract.js';
import { startRoleProcess, type RoleProcess } from '../../harness/processes/role-process.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { noResult, patient, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
let worker: RoleProcess | undefined;
const next = encfs(31);

beforeAll(async () => {
  service = await startService({ workerless: true, env: patient });
}, 60_000);
afterEach(async () => {
  await worker?.kill();
  worker = undefined;
  await service.simulate({ faults: [] });
  await release();
});

async function release(): Promise<void> {
  const response = await request(`${service.simulatorUrl}/_simulator/release`, { method: 'POST' });
  await response.body.dump();
}

async function requestsTo(name: string): Promise<number> {
  const response = await request(`${service.simulatorUrl}/_simulator/counts`);
  const { requests } = (await response.body.json()) as { requests: Record<string, number> };
  return requests[name] ?? 0;
}

const documentOf = (encf: string) => service.store.findDocument(service.companyId, 'pre-certification', encf);
const statusOf = async (encf: string) =>
  (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data;

interface Moment {
  readonly name: string;
  /** Sets up the simulator so that the voucher stops at this moment. */
  readonly arrange: (encf: string) => Promise<void>;
  readonly reached: (encf: string) => Promise<boolean>;
  /** The state in the ledger at that moment. */
  readonly recorded: string;
}

const moments: readonly Moment[] = [
  {
    name: 'after the write-ahead, before the first byte',
    arrange: () => service.simulate({ faults: [{ service: 'semilla', action: 'hold', times: 1 }] }),
    reached: async () => (await requestsTo('semilla')) > 0,
    recorded: 'submitting',
  },
  {
    name: 'after DGII received it, before its answer is stored',
    arrange: (encf) =>
      service.simulate({ faults: [{ service: 'recepcion', action: 'hold', times: 1, encf }] }),
    reached: async (encf) => (await service.seenByDgii(encf)).received.length === 1,
    recorded: 'submitting',
  },
  {
    name: 'between submission and result',
    arrange: (encf) =>
      service.simulate({
        faults: [noResult(encf)],
      }),
    reached: async (encf) => (await documentOf(encf))?.state === 'submitted',
    recorded: 'submitted',
  },
];

test.each(moments)(
  '$name',
  async ({ arrange, reached, recorded }) => {
    const encf = next();
    await arrange(encf);
    worker = await startRoleProcess('worker', service.env);
    const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
    expect(sent.body.data).toMatchObject({ accepted: null, alreadyProcessed: false });
    await until('the moment is reached', () => reached(encf));

    await worker.kill();
    expect((await documentOf(encf))?.state).toBe(recorded);
    const bytes = (await documentOf(encf))?.signed?.sha256;
    await service.simulate({ faults: [] });
    await release();
    worker = await startRoleProcess('worker', service.env);

    const again = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
    expect(again.body.data).toMatchObject({ accepted: 1, status: 'Aceptado', alreadyProcessed: true });
    const seen = await service.seenByDgii(encf);
    expect(seen).toMatchObject({ accepted: 1, distinctBytes: 1 });
    expect(seen.received.map(({ sha256 }) => sha256)).toEqual([bytes]);
  },
  90_000,
);

describe('in each step of one workflow task', () => {
  /** Writes of a voucher to the ledger, in order. */
  const [signed, writtenAhead, handedOver, verdict] = [1, 2, 3, 4];
  const places = [
    { name: 'prepare: before the signature is stored', write: signed, when: 'before', recorded: 'admitted' },
    { name: 'prepare: after it', write: signed, when: 'after', recorded: 'signed' },
    { name: 'submit: before the write-ahead', write: writtenAhead, when: 'before', recorded: 'signed' },
    { name: 'submit: before the first byte', write: writtenAhead, when: 'after', recorded: 'submitting' },
    { name: 'submit: DGII has it', write: handedOver, when: 'before', recorded: 'submitting' },
    { name: 'submit: its trackId is stored', write: handedOver, when: 'after', recorded: 'submitted' },
    { name: 'query: DGII gave its verdict', write: verdict, when: 'before', recorded: 'submitted' },
    { name: 'query: the verdict is stored', write: verdict, when: 'after', recorded: 'accepted' },
  ] as const;
  const triesMax = 20;

  const regularActivities = async (encf: string) => {
    const ref = { companyId: service.companyId, environment: 'pre-certification', encf, attempt: 1 } as const;
    const { events } = await service.temporal.workflow.getHandle(workflowIdOf(ref)).fetchHistory();
    return events!.filter((event) => event.activityTaskScheduledEventAttributes != null).length;
  };

  /** A voucher that stops at this moment of its first workflow task. */
  async function standStill({ write, when, name }: (typeof places)[number]): Promise<string> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const warm = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf: next() }));
      expect(warm.body.data).toMatchObject({ accepted: 1 });
      const encf = next();
      await worker!.hold(encf, write, when);
      await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
      await until(`${name}: it stands still`, async () => (await worker!.held()).includes(encf), {
        withinMs: 60_000,
      });
      // Otherwise the worker had found DGII slow, and ran a step as a regular activity.
      if ((await regularActivities(encf)) === 0) return encf;
    }
    throw new Error(`${name}: no voucher kept to its workflow task in ${triesMax} tries`);
  }

  test('each voucher is issued once, with the bytes of its one signature', async () => {
    worker = await startRoleProcess('worker', service.env);
    const vouchers: { readonly place: (typeof places)[number]; readonly encf: string }[] = [];
    for (const place of places) vouchers.push({ place, encf: await standStill(place) });
    await worker.kill();

    const before = await Promise.all(vouchers.map(({ encf }) => documentOf(encf)));
    expect(before.map((document) => document?.state)).toEqual(places.map(({ recorded }) => recorded));
    worker = await startRoleProcess('worker', service.env);
    await Promise.all(
      vouchers.map(async ({ place: { name }, encf }, index) => {
        const again = await service.post('/api/v2/dgii-ecf/send?waitForFinal=120s', sampleEcf({ encf }));
        const seen = await service.seenByDgii(encf);
        const outcome = { name, ...again.body.data, accepted: seen.accepted, received: seen.received.length };
        expect(outcome).toMatchObject({ name, status: 'Aceptado', accepted: 1, received: 1 });
        const bytes = (await documentOf(encf))?.signed?.sha256;
        expect({ name, bytes: seen.received.map(({ sha256 }) => sha256) }).toEqual({ name, bytes: [bytes] });
        if (before[index]?.signed !== undefined) expect(bytes).toBe(before[index].signed.sha256);
      }),
    );
  }, 300_000);
});

test('without a worker the answer is accepted null; the voucher completes when a worker starts', async () => {
  const encf = next();
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=500ms', sampleEcf({ encf }));
  expect(sent.status).toBe(200);
  expect(sent.body.data).toMatchObject({ accepted: null, status: 'Recibido', securityCode: '', trackId: '' });
  worker = await startRoleProcess('worker', service.env);
  await until('the voucher is accepted', async () => (await statusOf(encf))['status'] === 'Aceptado', {
    withinMs: 30_000,
  });
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 60_000);
