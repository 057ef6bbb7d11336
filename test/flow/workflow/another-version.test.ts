/** A run with a history that today's workflow cannot replay: it ends, and its voucher continues from the ledger. */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { workflowIdOf, workflowType } from '../../../src/workflows/contract.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { issueEcf } from './another-version-workflow.js';

const next = encfs(31);

test('a run that cannot be replayed ends, and the next run gets the voucher accepted, once', async () => {
  const service = await startService({ workerless: true });
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
