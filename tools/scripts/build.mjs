/**
 * Builds dist/: compiles src/ and, where they exist, the tools, bundles the workflows, and builds the web application,
 * the types of its calls, and the documentation. A step runs when its inputs changed since its last success. Otherwise
 * it costs almost nothing, so every start and every operator's command may begin with it.
 *
 * `--unchecked` compiles without checking types, in half the time.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocs } from './build-docs.mjs';
import { buildWeb, writeWebTypes } from './build-web.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = join(root, 'dist');
const webFolder = join(root, 'src/web');
const require = createRequire(import.meta.url);

await writeWebTypes();
await ifChanged(sources(), '.compiled', compile);
await ifChanged(workflows(), '.bundled', bundle);
await ifChanged(web(), '.web', buildWeb);
await ifChanged(documentation(), '.docs', buildDocs);

/** The compiler's inputs. Without this list the compiler takes seconds to find that nothing changed. */
function sources() {
  return [
    ...filesIn(join(root, 'src'), '').filter((path) => !path.startsWith(webFolder)),
    ...(existsSync(join(root, 'tools')) ? filesIn(join(root, 'tools'), '.ts') : []),
    join(root, 'tsconfig.json'),
    join(root, 'tsconfig.build.json'),
    join(root, 'package.json'),
    join(root, 'node_modules/.package-lock.json'),
  ];
}

function compile() {
  // An incremental build trusts its records about dist/; without dist/ they are wrong.
  if (!existsSync(join(dist, '.compiled')))
    rmSync(join(root, '.cache/tsconfig.build.tsbuildinfo'), { force: true });
  const tsc = require.resolve('typescript/bin/tsc');
  const unchecked = process.argv.includes('--unchecked') ? ['--noCheck'] : [];
  const args = [tsc, '-p', join(root, 'tsconfig.build.json'), ...unchecked];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Every folder and file from which the bundle contains a module; a tidy test compares this list with the imports. */
function workflows() {
  return [
    ...filesIn(join(dist, 'src/workflows'), '.js'),
    ...filesIn(join(dist, 'src/ecf'), '.js'),
    join(dist, 'src/shared/errors.js'),
    join(root, 'node_modules/@temporalio/workflow/package.json'),
    join(root, 'node_modules/@temporalio/worker/package.json'),
  ];
}

async function bundle() {
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(dist, 'src/workflows/workflows.js'),
    preloadModules: [join(dist, 'src/workflows/preload.js')],
    logger: { info() {}, debug() {}, trace() {}, warn: console.error, error: console.error, log() {} },
  });
  writeFileSync(join(dist, 'workflow-bundle.js'), code);
}

function web() {
  return [
    ...filesIn(webFolder, ''),
    ...filesIn(join(root, 'src/ecf'), ''),
    join(root, 'src/api/session/permissions.ts'),
    join(root, 'tools/scripts/build-web.mjs'),
    join(root, 'node_modules/.package-lock.json'),
  ];
}

function documentation() {
  return [
    ...filesIn(join(root, 'docs'), ''),
    join(root, 'src/web/style/icon.svg'),
    join(root, 'tools/scripts/build-docs.mjs'),
    join(root, 'node_modules/.package-lock.json'),
  ];
}

/**
 * Runs a step unless its last success had the same inputs. The record is in dist/ and is written last, so deleting dist/ makes everything
 * again. It is of the inputs as they were before the step: what changes during the step is built next time.
 * @param {readonly string[]} inputs
 * @param {string} name of the record
 * @param {() => void | Promise<void>} step
 */
async function ifChanged(inputs, name, step) {
  const record = join(dist, name);
  const before = hashOf(inputs);
  if (existsSync(record) && readFileSync(record, 'utf8') === before) return;
  await step();
  writeFileSync(record, before);
}

/**
 * @param {string} dir
 * @param {string} ending
 */
function filesIn(dir, ending) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {readonly string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}
