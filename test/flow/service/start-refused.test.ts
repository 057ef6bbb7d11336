/**
 * Starts the service with settings that cannot work: it ends with an error code, and one line names the setting. What is refused before
 * anything is opened is started in this process, because a program takes more than a second of processor time.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { readConfig } from '../../../src/boot/config.js';
import { startApi } from '../../../src/boot/api-role.js';
import { startWorker } from '../../../src/boot/worker-role.js';
import { createLog } from '../../../src/shared/log.js';
import { lockDataDir } from '../../../tools/stack/processes/data-dir-lock.js';
import { readStackConfig } from '../../../tools/stack/stack-config.js';
import { startAll } from '../../../tools/stack/start-all.js';
import { explain } from '../../../tools/stack/terminal-log.js';
import { freePort } from '../../../src/shared/free-port.js';
import { connectTemporal } from '../../../src/boot/connect-temporal.js';
import { given } from '../../harness/given.js';
import { startNode } from '../../harness/processes/node-process.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';

const program = (path: string) => fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url));
/** `npm start` runs all parts together; it does not belong to the product. */
const commands = {
  api: [program('src/main.js'), 'api'],
  worker: [program('src/main.js'), 'worker'],
  all: [program('tools/stack/main.js')],
};
/** The longest limit of the roles is 13 s for MongoDB (5 s for a port, 10 s for Temporal); the rest is for a busy machine. */
const endsWithinMs = 45_000;
const mongoUri = given('TEST_MONGODB_URI');
const temporalAddress = given('TEST_TEMPORAL_ADDRESS');
const secrets = {
  ECF_JWT_SECRET: `t:${'x'.repeat(32)}`,
  ECF_WEB_SECRET: `t:${'x'.repeat(32)}`,
  ECF_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
};

let dir: string;
let busyPort: number;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-refused-'));
  own('the folder', () => rmSync(dir, { recursive: true, force: true }));
  const holder = createServer().listen(0, '127.0.0.1');
  own('the port', () => holder.close());
  await once(holder, 'listening');
  busyPort = (holder.address() as AddressInfo).port;
});

async function refused(role: 'api' | 'worker' | 'all', env: Record<string, string>) {
  const ports: Record<string, string> = {};
  for (const name of ['PORT', 'ADMIN_PORT', 'WORKER_ADMIN_PORT', 'SIMULATOR_PORT'])
    ports[name] = String(await freePort());
  const started = startNode(['--enable-source-maps', ...commands[role]], {
    env: { ECF_DATA_DIR: dir, ...secrets, ...ports, ...env },
    limitMs: endsWithinMs,
  });
  const ended = await started.exited;
  return { ended, lines: started.output().trimEnd().split('\n') };
}

const log = createLog({ role: 'test', level: 'silent' });
const production = { MONGODB_URI: mongoUri, TEMPORAL_ADDRESS: temporalAddress, ECF_ALLOW_PRODUCTION: 'true' };
/** Settings that could replace DGII with an imitation: production vouchers must not go there. unit/boot/start-checks has all. */
const imitation = {
  DGII_ECF_HOST: 'http://127.0.0.1:1',
  DGII_FC_HOST: 'http://127.0.0.1:1',
  DGII_ALLOW_HTTP: 'true',
};

const cases: {
  name: string;
  role: 'api' | 'worker' | 'all';
  env: () => Promise<Record<string, string>>;
  says: () => RegExp;
}[] = [
  {
    name: 'api, a MongoDB that does not run',
    role: 'api',
    env: async () => ({
      MONGODB_URI: `mongodb://u:hidden@127.0.0.1:1/x?replicaSet=rs0`,
      TEMPORAL_ADDRESS: temporalAddress,
    }),
    says: () => /^MONGODB_URI: MongoDB at 127\.0\.0\.1:1 does not answer \(.*ECONNREFUSED.*\)$/,
  },
  {
    name: 'api, a busy port',
    role: 'api',
    env: async () => ({
      MONGODB_URI: mongoUri,
      MONGODB_DATABASE: 'start-refused',
      TEMPORAL_ADDRESS: temporalAddress,
      PORT: String(busyPort),
    }),
    says: () => new RegExp(`^PORT=${busyPort}: the port is in use on 127\\.0\\.0\\.1$`),
  },
  {
    name: 'worker, a Temporal that does not run',
    role: 'worker',
    env: async () => ({
      MONGODB_URI: mongoUri,
      MONGODB_DATABASE: 'start-refused',
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    }),
    says: () => /^TEMPORAL_ADDRESS=127\.0\.0\.1:\d+: Temporal does not answer \(.+\)$/,
  },
  {
    name: 'all, the demo on every network address',
    role: 'all',
    env: async () => ({ HOST: '0.0.0.0' }),
    says: () => /^HOST=0\.0\.0\.0 must be loopback with the embedded MongoDB and the simulator: /,
  },
];

