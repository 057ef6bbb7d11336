/**
 * The roles as separate processes, as an operator sees them: metrics, readiness, a stop that loses nothing, and logs without
 * private data.
 */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { metricRows } from '../../../src/shared/metrics/metric-rows.js';
import { startRoleProcess, type RoleProcess } from '../../harness/processes/role-process.js';
import { freePort } from '../../../src/shared/free-port.js';
import { endLeases } from '../../harness/leases.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../../harness/service.js';
import { inSomeTry } from '../../harness/tries.js';
import { until } from '../../harness/until.js';

let service: Service;
let api: RoleProcess;
let worker: RoleProcess;
const next = encfs(31);
const environment = 'pre-certification' as const;
const correlation = `corr-${randomUUID()}`;

beforeAll(async () => {
  service = await startService({
    workerless: true,
    apiless: true,
    env: { ...patient, ECF_WEB: 'on', LOG_LEVEL: 'trace', ECF_METRICS_FRESH_MS: '0' },
  });
  [api, worker] = await Promise.all([
    startRoleProcess('api', service.env),
    // DGII may take this long for the delivery during which the worker is stopped.
    startRoleProcess('worker', { ...service.env, DGII_SUBMIT_TIMEOUT_MS: '60000' }),
  ]);
  service.apiUrl = api.url;
}, 120_000);

beforeEach(() => service.simulate({ faults: [], resultDelayMs: 0, rejectEncfs: [] }));

async function get(url: string): Promise<{ status: number; text: string }> {
  const response = await request(url);
  return { status: response.statusCode, text: await response.body.text() };
}

/** Samples of one metric, by its labels. */
async function samples(role: RoleProcess, name: string): Promise<ReadonlyMap<string, number>> {
  const { status, text } = await get(`${role.adminUrl}/metrics`);
  expect(status).toBe(200);
  const found = new Map<string, number>();
  for (const [, labels = '', value] of text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm')))
    found.set(labels.replace(/,?role="\w+"/, ''), Number(value));
  return found;
}
const sum = (all: ReadonlyMap<string, number>, ...containing: readonly string[]) =>
  [...all].reduce(
    (total, [labels, value]) => (containing.every((label) => labels.includes(label)) ? total + value : total),
    0,
  );

/** Texts that must not appear in any output: about the buyer, the goods sold, and secrets. */
const marks = {
  buyer: 'COMPRADORMARCADO SRL',
  item: 'ARTICULOMARCADO',
  mail: 'correomarcado@example.com',
  password: 'clave-marcada-2026',
  badToken: 'tokenmarcado',
};

function marked(encf: string) {
  const ecf = sampleEcf({ encf });
  Object.assign(ecf.ECF.Encabezado.Comprador, {
    RazonSocialComprador: marks.buyer,
    CorreoComprador: marks.mail,
  });
  Object.assign(ecf.ECF.DetallesItems.Item[0]!, { NombreItem: marks.item });
  return ecf;
}

test('every request is counted under its route, whatever path a stranger asks for', async () => {
  const encf = next();
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=30s', marked(encf));
  expect(sent.body.data).toMatchObject({ accepted: 1 });
  await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
  for (let one = 0; one < 20; one += 1) await service.get(`/${randomUUID()}`);
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=30s', sampleEcf({ encf, price: 5 }));
  const requests = await samples(api, 'ecf_http_request_seconds_count');
  const routes = [...requests.keys()].map((labels) => /route="([^"]*)"/.exec(labels)?.[1]);
  expect(sum(requests, 'method="POST"', 'route="/api/v2/dgii-ecf/send"', 'status="200"')).toBe(1);
  expect(sum(requests, 'method="POST"', 'route="/api/v2/dgii-ecf/send"', 'status="409"')).toBe(1);
  expect(routes).toContain('/api/v2/dgii-ecf/document-status/:encf');
  expect(sum(requests, 'route="other"')).toBe(20);
  expect(new Set(routes).size).toBeLessThan(20);
  const refusals = await samples(api, 'ecf_http_refusals_total');
  expect(sum(refusals, 'NOT_FOUND')).toBe(20);
  expect(sum(refusals, 'ENCF_OTHER_CONTENT')).toBe(1);
});

