/** The demo's data in a ledger: its users carry a mark, an operator sees it, and production is refused beside it. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoCompanies, ensureDemoData } from '../../../tools/demo/demo-data.js';
import { startApi } from '../../../src/boot/api-role.js';
import { readConfig } from '../../../src/boot/config.js';
import { demoPeople, demoUser, hasDemoUsers } from '../../../src/boot/demo-users.js';
import { startWorker } from '../../../src/boot/worker-role.js';
import { freePort } from '../../../src/shared/free-port.js';
import { createLog } from '../../../src/shared/log.js';
import type { User } from '../../../src/ledger/companies/user.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import { given } from '../../harness/given.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { startNode } from '../../harness/processes/node-process.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';

const log = createLog({ role: 'test', level: 'silent' });
const startAllFile = fileURLToPath(new URL('../../../dist/tools/stack/main.js', import.meta.url));
const temporalAddress = given('TEST_TEMPORAL_ADDRESS');
const masterKey = randomBytes(32);

let dir: string;
let ledger: TestLedger;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-demo-data-'));
  own('the folder', () => rmSync(dir, { recursive: true, force: true }));
  ledger = await openLedger();
});

const rnc = '999999992';
const user = (clave: string, change: Partial<User> = {}): User => ({
  usuario: demoUser.usuario,
  rnc,
  companyId: 1,
  passwordHash: cheapHash(clave),
  disabled: false,
  ...change,
});

/** The configuration of every role here: production, with DGII's own hosts. */
const production = () =>
  readConfig({
    MONGODB_URI: ledger.uri,
    MONGODB_DATABASE: ledger.database,
    TEMPORAL_ADDRESS: temporalAddress,
    ECF_JWT_SECRET: `t:${'x'.repeat(32)}`,
    ECF_MASTER_KEY: masterKey.toString('base64'),
    ECF_WEB_SECRET: `t:${'x'.repeat(32)}`,
    TEMPORAL_TASK_QUEUE: ledger.database,
    ECF_ALLOW_PRODUCTION: 'true',
    PORT: '0',
    ADMIN_PORT: '0',
    WORKER_ADMIN_PORT: '0',
  });

test('its users and people carry the mark, a second start changes none of them, and production is refused', async () => {
  const ensure = () => ensureDemoData(ledger.store, dir, masterKey);
  await ensure();
  const made = await ledger.store.findUser(demoUser.usuario, rnc);
  await ensure();
  expect(await hasDemoUsers(ledger.store)).toBe(true);
  expect(await ledger.store.findUser(demoUser.usuario, rnc)).toEqual(made);
  expect(await ledger.db.collection('users').countDocuments({ demo: true })).toBe(demoCompanies.length);
  expect(await ledger.db.collection('people').countDocuments({ demo: true })).toBe(demoPeople.length);

  for (const start of [startApi, startWorker])
    await expect(start(production(), log)).rejects.toThrow(
      /^ECF_ALLOW_PRODUCTION must be false while users of the demo are in the ledger: [^\n]*$/,
    );
});

test('a real user with the name that the documents suggest does not stop the api in production', async () => {
  await ledger.store.addUser(user('otra-clave-2026'));
  const api = await startApi(production(), log);
  await api.stop();
});

test('npm start says that the data is the demo’s, and gives each role its own secrets only', async () => {
  await ledger.store.putUser(user(demoUser.clave, { demo: true }));
  const env: Record<string, string> = {
    MONGODB_URI: ledger.uri,
    MONGODB_DATABASE: ledger.database,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_TASK_QUEUE: ledger.database,
    ECF_DATA_DIR: dir,
    FOREIGN_SECRET: 'x',
  };
  // Makes the simulator's authority.
  await ensureDemoData(ledger.store, dir, masterKey);
  for (const name of ['PORT', 'ADMIN_PORT', 'WORKER_ADMIN_PORT', 'SIMULATOR_PORT'])
    env[name] = String(await freePort());
  const started = startNode([startAllFile], { env });
  await until(
    'the service is ready',
    async () => {
      if (started.hasExited()) throw new Error(started.output());
      return started.stdout().includes('Registros (log)');
    },
    { withinMs: 90_000 },
  );
  expect(started.stdout()).toMatch(/^Demostración +los datos de .* son los de la demostración: /);

  const children = `/proc/${started.pid}/task/${started.pid}/children`;
  if (!existsSync(children)) {
    console.warn('NOT CHECKED: this system does not show the environment of processes');
  } else {
    const reported = readFileSync(children, 'utf8')
      .trim()
      .split(' ')
      .flatMap((pid) => {
        const [, role = ''] = /main\.js\0(\w+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
        const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .map((pair) => pair.split('=')[0] ?? '');
        return role === ''
          ? []
          : [[role, names.filter((name) => /SECRET|KEY|MONGODB_URI/.test(name)).sort()]];
      });
    expect(Object.fromEntries(reported)).toEqual({
      api: ['ECF_JWT_SECRET', 'ECF_WEB_SECRET', 'MONGODB_URI'],
      simulator: [],
      worker: ['DGII_STATUS_API_KEY', 'ECF_MASTER_KEY', 'MONGODB_URI'],
    });
  }
  started.child.kill('SIGTERM');
  expect(await started.exited).toBe(0);
}, 240_000);
