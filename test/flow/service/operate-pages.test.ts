/** The commands of docs/operate run as they are written, against a running api and worker. Those that cannot run say why. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTemporal } from '../../../tools/stack/binaries/temporal.js';
import { runPages } from '../../../tools/rehearsal/pages/run-pages.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { startRoleProcess } from '../../harness/processes/role-process.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { rememberingLog } from '../../tools/stack/quiet-log.js';

/** About forty commands, each a process of its own. */
const limitMs = 10 * 60_000;

test(
  'each block of commands that does not say why it cannot run ends with exit code 0',
  async () => {
    const service = await startService({ workerless: true, apiless: true });
    const [api, worker] = await Promise.all([
      startRoleProcess('api', service.env),
      startRoleProcess('worker', service.env),
    ]);
    service.apiUrl = api.url;
    // The company and the voucher of the pages: it waits for DGII.
    const encf = 'E310000000007';
    await service.simulate({ faults: [{ service: 'recepcion', action: 'status-500', times: 10_000, encf }] });
    await service.post('/api/v2/dgii-ecf/send', sampleEcf({ encf }));
    await until('the voucher waits', async () => {
      const document = await service.store.findDocument(service.companyId, 'pre-certification', encf);
      return document?.waiting?.reason === 'DGII_UNAVAILABLE';
    });
    const other = await service.addCompany({ origin: 'service' });

    const dir = mkdtempSync(join(tmpdir(), 'ecf-pages-'));
    own('the folder', () => rmSync(dir, { recursive: true, force: true }));
    const { ran, problems } = await runPages({
      dir,
      env: service.env,
      apiAdminUrl: api.adminUrl,
      workerAdminUrl: worker.adminUrl,
      temporalAddress: given('TEST_TEMPORAL_ADDRESS'),
      temporalNamespace: service.config.temporal.namespace,
      temporalBinary: await findTemporal(rememberingLog()),
      replaced: [['999999982', other.rnc]],
    });
    expect(problems).toEqual([]);
    expect(ran).toBeGreaterThan(20);
  },
  limitMs,
);
