/** The Temporal Schedule renews the registry: it fetches from this test's own server, imports, and consult-rnc answers. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { readConfig } from '../../../src/boot/config.js';
import { fetchRegistry, RegistryFetchError } from '../../../src/dgii/fetch-registry.js';
import { startWorker } from '../../../src/boot/worker-role.js';
import { registryTimings } from '../../../src/workflows/contract/taxpayers.js';
import { givenBundle } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { csvOf } from '../../harness/samples/registry.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { zipOf } from '../../harness/samples/zip.js';

const zipped = (count: number, name: string) =>
  zipOf([
    {
      name: 'RNC_Contribuyentes_Actualizado_29_Ago_2026.csv',
      content: iconv.encode(csvOf(count, name), 'win1252'),
    },
  ]);

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let url: string;
let serve: Serve;
let asked: IncomingMessage[];
/** The folder for fetches without a workflow. */
let dir: string;
let service: Service;

/** Answers as DGII's server does: with an ETag, and 304 to a client that sends the current one. */
const file =
  (content: Buffer, headers: Record<string, string> = {}): Serve =>
  (request, response) => {
    const etag = `"${createHash('sha1').update(content).digest('hex')}"`;
    const known = request.headers['if-none-match'] === etag;
    response.writeHead(known ? 304 : 200, { etag, ...headers });
    response.end(known ? undefined : content);
  };
const status =
  (code: number): Serve =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'text/html' }).end('<html>Acceso denegado</html>');

