/** external-status as a client sees it: a worker asks DGII, the workflow carries the question's id, every outage has an answer. */
import { connect } from 'node:net';
import { readConfig } from '../../../src/boot/config.js';
import { startApi } from '../../../src/boot/api-role.js';
import { freePort } from '../../../src/shared/free-port.js';
import { sampleEcf, encfs } from '../../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { contentsIn } from '../../replay/contents.js';
import type { HistoryJson } from '../../replay/histories.js';

const buyer = '131880681';
let service: Service;
let code: string;
const next = encfs(31);
const encf = next();

beforeAll(async () => {
  service = await startService({ env: patient });
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }));
  expect(sent.body.data['accepted']).toBe(1);
  code = sent.body.data['securityCode'] as string;
}, 60_000);
beforeEach(() => service.simulate({ faults: [], maintenance: [] }));

/** Asks again if a busy Temporal or worker gave no answer in time. */
function ask(...asked: Parameters<typeof askOnce>) {
  return until('the question reaches DGII', async () => {
    const answer = await askOnce(...asked);
    return answer.body.data['code'] === 'PROCESS_UNAVAILABLE' ? undefined : answer;
  });
}

function askOnce(change: Record<string, string> = {}, version = 'v2') {
  const query = new URLSearchParams({ rncEmisor: service.rnc, encf, rncComprador: buyer, ...change });
  const path = version === 'v1' ? '/api/v1/dgii-ecf/external-status/0' : '/api/v2/dgii-ecf/external-status';
  return service.get(`${path}?${query}`);
}

test.each(['v1', 'v2'])('%s returns what DGII says about a voucher', async (version) => {
  const { status, body } = await ask({ codigoSeguridad: code }, version);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    rncEmisor: service.rnc,
    encf,
    rncComprador: buyer,
    status: 'Aceptado',
    accepted: 1,
    montoTotal: 1180,
    totalITBIS: 180,
    fechaEmision: '20-11-2026',
    codigoSeguridad: code,
    fechaFirma: expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
  });
});

test('for a voucher that the company received, the company is the buyer by default', async () => {
  const other = await service.addCompany();
  const ecf = sampleEcf({ encf: next() });
  ecf.ECF.Encabezado.Comprador.RNCComprador = other.rnc;
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  const { ecf: received, securityCode } = sent.body.data as Record<string, string>;
  const query = { rncEmisor: service.rnc, encf: received!, codigoSeguridad: securityCode! };
  const { status, body } = await other.get(`/api/v2/dgii-ecf/external-status?${new URLSearchParams(query)}`);
  expect([status, body.data['rncComprador'], body.data['status']]).toEqual([200, other.rnc, 'Aceptado']);
});

test('a rejected voucher is reported as rejected', async () => {
  const rejected = next();
  await service.simulate({ rejectEncfs: [{ encf: rejected, codigo: 999, valor: 'No.' }] });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf: rejected }));
  const { body } = await ask({ encf: rejected });
  expect(body.data).toMatchObject({ status: 'Rechazado', accepted: 0 });
});

test.each([
  { name: 'another number', change: { encf: 'E319999999999' } },
  { name: 'another code', change: { codigoSeguridad: 'AAAAAA' } },
  { name: 'another buyer', change: { rncComprador: '101000001' } },
])('$name is not found', async ({ change }) => {
  const { status, body } = await ask(change);
  expect([status, body.data['code']]).toEqual([404, 'EXTERNAL_ECF_NOT_FOUND']);
});

test('DGII refuses a question about a voucher between two other companies, and its message is passed on', async () => {
  const { status, body } = await ask({ rncEmisor: '101000001', rncComprador: buyer });
  expect(status).toBe(409);
  expect(body.data).toMatchObject({ code: 'DGII_ACCESS_REFUSED', reason: 'QUERY_REFUSED' });
  expect(JSON.stringify(body.data['mensajes'])).toContain('no está autorizado');
});

test.each([
  { name: 'answers with an error', fault: { service: 'estado', action: 'status-500', times: 5 } },
  { name: 'shows a maintenance page', fault: { service: 'estado', action: 'status-503-html', times: 5 } },
  { name: 'cuts the connection', fault: { service: 'estado', action: 'drop-before-reading', times: 5 } },
  { name: 'does not answer in time', fault: { service: 'estado', action: 'slow', times: 5, slowMs: 20_000 } },
])('when DGII $name: 503 with a time to come back', async ({ fault }) => {
  await service.simulate({ faults: [fault] });
  const { status, body, headers } = await ask();
  expect([status, body.data['code'], headers['retry-after']]).toEqual([503, 'DGII_UNAVAILABLE', '30']);
});

test('a signer that DGII does not know is reported as the cause', async () => {
  const other = await service.addCompany({ delegated: false });
  const query = new URLSearchParams({ rncEmisor: service.rnc, encf });
  const { status, body } = await other.get(`/api/v2/dgii-ecf/external-status?${query}`);
  expect([status, body.data['code']]).toEqual([409, 'DGII_ACCESS_REFUSED']);
});

test('history holds the id of the question and none of its contents', async () => {
  await ask({ codigoSeguridad: code });
  const seen: HistoryJson[] = [];
  const query = `WorkflowType = 'inquiry' AND TaskQueue = '${service.config.temporal.taskQueue}'`;
  for await (const { workflowId } of service.temporal.workflow.list({ query })) {
    const history = await service.temporal.workflow.getHandle(workflowId).fetchHistory();
    seen.push(JSON.parse(JSON.stringify(history)) as HistoryJson);
  }
  expect(seen.length).toBeGreaterThan(0);
  for (const history of seen) expect(contentsIn(history, [service.rnc, buyer, encf, code])).toEqual([]);
});

test('without a worker: 503 with a code, within a time limit', async () => {
  await service.stopWorker();
  try {
    const { status, body } = await askOnce();
    expect([status, body.data['code']]).toEqual([503, 'PROCESS_UNAVAILABLE']);
  } finally {
    await service.startWorker();
  }
}, 60_000);

test('without Temporal: 503 with a code, at once', async () => {
  const port = await freePort();
  await expectClosed(port);
  const env = { ...service.env, TEMPORAL_ADDRESS: `127.0.0.1:${port}` };
  const api = await startApi(readConfig(env), service.log);
  const before = service.apiUrl;
  service.apiUrl = `http://127.0.0.1:${api.port}`;
  try {
    const { status, body, headers } = await askOnce();
    expect([status, body.data['code'], headers['retry-after']]).toEqual([503, 'PROCESS_UNAVAILABLE', '10']);
  } finally {
    service.apiUrl = before;
    await api.stop();
  }
}, 60_000);

function expectClosed(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve());
    socket.once('connect', () => reject(new Error(`Port ${port} is open`)));
  });
}