test('refused logins are counted by code', async () => {
  const body = JSON.stringify({ usuario: 'prueba', clave: marks.password, rnc: service.rnc });
  const refused = await request(`${api.url}/api/v2/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(refused.statusCode).toBe(401);
  await refused.body.dump();
  expect(sum(await samples(api, 'ecf_http_refusals_total'), 'CREDENTIALS_INVALID')).toBe(1);
});

test('the worker reports metrics of DGII’s services, of vouchers and of the Temporal SDK', async () => {
  const exchanges = await samples(worker, 'ecf_dgii_request_seconds_count');
  for (const name of ['semilla', 'validarSemilla', 'recepcion', 'consultaResultado'])
    expect(sum(exchanges, `service="${name}"`, 'outcome="2xx"')).toBeGreaterThan(0);
  expect(sum(exchanges, 'service="other"')).toBe(0);
  expect(sum(await samples(worker, 'ecf_vouchers_final_total'), 'state="accepted"')).toBe(1);
  expect((await get(`${worker.adminUrl}/metrics`)).text).toMatch(/^ecf_ledger_gauges_age_seconds\S* /m);
  // A busy SDK may not answer in time; then its metrics are left out.
  await until('the metrics of the SDK are there', async () => {
    const { text } = await get(`${worker.adminUrl}/metrics`);
    return /^temporal_workflow_completed\S* /m.test(text);
  });
});

test('waiting vouchers are reported by reason, and remaining numbers by company and type', async () => {
  const { companyId, store } = service;
  await service.simulate({ faults: [{ service: 'recepcion', action: 'status-503-html', times: 1_000 }] });
  const encf = next();
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', marked(encf));
  await until('it waits for DGII', async () => {
    const document = await store.findDocument(companyId, environment, encf);
    return document?.waiting?.reason === 'DGII_UNAVAILABLE';
  });
  const waiting = () => samples(worker, 'ecf_vouchers_waiting_oldest_seconds');
  expect([...(await waiting()).keys()]).toEqual([expect.stringContaining('reason="DGII_UNAVAILABLE"')]);
  expect(sum(await samples(worker, 'ecf_dgii_request_seconds_count'), 'outcome="5xx"')).toBeGreaterThan(0);
  await service.simulate({ faults: [] });
  // Its delivery had no answer.
  await endLeases(service);
  await until('it is accepted', async () => (await store.findDocument(companyId, environment, encf))?.final, {
    withinMs: 60_000,
  });
  expect((await waiting()).size).toBe(0);

  const company = (await store.findCompany(companyId))!;
  await store.putCompany({ ...company, origin: 'service' });
  await store.addAuthorization({
    companyId,
    environment,
    ecfType: 33,
    from: 1,
    to: 60,
    expiresOn: '31-12-2099',
    authorizationNumber: 'A-1',
    now: new Date(),
  });
  const numbers = await samples(worker, 'ecf_sequence_numbers_left');
  expect([...numbers]).toEqual([[`company="${companyId}",environment="${environment}",type="33"`, 60]]);
  expect(sum(await samples(worker, 'ecf_sequence_days_left'))).toBeGreaterThan(20_000);
  expect(sum(await samples(worker, 'ecf_certificate_days_left'), `company="${companyId}"`)).toBeGreaterThan(
    0,
  );
  await store.putCompany(company);
}, 90_000);

test('the admin port answers its three paths and no others; /readyz names the parts', async () => {
  for (const [role, parts] of [
    [api, { ledger: true, temporal: true }],
    [worker, { ledger: true, writes: true, temporal: true, worker: true }],
  ] as const) {
    expect(await get(`${role.adminUrl}/healthz`)).toMatchObject({ status: 200 });
    const ready = await until('it is ready', async () => {
      const { status, text } = await get(`${role.adminUrl}/readyz`);
      return status === 200 && text;
    });
    expect(JSON.parse(ready)).toEqual({ status: 'ready', parts });
    expect((await get(`${role.adminUrl}/`)).status).toBe(404);
    const posted = await request(`${role.adminUrl}/metrics`, { method: 'POST' });
    expect(posted.statusCode).toBe(405);
    await posted.body.dump();
  }
});

test('without Temporal the api is ready: it keeps vouchers, and a worker sends them later', async () => {
  const [closed, adminPort] = [await freePort(), await freePort()];
  const [admin, lonely] = [
    `http://127.0.0.1:${adminPort}`,
    { ADMIN_PORT: String(adminPort), ECF_WEB: 'off' },
  ];
  await service.startApi({ ...lonely, TEMPORAL_ADDRESS: `127.0.0.1:${closed}` });
  try {
    const ready = await get(`${admin}/readyz`);
    expect({ status: ready.status, said: JSON.parse(ready.text) as object }).toEqual({
      status: 200,
      said: { status: 'degraded', parts: { ledger: true, temporal: false } },
    });
    expect((await get(`${service.apiUrl}/readyz`)).status).toBe(200);
    const encf = next();
    const sent = await service.post('/api/v2/dgii-ecf/send', sampleEcf({ encf }));
    // The completer of the worker may have sent it while the client waited.
    expect(sent.status).toBe(200);
    await until('a worker has sent it', async () => {
      const document = await service.store.findDocument(service.companyId, environment, encf);
      return document?.state === 'accepted';
    });
  } finally {
    await service.stopApi();
    service.apiUrl = api.url;
  }
}, 120_000);

