/**
 * `npm run check`: the types of the whole project, then lint, format and unit tests of what changed. Changed is what
 * Git has not committed; when everything is committed, the last commit.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { writeWebTypes } from './build-web.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(import.meta.url);
const env = { ...process.env, NODE_NO_WARNINGS: '1' };
const jest = ['--experimental-vm-modules', pathOf('jest', 'bin/jest.js')];

const changed = changedFiles();
const code = changed.filter((file) => /\.(tsx?|js|mjs|mts)$/.test(file));

await writeWebTypes();
step('types', [pathOf('typescript', 'bin/tsc'), '--noEmit', '-p', '.']);
step('types of the web application', [pathOf('typescript', 'bin/tsc'), '--noEmit', '-p', 'src/web']);
step('types of the documentation', [pathOf('typescript', 'bin/tsc'), '--noEmit', '-p', 'docs/.vitepress']);
if (code.length > 0) step('lint', [pathOf('eslint', 'bin/eslint.js'), '--max-warnings', '0', ...code]);
if (changed.length > 0)
  step('format', [
    pathOf('prettier', 'bin/prettier.cjs'),
    ...['--check', '--ignore-unknown', '--log-level', 'warn', ...changed],
  ]);
step('tests', [...jest, '--runTestsByPath', ...unitTests()]);

/**
 * @param {string} name
 * @param {readonly string[]} args of Node
 */
function step(name, args) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'PASS' : 'FAIL'} ${name} (${seconds} s)`);
  if (status !== 0) process.exitCode = 1;
}

function changedFiles() {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const files = uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD');
  return files.filter((file) => existsSync(join(root, file)));
}

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** The unit tests that import a changed file. The tidy tests always run, because they read the whole project. */
function unitTests() {
  return [
    ...relatedTests().filter((file) => file.startsWith('test/unit/')),
    ...git('ls-files', 'test/tidy/*.test.ts'),
  ];
}

function relatedTests() {
  // Jest refuses an empty list.
  if (code.length === 0) return [];
  const args = [...jest, '--listTests', '--findRelatedTests', ...code];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  // Without this check, a failed listing would mean that there is no test to run.
  if (status !== 0) throw new Error(`jest --listTests: ${stderr}`);
  const files = stdout.split('\n').filter((file) => file !== '');
  return files.map((file) => relative(root, file));
}

/**
 * A tool's program in its own package: on some platforms the files in `node_modules/.bin` are not JavaScript.
 * @param {string} name
 * @param {string} file
 */
function pathOf(name, file) {
  return join(dirname(require.resolve(`${name}/package.json`)), file);
}
