/** Runs the set-up job of docker-compose.yml against a real Temporal: it creates what the worker needs. */
import { Connection } from '@temporalio/client';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { composeService } from '../../tools/rehearsal/compose-file.js';
import { startTemporal, type StartedTemporal } from '../../tools/stack/start-temporal.js';
import { searchAttributes } from '../../src/workflows/contract/vouchers.js';
import { own } from '../harness/own.js';
import { rememberingLog } from '../tools/stack/quiet-log.js';
import { root } from '../tidy/project-files.js';

let temporal: StartedTemporal;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ecf-setup-'));
  own('the folder', () => rmSync(dataDir, { recursive: true, force: true }));
  const options = { dataDir, port: 0, uiPort: 0, searchAttributes: {}, log: rememberingLog() };
  temporal = await startTemporal(options);
  own('Temporal', () => temporal.stop());
  // The Temporal CLI may take 60 s to find, and 120 s for its first start.
}, 200_000);

test('creates the namespace and its search attributes; a second run changes only the retention', async () => {
  const setUp = (retention: string) => {
    const { command, environment } = composeService('temporal-setup', {
      variables: { TEMPORAL_RETENTION: retention },
      addresses: [['temporal:7233', temporal.address]],
    });
    const [program = '', ...args] = command;
    const env = { PATH: dirname(process.execPath), ...environment };
    return execFileSync(program, args, { env, cwd: root, encoding: 'utf8', stdio: 'pipe', timeout: 60_000 });
  };
  const connection = await Connection.connect({ address: temporal.address });
  own('the connection', () => connection.close());
  for (const hours of [720, 168]) {
    expect(setUp(`${hours}h`)).toContain('the namespace is ready');
    const { config } = await connection.workflowService.describeNamespace({ namespace: 'ecf' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(hours * 3_600);
  }

  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'ecf' });
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.keys(searchAttributes)));
}, 130_000);
