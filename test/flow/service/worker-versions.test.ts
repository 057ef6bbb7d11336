/** Worker Versioning: a release takes over from the one before it, and vouchers under way are issued once. */
import { workflowIdOf } from '../../../src/workflows/contract/vouchers.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { noResult, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const next = encfs(31);
const deploymentName = 'ecf-issuer';
const release = (buildId: string) => ({
  TEMPORAL_DEPLOYMENT_NAME: deploymentName,
  TEMPORAL_WORKER_BUILD_ID: buildId,
});
let service: Service;

beforeAll(async () => {
  service = await startService({ workerless: true });
}, 60_000);

/** What `temporal worker deployment set-current-version` does. @param buildId none: the workers without a version */
async function makeCurrent(buildId?: string): Promise<void> {
  // Temporal knows a version once a worker of it has polled.
  const { workflowService, options } = service.temporal;
  const order = {
    namespace: options.namespace,
    deploymentName,
    buildId: buildId ?? '',
    identity: 'test',
  };
  await until(`version ${buildId ?? 'none'} is current`, () =>
    workflowService.setWorkerDeploymentCurrentVersion(order).then(
      () => true,
      () => false,
    ),
  );
}

async function send(encf: string, wait: string): Promise<unknown> {
  const answer = await service.post(`/api/v2/dgii-ecf/send?waitForFinal=${wait}`, sampleEcf({ encf }));
  return answer.body.data['status'];
}

async function buildOf(encf: string): Promise<string | null | undefined> {
  const ref = { companyId: service.companyId, environment: 'pre-certification', encf, attempt: 1 } as const;
  const { raw } = await service.temporal.workflow.getHandle(workflowIdOf(ref)).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
}

test('a version gets work once it is current, and takes over the runs of the one before', async () => {
  await service.startWorker(release('1.0.0'));
  const first = next();
  expect(await send(first, '2s')).toBe('Recibido');
  await makeCurrent('1.0.0');
  await until('the waiting voucher is issued', async () => (await send(first, '20s')) === 'Aceptado');
  expect(await buildOf(first)).toBe('1.0.0');

  const open = next();
  await service.simulate({ faults: [noResult(open)] });
  expect(await send(open, '2s')).toBe('En Proceso');
  await service.startWorker(release('1.1.0'));
  await makeCurrent('1.1.0');
  await service.simulate({ faults: [] });
  await until('the open voucher is issued', async () => (await send(open, '20s')) === 'Aceptado');
  expect(await buildOf(open)).toBe('1.1.0');
  expect((await service.seenByDgii(open)).accepted).toBe(1);
}, 120_000);

test('without a current version, workers without one get the work again', async () => {
  await makeCurrent();
  await service.startWorker();
  const encf = next();
  expect(await send(encf, '20s')).toBe('Aceptado');
  expect(await buildOf(encf)).toBeUndefined();
}, 60_000);
