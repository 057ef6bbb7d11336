/** Runs the set-up job of docker-compose.yml against a real Temporal: it creates what the worker needs. */
import { Connection } from '@temporalio/client';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { startTemporal, type StartedTemporal } from '../../tools/stack/start-temporal.js';
import { findTemporal } from '../../tools/stack/binaries/temporal.js';
import { searchAttributes } from '../../src/workflows/contract/vouchers.js';
import { own } from '../harness/own.js';
import { rememberingLog } from '../tools/stack/quiet-log.js';
import { fileAt } from '../tidy/project-files.js';

let dataDir: string;
let binary: string;
let temporal: StartedTemporal;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ecf-setup-'));
  own('the folder', () => rmSync(dataDir, { recursive: true, force: true }));
  binary = await findTemporal(rememberingLog());
  const options = { dataDir, port: 0, uiPort: 0, searchAttributes: {}, log: rememberingLog(), binary };
  temporal = await startTemporal(options);
  own('Temporal', () => temporal.stop());
  // The Temporal CLI may take 60 s to find, and 120 s for its first start.
}, 200_000);

test('creates the namespace and its search attributes; a second run changes only the retention', async () => {
  const { services } = load(fileAt('docker-compose.yml').text) as {
    services: Record<string, { entrypoint: string[]; command: string[] }>;
  };
  const { entrypoint, command } = services['temporal-setup'] ?? { entrypoint: [], command: [] };
  // Compose turns `$$` into `$`.
  const [shell = '', ...args] = [...entrypoint, ...command].map((part) => part.replaceAll('$$', '$'));
  const env = {
    PATH: [dirname(binary), process.env['PATH']].join(delimiter),
    HOME: dataDir,
    TEMPORAL_ADDRESS: temporal.address,
  };
  const connection = await Connection.connect({ address: temporal.address });
  own('the connection', () => connection.close());
  for (const hours of [720, 168]) {
    const given = { ...env, RETENTION: `${hours}h` };
    const output = execFileSync(shell, args, {
      env: given,
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 60_000,
    });
    expect(`${hours}: ${output}`).toContain('the namespace is ready');
    const { config } = await connection.workflowService.describeNamespace({ namespace: 'ecf' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(hours * 3_600);
  }

  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'ecf' });
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.keys(searchAttributes)));
}, 130_000);