/** HH:MM in Santo Domingo, which is at UTC−4. */
const inTwelveHours = new Date(Date.now() + (12 - 4) * 3_600_000).toISOString().slice(11, 16);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ecf-fetch-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
  asked = [];
  serve = status(503);
  server = createServer((request, response) => {
    asked.push(request);
    serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('the server', () => {
    server.close();
    server.closeAllConnections();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/RNC/RNC_CONTRIBUYENTES.zip`;
  service = await startService({
    // The schedule must not fire by itself during the test.
    env: { ECF_REGISTRY_URL: `${url}?clave=secreta`, ECF_REGISTRY_TIME: inTwelveHours },
  });
  own('the schedule', () => schedule().delete());
}, 60_000);

const scheduleId = () => `registry-${service.config.temporal.taskQueue}`;
const schedule = () => service.temporal.schedule.getHandle(scheduleId());
const consult = (rnc: string) => service.get(`/api/v2/dgii-ecf/consult-rnc?rnc=${rnc}`);

/** The run that a manual trigger started, as the Web UI's button does. */
async function trigger() {
  const before = (await schedule().describe()).info.recentActions.length;
  await schedule().trigger();
  const action = await until('a run of the schedule', async () => {
    const { recentActions } = (await schedule().describe()).info;
    return recentActions.length > before ? recentActions.at(-1)?.action.workflow : undefined;
  });
  return service.temporal.workflow.getHandle(action.workflowId, action.firstExecutionRunId);
}

test('a worker creates the schedule when it starts: daily, Santo Domingo time, one run at a time', async () => {
  const { spec, policies, action, state } = await schedule().describe();
  expect(spec.timezone).toBe('America/Santo_Domingo');
  const [hour, minute] = inTwelveHours.split(':').map((text) => ({ start: Number(text) }));
  expect(spec.calendars).toMatchObject([{ hour: [hour], minute: [minute] }]);
  expect(policies.overlap).toBe('SKIP');
  expect(action).toMatchObject({ workflowType: 'refreshRegistry', args: [registryTimings] });
  expect(state.paused).toBe(false);
});

test('before anything is imported: RNC_REGISTRY_EMPTY', async () => {
  const { status: code, body } = await consult('100000000');
  expect([code, body.data['code']]).toEqual([503, 'RNC_REGISTRY_EMPTY']);
});

test('a triggered run fetches and imports, and both API versions answer', async () => {
  serve = file(zipped(1_200, 'COMPAÑÍA'));
  expect(await (await trigger()).result()).toEqual({
    outcome: 'imported',
    rows: 1_200,
    malformed: 0,
    dataDate: '29-08-2026',
  });
  const { body } = await consult('100001199');
  expect(body.data).toMatchObject({ razonSocial: 'COMPAÑÍA 1199 SRL', fechaActualizacion: '29-08-2026' });
  const v1 = await service.get('/api/v1/dgii-ecf/consult-rnc/100001199');
  expect([v1.status, v1.body.data]).toEqual([200, body.data]);
});

test('a second run sends the ETag, gets nothing new, and imports nothing', async () => {
  asked.length = 0;
  const before = (await service.store.registryStatus()).registry?.importedAt;
  expect(await (await trigger()).result()).toMatchObject({ outcome: 'unchanged', rows: 1_200 });
  expect(asked.map(({ headers }) => typeof headers['if-none-match'])).toEqual(['string']);
  expect((await service.store.registryStatus()).registry?.importedAt).toEqual(before);
});

test('a server without ETags sends the same bytes: nothing is imported either', async () => {
  const same = zipped(1_200, 'COMPAÑÍA');
  serve = (_request, response) => response.end(same);
  expect(await (await trigger()).result()).toMatchObject({ outcome: 'unchanged' });
});

test('a web page with status 200 is refused; the retry gets the right file and imports it', async () => {
  serve = (_request, response) => response.end('<html>Mantenimiento</html>');
  const run = await trigger();
  const failing = await until('a first failure', async () => {
    const { raw } = await run.describe();
    return raw.pendingActivities?.find(({ attempt }) => Number(attempt) > 1);
  });
  expect(failing.lastFailure?.message).toBe('REGISTRY_FILE_WEB_PAGE');
  expect((await consult('100000000')).body.data).toMatchObject({ razonSocial: 'COMPAÑÍA 0 SRL' });
  await run.terminate('the pause is a minute');
  const history = JSON.stringify(await run.fetchHistory());
  for (const secret of ['secreta', '127.0.0.1', 'Mantenimiento', '/src/'])
    expect(history).not.toContain(secret);
});

test('a worker that starts again keeps the operator’s pause and takes the new time', async () => {
  await schedule().pause('mantenimiento');
  const config = readConfig({ ...service.env, ECF_REGISTRY_URL: url, ECF_REGISTRY_TIME: '06:10' });
  const other = await startWorker(config, service.log, { workflowBundle: givenBundle() });
  try {
    const { spec, state } = await schedule().describe();
    expect(spec.calendars).toMatchObject([{ hour: [{ start: 6 }], minute: [{ start: 10 }] }]);
    expect(state.paused).toBe(true);
  } finally {
    await other.stop();
  }
});

test('a worker without an address deletes the schedule; the next one with an address creates it again', async () => {
  const start = async (address: string) => {
    const config = readConfig({ ...service.env, ECF_REGISTRY_URL: address });
    await (await startWorker(config, service.log, { workflowBundle: givenBundle() })).stop();
  };
  await start('');
  await expect(schedule().describe()).rejects.toMatchObject({ name: 'ScheduleNotFoundError' });
  await start(url);
  expect((await schedule().describe()).scheduleId).toBe(scheduleId());
});

describe('the address', () => {
  test.each([
    { value: 'http://dgii.example/a.zip', says: 'https' },
    { value: 'ftp://dgii.example/a.zip', says: 'https' },
    { value: 'https://yo:clave@dgii.example/a.zip', says: 'user' },
    { value: 'a.zip', says: 'absolute' },
  ])('$value is refused at start', ({ value, says }) => {
    expect(() => readConfig({ ECF_REGISTRY_URL: value })).toThrow(new RegExp(`ECF_REGISTRY_URL.*${says}`));
  });

  test.each(['24:00', '4:30', 'mañana'])('ECF_REGISTRY_TIME=%s is refused at start', (value) => {
    expect(() => readConfig({ ECF_REGISTRY_TIME: value })).toThrow('ECF_REGISTRY_TIME');
  });

  const fetched = (bytesMax?: number) =>
    fetchRegistry({
      url,
      known: {},
      dir,
      signal: AbortSignal.timeout(10_000),
      ...(bytesMax === undefined ? {} : { bytesMax }),
    });
  const redirect =
    (location: string): Serve =>
    (_request, response) =>
      response.writeHead(302, { location }).end();

  test.each([
    { name: 'DGII answers 403', with: status(403), problem: 'HTTP', code: 403 },
    {
      name: 'it leads to plain http elsewhere',
      with: redirect('http://dgii.example/'),
      problem: 'ADDRESS_REFUSED',
      code: 0,
    },
    { name: 'it leads to itself', with: redirect('/RNC'), problem: 'ADDRESS_REFUSED', code: 0 },
    { name: 'it never ends', with: endless, problem: 'TOO_LARGE', code: 0 },
    {
      name: 'it breaks off',
      with: ((_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('PK');
        setImmediate(() => response.destroy());
      }) satisfies Serve,
      problem: 'UNREACHABLE',
      code: 0,
    },
  ])('$name: $problem', async ({ with: answer, problem, code }) => {
    serve = answer;
    const error: unknown = await fetched(100_000).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RegistryFetchError);
    expect(error).toMatchObject({ problem, status: code });
  });
});

function endless(_request: IncomingMessage, response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  };
  response.on('drain', more);
  more();
}
