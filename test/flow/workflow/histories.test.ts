/** The histories that the service writes hold only references, codes and times. Some may come from another version. */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { sampleEcf, encfs } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { workflowIdOf, workflowType } from '../../../src/workflows/contract/vouchers.js';
import { contentsIn } from '../../replay/contents.js';
import { stepsInHistory, type HistoryJson } from '../../replay/histories.js';
import { issueEcf } from './another-version-workflow.js';

const buyer = 'PANADERIA SECRETA SRL';
const buyerRnc = '131880681';
const item = 'ARTICULO CONFIDENCIAL';
const dgiiText = 'EXPLICACION TEXTUAL DE LA AUTORIDAD';

let service: Service;
const next = encfs(31);

beforeAll(async () => {
  service = await startService();
}, 60_000);

test.each([
  { name: 'an accepted voucher', settings: () => ({}), accepted: 1 },
  {
    name: 'a voucher that DGII rejects with a message',
    settings: (encf: string) => ({ rejectEncfs: [{ encf, codigo: 999, valor: dgiiText }] }),
    accepted: 0,
  },
  {
    name: 'a voucher whose delivery lost its answer',
    settings: () => ({ faults: [{ service: 'recepcion', action: 'accept-then-drop', times: 1 }] }),
    accepted: 1,
  },
  {
    name: 'a voucher that got a firewall’s page twice',
    settings: () => ({ faults: [{ service: 'recepcion', action: 'bare-400-html', times: 2 }] }),
    accepted: 1,
  },
  {
    name: 'a voucher whose queries fail',
    settings: () => ({ faults: [{ service: 'resultado', action: 'status-500', times: 2 }] }),
    accepted: 1,
  },
])('$name leaves no contents in history', async ({ settings, accepted }) => {
  const encf = next();
  await service.simulate({ faults: [], rejectEncfs: [], ...settings(encf) });
  const ecf = sampleEcf({ encf });
  ecf.ECF.Encabezado.Comprador.RazonSocialComprador = buyer;
  ecf.ECF.DetallesItems.Item[0]!.NombreItem = item;
  const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  expect(sent.body.data).toMatchObject({ ecf: encf, accepted });

  const history = await historyOf(encf);
  // The history is that of a whole voucher: it has steps and an end. A run that found the voucher final already would prove nothing.
  const reported = new Set(history.events.flatMap((event) => Object.keys(event)));
  expect(reported).toContain('markerRecordedEventAttributes');
  expect(reported).toContain('workflowExecutionCompletedEventAttributes');
  expect(contentsIn(history, [buyer, buyerRnc, item, dgiiText])).toEqual([]);
});

test('each step shows its result and its time: the signature, the delivery, DGII’s verdict', async () => {
  await service.simulate({ faults: [], rejectEncfs: [] });
  // A step that gets no answer in time runs again. So the voucher is one that met no pause of the machine.
  const { encf, steps } = await until('a voucher with one step of each kind', async () => {
    const encf = next();
    await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }));
    const steps = stepsInHistory(await historyOf(encf)).filter((step) => !('notTried' in step));
    return steps.length <= 3 && { encf, steps };
  });
  const document = await service.store.findDocument(service.companyId, 'pre-certification', encf);
  const { sha256, securityCode, certificate } = document!.signed!;
  const [trackId] = document!.trackIds;
  const ms = expect.any(Number) as number;
  expect(steps).toMatchObject([
    {
      activity: 'prepare',
      summary: 'Construye, valida y firma',
      state: 'signed',
      ms,
      signed: { xsd: 'ok', sha256, securityCode, certificate, bytes: expect.any(Number) as number },
    },
    {
      activity: 'submit',
      summary: 'Entrega a la DGII',
      state: 'submitted',
      ms,
      delivery: { n: 1, outcome: 'received', trackId },
    },
    {
      activity: 'query',
      summary: 'Consulta el resultado',
      state: 'accepted',
      ms,
      verdict: { trackId, codes: ['1'] },
    },
  ]);
}, 60_000);

test('a run that cannot be replayed ends, and the next run gets the voucher accepted, once', async () => {
  await service.stopWorker();
  await service.simulate({ faults: [], rejectEncfs: [] });
  const { address, taskQueue } = service.config.temporal;
  const encf = next();
  const about = { companyId: service.companyId, environment: 'pre-certification', encf, attempt: 1 } as const;
  const workflowId = workflowIdOf(about);

  expect(issueEcf.name).toBe(workflowType);
  const connection = await NativeConnection.connect({ address });
  const workflowsPath = fileURLToPath(new URL('another-version-workflow.ts', import.meta.url));
  const other = await Worker.create({ connection, taskQueue, workflowsPath });
  const begun = await other.runUntil(async () => {
    return until('its run sleeps', async () => {
      // With `waitForFinal=0s` the answer may come before the run has started, so send until the run exists.
      await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
      const handle = service.temporal.workflow.getHandle(workflowId);
      const { runId, historyLength } = await handle.describe().catch(() => ({ runId: '', historyLength: 0 }));
      return historyLength >= 5 ? service.temporal.workflow.getHandle(workflowId, runId) : undefined;
    });
  });
  await connection.close();

  await service.startWorker();
  // A send meanwhile meets the run that ends, and gets the ledger's state.
  const asked = await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
  expect(asked).toMatchObject({ status: 200, body: { data: { alreadyProcessed: true } } });
  await until('it is accepted', async () => {
    const { body } = await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    return body.data['accepted'] === 1;
  });
  expect((await begun.describe()).status.name).toBe('FAILED');
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 90_000);

async function historyOf(encf: string): Promise<HistoryJson> {
  const { companyId } = service;
  const id = workflowIdOf({ companyId, environment: 'pre-certification', encf, attempt: 1 });
  const handle = service.temporal.workflow.getHandle(id);
  await handle.result();
  return JSON.parse(JSON.stringify(await handle.fetchHistory())) as HistoryJson;
}
