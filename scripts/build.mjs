/**
 * Builds dist/: compiles src/ and bundles the workflows. Both steps do nothing when nothing changed, so that every start
 * may begin with it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

compile();
await bundle();

function compile() {
  // An incremental build trusts its notes about dist/; without dist/ they are wrong.
  if (!existsSync(join(dist, 'main.js')))
    rmSync(join(root, 'node_modules/.cache/tsconfig.build.tsbuildinfo'), { force: true });
  const tsc = require.resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

async function bundle() {
  const target = join(dist, 'workflow-bundle.js');
  const noteFile = join(root, 'node_modules/.cache/workflow-bundle.sha256');
  const inputs = hashOf([
    ...filesIn(join(dist, 'workflows')),
    join(dist, 'errors.js'),
    join(root, 'node_modules/@temporalio/workflow/package.json'),
    join(root, 'node_modules/@temporalio/worker/package.json'),
  ]);
  if (existsSync(target) && existsSync(noteFile) && readFileSync(noteFile, 'utf8') === inputs) return;

  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(dist, 'workflows/workflows.js'),
    logger: { info() {}, debug() {}, trace() {}, warn: console.error, error: console.error, log() {} },
  });
  writeFileSync(target, code);
  mkdirSync(dirname(noteFile), { recursive: true });
  writeFileSync(noteFile, inputs);
}

function filesIn(dir) {
  return readdirSync(dir, { recursive: true })
    .map((name) => join(dir, String(name)))
    .filter((path) => path.endsWith('.js'))
    .sort();
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}
