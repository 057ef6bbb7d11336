/** kill -9 of the worker in the middle of a voucher: it is issued once. test/chaos/ kills at every step, and kills the other parts too. */
import { request } from 'undici';
import { endLeases } from '../../harness/leases.js';
import { startRoleProcess } from '../../harness/processes/role-process.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService } from '../../harness/service.js';
import { until } from '../../harness/until.js';

test('killed after DGII received it, before its answer is stored: DGII has it once, with the bytes of its one signature', async () => {
  // DGII holds its answer until the worker is killed.
  const held = { DGII_SUBMIT_TIMEOUT_MS: '60000', DGII_AUTH_TIMEOUT_MS: '60000' };
  const service = await startService({ workerless: true, env: { ...patient, ...held } });
  const encf = 'E310000000001';
  const document = () => service.store.findDocument(service.companyId, 'pre-certification', encf);
  const send = async (wait: string) =>
    (await service.post(`/api/v2/dgii-ecf/send?waitForFinal=${wait}`, sampleEcf({ encf }))).body.data;
  const worker = await startRoleProcess('worker', service.env);
  await service.simulate({ faults: [{ service: 'recepcion', action: 'hold', times: 1, encf }] });
  expect(await send('0s')).toMatchObject({ accepted: null, alreadyProcessed: false });
  await until('DGII has it', async () => (await service.seenByDgii(encf)).received.length === 1);
  await worker.kill();
  const before = await document();
  expect(before?.state).toBe('submitting');

  // Its lease outlives the worker.
  await endLeases(service);
  await service.simulate({ faults: [] });
  await (await request(`${service.simulatorUrl}/_simulator/release`, { method: 'POST' })).body.dump();
  await service.startWorker();
  expect(await send('60s')).toMatchObject({ status: 'Aceptado', alreadyProcessed: true });
  const seen = await service.seenByDgii(encf);
  expect(seen).toMatchObject({ accepted: 1, distinctBytes: 1 });
  expect(seen.received.map(({ sha256 }) => sha256)).toEqual([before?.signed?.sha256]);
}, 120_000);
