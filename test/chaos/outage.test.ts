/** Parts of the stack fail under the service. Admitted vouchers are kept, and are issued when the parts are back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/shared/free-port.js';
import { startMongod } from '../../tools/stack/start-mongod.js';
import { startTemporal } from '../../tools/stack/start-temporal.js';
import { searchAttributes } from '../../src/workflows/contract/vouchers.js';
import { own } from '../harness/own.js';
import { encfs, sampleEcf } from '../harness/samples/sample-ecf.js';
import { noResult, startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const next = encfs(31);

async function ownFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'ecf-outage-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
  return dir;
}

const statusOf = async (service: Service, encf: string) =>
  (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data;

test('Temporal down, and its database deleted: vouchers are admitted, answered, and issued when it is back', async () => {
  const port = await freePort();
  const uiPort = await freePort();
  const dataDir = await ownFolder();
  const start = async () => {
    const started = await startTemporal({ dataDir, port, uiPort, searchAttributes, log: quiet });
    return { ...started, stop: own('Temporal', () => started.stop()) };
  };
  let temporal = await start();
  const service = await startService({ env: { TEMPORAL_ADDRESS: temporal.address } });
  try {
    const inFlight = next();
    await service.simulate({
      faults: [noResult(inFlight)],
    });
    await service.post('/api/v2/dgii-ecf/send', sampleEcf({ encf: inFlight }));
    expect(await statusOf(service, inFlight)).toMatchObject({ accepted: null });

    await service.stopWorker();
    await temporal.stop();
    const whileDown = next();
    const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=5s', sampleEcf({ encf: whileDown }));
    expect(sent.status).toBe(200);
    expect(sent.body.data).toMatchObject({ accepted: null, status: 'Recibido', alreadyProcessed: false });
    expect(await statusOf(service, whileDown)).toMatchObject({ accepted: null, status: 'Recibido' });

    await rm(join(dataDir, 'temporal'), { recursive: true, force: true });
    temporal = await start();
    await service.startWorker();
    await service.simulate({ faults: [] });
    for (const encf of [inFlight, whileDown]) {
      await until(`${encf} is accepted`, async () => (await statusOf(service, encf))['accepted'] === 1, {
        withinMs: 60_000,
      });
      expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    }
  } finally {
    await service.stop();
    await temporal.stop();
  }
}, 180_000);

test('MongoDB down: 503 LEDGER_UNAVAILABLE with Retry-After, nothing is half stored, and work continues afterwards', async () => {
  const port = await freePort();
  const dataDir = await ownFolder();
  const start = async () => {
    const started = await startMongod({ dataDir, port, log: quiet });
    return { ...started, stop: own('mongod', () => started.stop()) };
  };
  let mongod = await start();
  const service = await startService({ env: { MONGODB_URI: mongod.uri } });
  try {
    const inFlight = next();
    await service.simulate({ resultDelayMs: 3_000 });
    await service.post('/api/v2/dgii-ecf/send', sampleEcf({ encf: inFlight }));

    await mongod.stop();
    const refused = next();
    const answer = await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf: refused }));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(answer.body).toMatchObject({
      codigo: 503,
      procesado: false,
      data: { code: 'LEDGER_UNAVAILABLE' },
    });

    mongod = await start();
    const stored = await until('the ledger is back', () =>
      service.store.findDocument(service.companyId, 'pre-certification', refused).then(
        (document) => ({ document }),
        () => undefined,
      ),
    );
    expect(stored.document).toBeUndefined();
    let sends = 0;
    const again = await until('it is admitted', async () => {
      sends += 1;
      const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf: refused }));
      return sent.status === 200 ? sent.body.data : undefined;
    });
    // A request that got 503 may still have been admitted.
    if (sends === 1) expect(again).toMatchObject({ alreadyProcessed: false });
    for (const encf of [inFlight, refused]) {
      await until(`${encf} is accepted`, async () => (await statusOf(service, encf))['accepted'] === 1, {
        withinMs: 60_000,
      });
      expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    }
  } finally {
    await service.stop();
    await mongod.stop();
  }
}, 180_000);
