/** The trace of a voucher, from the client's own span to DGII, as a collector gets it; and what a bad collector may not do. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { createTraces } from '../../../src/boot/otel-traces.js';
import { readConfig } from '../../../src/boot/config.js';
import { createLog } from '../../../src/shared/log.js';
import { openCollector, type KeptSpan } from '../../harness/collector.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { openReceiver } from '../events/hooks.js';

const next = encfs(31);
const send = '/api/v2/dgii-ecf/send?waitForFinal=20s';
const settingsFor = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

/** What all servers of this process get: api, simulated DGII, buyers, webhook receivers. */
function recordRequests() {
  const requests: { readonly port: number; readonly path: string; readonly headers: object }[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const { headers, socket, url = '' } = request;
    requests.push({ port: socket.localPort ?? 0, path: url, headers });
  };
  subscribe('http.server.request.start', record);
  return { requests, end: () => unsubscribe('http.server.request.start', record) };
}

test('a trace follows a voucher from its client through another worker to DGII, and nobody else sees it', async () => {
  const collector = await openCollector();
  const receiver = await openReceiver();
  const recorded = recordRequests();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const clientSpan = '00f067aa0ba902b7';
  const traceparent = `00-${traceId}-${clientSpan}-01`;
  const service = await startService({
    // Only what a client wants to be kept.
    env: {
      ...patient,
      ...settingsFor(collector.url),
      OTEL_TRACES_SAMPLER_ARG: '0',
      WEBHOOKS_PRIVATE_ADDRESSES: 'allow',
    },
  });
  const find = (encf: string) => service.store.findDocument(service.companyId, 'pre-certification', encf);
  await service.post('/api/v2/webhooks', { url: receiver.url, types: ['ecf.accepted'] });
  await service.simulate({ faults: [{ service: 'semilla', action: 'status-500', times: 1_000 }] });
  const encf = next();
  const ecf = sampleEcf({ encf });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', ecf, { traceparent });
  await until('it waits for DGII', async () => (await find(encf))?.waiting?.reason === 'DGII_UNAVAILABLE');
  await service.stopWorker();
  await service.simulate({ faults: [] });
  await service.startWorker();
  await until('it is accepted', async () => (await find(encf))?.state === 'accepted', { withinMs: 60_000 });
  await until('its event arrives', () => Promise.resolve(receiver.got.length > 0));
  // Neither is kept: this one asks for no trace, and a stranger cannot ask for one.
  await service.post(send, sampleEcf({ encf: next() }));
  await service.post(send, sampleEcf({ encf: next() }), { traceparent, authorization: 'Bearer x' });
  recorded.end();
  await Promise.all([service.stopApi(), service.stopWorker()]);

  const { spans } = collector;
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request, ...others] = named('POST /api/v2/dgii-ecf/send');
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    service: 'ecf-api',
    parentSpanId: clientSpan,
    facts: {
      'http.response.status_code': '200',
      'ecf.operation': 'send',
      'ecf.company_id': String(service.companyId),
    },
  });
  const childrenOf = (parents: readonly KeptSpan[]) =>
    new Set(
      spans
        .filter(({ parentSpanId }) => parents.some(({ spanId }) => spanId === parentSpanId))
        .map(({ name, service: of }) => `${of} ${name}`),
    );
  expect(childrenOf([request!])).toEqual(new Set(['ecf-api admission', 'ecf-api start and wait']));
  expect(childrenOf(named('admission'))).toEqual(new Set(['ecf-api admit']));
  expect(childrenOf(named('start and wait'))).toEqual(
    new Set(['ecf-worker prepare', 'ecf-worker submit', 'ecf-worker query']),
  );
  expect(childrenOf(named('submit'))).toEqual(
    new Set(['ecf-worker DGII semilla', 'ecf-worker DGII validarSemilla', 'ecf-worker DGII recepcion']),
  );
  expect(childrenOf(named('query'))).toEqual(new Set(['ecf-worker DGII consultaResultado']));
  // Each worker made a part of it: one did not get through to DGII, the other one did.
  expect(named('DGII semilla').map(({ facts }) => facts['ecf.dgii.outcome'])).toEqual(
    expect.arrayContaining(['5xx', '2xx']),
  );
  expect(named('submit').at(-1)?.facts).toMatchObject({ 'ecf.encf': encf, 'ecf.state': 'submitted' });

  const { RNCComprador, RazonSocialComprador } = ecf.ECF.Encabezado.Comprador;
  const { MontoTotal } = ecf.ECF.Encabezado.Totales;
  // Times and ids may have any digits.
  const said = JSON.stringify(spans, (name, value: unknown) =>
    /(?:Id|_id|UnixNano)$/.test(name) ? undefined : value,
  );
  expect(said).toContain(encf);
  for (const secret of [RNCComprador, RazonSocialComprador, String(MontoTotal), service.rnc])
    expect(said).not.toContain(secret);

  const ownPort = Number(new URL(service.apiUrl).port);
  const collectorPort = Number(new URL(collector.url).port);
  const outward = recorded.requests.filter(({ port }) => ![ownPort, collectorPort].includes(port));
  const paths = outward.map(({ path }) => path.toLowerCase()).join('\n');
  for (const part of ['/recepcion/', '/consultaresultado/', '/eventos']) expect(paths).toContain(part);
  expect(outward.filter(({ headers }) => 'traceparent' in headers || 'tracestate' in headers)).toEqual([]);
}, 180_000);

test('a collector that never answers delays no voucher, and keeps a bounded number of spans in memory', async () => {
  const collector = await openCollector({ answers: false });
  const env = { ...settingsFor(collector.url), OTEL_TRACES_SAMPLER: 'always_on' };
  const traces = createTraces(readConfig(env).traces, 'api', createLog({ role: 'test', level: 'silent' }));
  const open = (count: number) => {
    for (let one = 0; one < count; one += 1) traces.open('one').end();
  };
  open(512);
  await until('the collector holds a batch', () => Promise.resolve(collector.held.length > 0));
  open(20_000);
  const service = await startService({ env: { ...patient, ...env } });
  const sent = await service.post(send, sampleEcf({ encf: next() }));
  expect(sent.body.data).toMatchObject({ accepted: 1 });
  await traces.close();
  // The batch on its way, and a full queue.
  expect(collector.spans.filter(({ name }) => name === 'one').length).toBeLessThanOrEqual(512 + 2_048);
}, 120_000);