test('the running service reports exactly the metrics that have rows', async () => {
  const shown = await Promise.all([api, worker].map(({ adminUrl }) => get(`${adminUrl}/metrics`)));
  const existing = new Set(
    shown.flatMap(({ text }) => [...text.matchAll(/^# TYPE (ecf_\w+)/gm)].map(([, name]) => name)),
  );
  expect(metricRows.map(({ row }) => row.name).sort()).toEqual([...existing].sort());
});

test('a correlation id comes back, and requests are refused in every way', async () => {
  const path = '/api/v2/dgii-ecf/send?waitForFinal=20s';
  const sent = await service.post(path, marked(next()), { 'x-correlation-id': correlation });
  expect(sent.headers['x-correlation-id']).toBe(correlation);
  // Refused by our rules, by its shape, by DGII, for lack of a right; and one that is not JSON.
  const wrong = marked(next());
  Object.assign(wrong.ECF.Encabezado.Totales, { MontoTotal: 1 });
  await service.post(path, wrong);
  await service.post(path, { ...marked(next()), [marks.item]: marks.buyer });
  const rejected = next();
  await service.simulate({ rejectEncfs: [{ encf: rejected, codigo: 1, valor: marks.buyer }] });
  await service.post(path, marked(rejected));
  await service.simulate({ rejectEncfs: [] });
  await service.post(path, marked(next()), { authorization: `Bearer ${marks.badToken}` });
  const authorization = `Bearer ${await service.token()}`;
  for (const [method, body] of [
    ['POST', `{"ECF": "${marks.buyer}`],
    ['PUT', marks.buyer],
  ] as const) {
    const answer = await request(api.url + path, {
      method,
      body,
      headers: { authorization, 'content-type': 'application/json' },
    });
    await answer.body.dump();
  }
}, 120_000);

test('when stopped during a delivery, the worker completes it, and another worker continues', async () => {
  const encf = next();
  await service.simulate({ faults: [{ service: 'recepcion', action: 'hold', times: 1, encf }] });
  const sent = service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', marked(encf));
  await until('DGII has it', async () => (await service.seenByDgii(encf)).received.length === 1);
  const stopped = worker.stop();
  await until('it is stopping', async () => (await get(`${worker.adminUrl}/readyz`)).status === 503);
  // Only now does DGII answer.
  await until('DGII answers', async () => {
    const { body } = await request(`${service.simulatorUrl}/_simulator/release`, { method: 'POST' });
    return ((await body.json()) as { released: number }).released > 0;
  });
  expect(await stopped).toBe(0);
  const document = await service.store.findDocument(service.companyId, environment, encf);
  // The process stored its trackId before it ended.
  expect(document?.trackIds).toHaveLength(1);
  await service.startWorker();
  expect((await sent).body.data).toMatchObject({ accepted: 1 });
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 120_000);

test('when stopped, the api answers the clients that wait for DGII, and ends', async () => {
  await service.simulate({ resultDelayMs: 60_000 });
  const token = await service.token();
  let running: RoleProcess | undefined = api;
  const stopTookMs = async () => {
    const stopping = running ?? (await startRoleProcess('api', service.env));
    running = undefined;
    const encf = next();
    const waiting = request(`${stopping.url}/api/v2/dgii-ecf/send?waitForFinal=100s`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(marked(encf)),
    });
    await until('DGII has it', async () => (await service.seenByDgii(encf)).received.length === 1);
    const began = performance.now();
    const exit = stopping.stop();
    const response = await waiting;
    expect(response.statusCode).toBe(200);
    expect(await response.body.json()).toMatchObject({ data: { ecf: encf, accepted: null } });
    expect(await exit).toBe(0);
    return performance.now() - began;
  };
  // Far sooner than the client's 100 s, and before the stop cuts anything off (10 s).
  const soonMs = 9_000;
  const tookMs = await inSomeTry(3, stopTookMs, (ms) => ms < soonMs);
  expect(tookMs).toBeLessThan(soonMs);
  await service.simulate({ resultDelayMs: 0 });
}, 180_000);

/** Both have ended, so this is all that they wrote. */
test('the output of the processes has no buyer data and no secret, but has the correlation id', async () => {
  const output = api.output() + worker.output();
  expect(output).toContain(correlation);
  expect(output.length).toBeGreaterThan(2_000);
  const secrets = [
    ...Object.values(marks),
    await service.token(),
    service.env['ECF_JWT_SECRET']!.split(':')[1]!,
    service.env['ECF_MASTER_KEY']!,
    'PRIVATE KEY',
    'RazonSocialComprador',
  ];
  const leaked = secrets.filter((secret) => output.includes(secret));
  expect(leaked).toEqual([]);
  // Every line is structured, including those that our log did not write. Temporal's SDK warns of nothing that is as it should be.
  for (const [role, { output: said }] of Object.entries({ api, worker }))
    for (const line of said().trimEnd().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ role, time: expect.any(Number) });
      expect(line).not.toMatch(/"level":40.*No workflows registered/);
    }
});
