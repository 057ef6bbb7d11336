/** kill -9 of the worker at every step of a voucher: it still ends up issued exactly once, with one set of bytes. */
import { request } from 'undici';
import { workflowIdOf } from '../../src/workflows/contract.js';
import { startRoleProcess, type RoleProcess } from '../harness/role-process.js';
import { encfs, sampleEcf } from '../harness/sample-ecf.js';
import { noResult, patient, startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

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
  /** What the simulator does so that the voucher stands still at this moment. */
  readonly arrange: (encf: string) => Promise<void>;
  readonly reached: (encf: string) => Promise<boolean>;
  /** What the ledger says then. */
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

test('in a delivery that is made within a workflow task', async () => {
  worker = await startRoleProcess('worker', service.env);
  const activities = async (encf: string) => {
    const ref = { companyId: service.companyId, environment: 'pre-certification', encf, attempt: 1 } as const;
    const { events } = await service.temporal.workflow.getHandle(workflowIdOf(ref)).fetchHistory();
    return events!.filter((event) => event.activityTaskScheduledEventAttributes != null).length;
  };
  // Once DGII answers at once, the next is delivered within its workflow task.
  await until('DGII is quick', async () => {
    const encf = next();
    const warm = await service.post('/api/v2/dgii-ecf/send?waitForFinal=30s', sampleEcf({ encf }));
    expect(warm.body.data).toMatchObject({ accepted: 1 });
    return (await activities(encf)) === 0;
  });
  const encf = next();
  await service.simulate({ faults: [{ service: 'recepcion', action: 'hold', times: 1, encf }] });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
  await until('DGII received it', async () => (await service.seenByDgii(encf)).received.length === 1);

  await worker.kill();
  expect(await activities(encf)).toBe(0);
  expect((await documentOf(encf))?.state).toBe('submitting');
  await service.simulate({ faults: [] });
  await release();
  worker = await startRoleProcess('worker', service.env);

  const again = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
  expect(again.body.data).toMatchObject({ accepted: 1, status: 'Aceptado', alreadyProcessed: true });
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 120_000);

test('no worker running: accepted null, and completed when one comes', async () => {
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