test.each(cases)(
  '$name: one line names the setting',
  async ({ role, env, says }) => {
    const lock = lockDataDir(dir);
    try {
      const { ended, lines } = await refused(role, await env());
      expect(ended).toBe(1);
      expect(lines).toEqual([expect.stringMatching(says())]);
      expect(lines.join('')).not.toContain('hidden');
    } finally {
      lock.release();
    }
  },
  endsWithinMs + 15_000,
);

const anyPort = Object.fromEntries(
  ['PORT', 'ADMIN_PORT', 'WORKER_ADMIN_PORT', 'SIMULATOR_PORT'].map((name) => [name, '0']),
);
const everything = (env: Record<string, string>) => {
  const all = { ECF_DATA_DIR: dir, ...secrets, ...anyPort, ...env };
  return startAll(readStackConfig(all), all);
};

/** They are refused before anything is opened. */
const atOnce: { name: string; start: () => Promise<unknown>; says: () => RegExp }[] = [
  ...Object.entries({ api: startApi, worker: startWorker }).map(([role, start]) => ({
    name: `${role}, production with a simulator`,
    start: async () => start(readConfig({ ...secrets, ...production, ...imitation }), log),
    says: () =>
      /^ECF_ALLOW_PRODUCTION=true: DGII_ECF_HOST must be https:\/\/ecf\.dgii\.gov\.do, not http:\/\/127\.0\.0\.1:1$/,
  })),
  {
    name: 'all, production with the embedded stack',
    start: async () => everything(production),
    says: () => /^ECF_ALLOW_PRODUCTION=true: npm start and npm run demo use the simulator; .*$/,
  },
  {
    name: 'all, production with a simulator started separately',
    start: async () =>
      everything({ ...production, DGII_ECF_HOST: 'http://127.0.0.1:1', DGII_ALLOW_HTTP: 'true' }),
    says: () => /^ECF_ALLOW_PRODUCTION=true: DGII_ECF_HOST must be https:\/\/ecf\.dgii\.gov\.do, .*$/,
  },
  {
    name: 'all, a data folder that another process holds',
    start: async () => everything({}),
    says: () => new RegExp(`^.*ya está en uso por otro proceso \\(${process.pid}\\).*ECF_DATA_DIR.*$`),
  },
];

test.each(atOnce)('$name: one line names the setting', async ({ start, says }) => {
  const lock = lockDataDir(dir);
  try {
    const said = await start().then(
      () => 'it started',
      (error: unknown) => explain(error),
    );
    expect(said).toMatch(says());
  } finally {
    lock.release();
  }
});

test('the error names a namespace that does not exist or lacks the search attributes', async () => {
  const bare = `bare-${process.pid}-${Date.now()}`;
  const at = (namespace: string) => connectTemporal({ address: temporalAddress, namespace });
  await expect(at(bare)).rejects.toThrow(`TEMPORAL_NAMESPACE=${bare} does not exist at ${temporalAddress}`);

  const connection = await Connection.connect({ address: temporalAddress });
  try {
    await connection.workflowService.registerNamespace({
      namespace: bare,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
  } finally {
    await connection.close();
  }
  // Temporal's processes learn of a new namespace at different times.
  const reported = await until('the namespace is known', async () => {
    const message = await at(bare).then(
      () => 'accepted',
      (error: unknown) => String(error),
    );
    return !message.includes('does not exist') && message;
  });
  expect(reported).toMatch(new RegExp(`TEMPORAL_NAMESPACE=${bare} lacks the search attributes Ecf`));
  await (await at('default')).connection.close();
}, 60_000);
