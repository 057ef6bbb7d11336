/**
 * Before the first test: one mongod and one Temporal for the whole run, on free ports, in a temporary folder; their
 * addresses reach the tests as TEST_MONGODB_URI and TEST_TEMPORAL_ADDRESS. Started only when a test that needs them is
 * selected; addresses that are already set are used as they are. See test/README.md.
 *
 * Plain JavaScript, because Jest loads this file by Node alone, without its TypeScript transform.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { translate } from './harness/translate.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { env } = process;
/** Their tests run on real servers. */
const folders = ['test/flow', 'test/cli'];

export default async function globalSetup(globalConfig) {
  if (!serversNeeded(globalConfig.testPathPatterns?.patterns ?? [])) return;
  if (env.TEST_MONGODB_URI && env.TEST_TEMPORAL_ADDRESS) return;
  const { startEmbedded } = await load('src/stack', 'embedded');
  const { searchAttributes } = await load('src/workflows', 'contract', ['contract.ts']);
  const dataDir = mkdtempSync(join(tmpdir(), 'ecf-test-'));
  const say = (fields, message) => process.stderr.write(`${message}\n`);
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
  globalThis.ecfTestServers = {
    async stop() {
      await servers.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Jest's patterns are regular expressions over the path; none at all selects everything. */
function serversNeeded(patterns) {
  if (patterns.length === 0) return true;
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(root, folder, String(name)))
      .filter((path) => path.endsWith('.test.ts')),
  );
  return files.some((path) => patterns.some((pattern) => new RegExp(pattern, 'i').test(path)));
}

/** No build, no type check, no waiting: what the set-up needs is translated alone, and forgotten again. */
async function load(folder, module, files) {
  const target = translate(folder, files);
  try {
    return await import(pathToFileURL(join(target, `${module}.js`)).href);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
