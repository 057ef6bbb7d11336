/**
 * Before the first test, once for the whole run and only when a test that needs it is selected: one mongod and one Temporal,
 * on free ports, in a temporary folder, a bundle of today's workflows, and the keys of the usual signers. The tests find them
 * by TEST_MONGODB_URI, TEST_TEMPORAL_ADDRESS, TEST_WORKFLOW_BUNDLE and TEST_SIGNERS; addresses that are already set are used as
 * they are. See docs/develop/tests.md.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type * as Contract from '../../src/workflows/contract/vouchers.js';
import type * as Embedded from '../../tools/stack/embedded.js';

declare global {
  var ecfTestServers: { stop(): Promise<void> } | undefined;
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { env } = process;
/** Their tests run on real servers, or run workflows. */
const onServers = ['test/flow', 'test/chaos', 'test/cli', 'test/api/web', 'test/tools/demo'];
const onWorkflows = [...onServers, 'test/replay'];

const memoryDir = '/dev/shm';
/** A run of all tests needs about half of it. */
const memoryMin = 4 * 1024 ** 3;
const dataPrefix = 'ecf-test-';

interface Selection {
  readonly testPathPatterns?: { readonly patterns: readonly string[] };
}

export default async function globalSetup({ testPathPatterns }: Selection): Promise<void> {
  const patterns = testPathPatterns?.patterns ?? [];
  if (!selected(onWorkflows, patterns)) return;
  const dataDir = makeDataDir();
  const [servers] = await Promise.all([
    selected(onServers, patterns) ? startServers(dataDir) : undefined,
    bundleWorkflows(join(dataDir, 'workflow-bundle.js')),
    selected(onServers, patterns) ? makeSigners(join(dataDir, 'signers.json')) : undefined,
  ]);
  globalThis.ecfTestServers = {
    async stop() {
      await servers?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * In memory where Linux has room for it: mongod waits for the disk whenever it makes an index, and each test's ledger has a hundred of them.
 * A process that is killed loses nothing there, and no test turns the machine off. Only this user may read the folder.
 */
function makeDataDir(): string {
  removeLeftData();
  return mkdtempSync(join(hasRoom(memoryDir) ? memoryDir : tmpdir(), `${dataPrefix}${process.pid}-`));
}

function hasRoom(dir: string): boolean {
  if (!existsSync(dir)) return false;
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize >= memoryMin;
}

/** A run that was killed leaves its data behind, and in memory that would take room until the machine is restarted. */
function removeLeftData(): void {
  if (!existsSync(memoryDir)) return;
  for (const name of readdirSync(memoryDir)) {
    const pid = name.startsWith(dataPrefix) ? Number.parseInt(name.slice(dataPrefix.length), 10) : NaN;
    if (!Number.isNaN(pid) && !existsSync(`/proc/${pid}`))
      rmSync(join(memoryDir, name), { recursive: true, force: true });
  }
}

async function bundleWorkflows(file: string): Promise<void> {
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, 'src/workflows/workflows.ts'),
    preloadModules: [join(root, 'src/workflows/preload.ts')],
    logger: new DefaultLogger('ERROR'),
  });
  writeFileSync(file, code);
  env.TEST_WORKFLOW_BUNDLE = file;
}

/** A process of its own, because keys would keep this one from starting the servers meanwhile. */
async function makeSigners(file: string): Promise<void> {
  const program = fileURLToPath(new URL('./make-signers.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [program, file]);
  env.TEST_SIGNERS = file;
}

async function startServers(dataDir: string): Promise<Embedded.Embedded | undefined> {
  if (env.TEST_MONGODB_URI && env.TEST_TEMPORAL_ADDRESS) return undefined;
  const { startEmbedded }: typeof Embedded = await load('tools/stack/embedded.js');
  const { searchAttributes }: typeof Contract = await load('src/workflows/contract/vouchers.js');
  const say = (_fields: object, message: string) => process.stderr.write(`${message}\n`);
  const servers = await startEmbedded({
    dataDir,
    mongoPort: 0,
    temporalPort: 0,
    temporalUiPort: 0,
    searchAttributes,
    log: { info: say, warn: say, error: say },
    parts: { mongod: !env.TEST_MONGODB_URI, temporal: !env.TEST_TEMPORAL_ADDRESS },
  });
  env.TEST_MONGODB_URI ||= servers.mongoUri;
  env.TEST_TEMPORAL_ADDRESS ||= servers.temporalAddress;
  return servers;
}

/** Jest's patterns are regular expressions over the path; none at all selects everything. */
function selected(folders: readonly string[], patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(root, folder, String(name)))
      .filter((path) => path.endsWith('.test.ts')),
  );
  return files.some((path) => patterns.some((pattern) => new RegExp(pattern, 'i').test(path)));
}

/** The built programs, because Jest resolves no imports for this file. `npm test` builds before it starts Jest. */
async function load<T>(path: string): Promise<T> {
  const file = join(root, 'dist', path);
  if (!existsSync(file)) throw new Error(`dist/${path} is missing: npm run build`);
  return (await import(file)) as T;
}
