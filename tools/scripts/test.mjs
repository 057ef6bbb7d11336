/**
 * `npm test`: the build, then Jest, and beside them types, lint and format; a failed step does not stop the others. The last line is
 * `N passed, N failed`, in which each of these steps counts as one test.
 * `npm test -- test/unit` runs only the tests of these paths, after the build; any argument of Jest is allowed. `npm run chaos` uses that.
 *
 * Plain JavaScript, because it runs before anything is built.
 */

/** @typedef {{ name: string, program: string, args: readonly string[] }} Step */
/** @typedef {{ limitMs: number, capture: boolean, priority?: number | undefined, doneWhen?: () => boolean }} RunOptions ends soon after `doneWhen` */
/** @typedef {{ code: string | number | null, output: string }} RunEnd */
/** @typedef {'numPassedTests' | 'numFailedTests' | 'numRuntimeErrorTestSuites' | 'numPendingTests' | 'numTodoTests'} Count */
/** @typedef {Readonly<Record<Count, number>>} JestReport */

import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(import.meta.url);
const jestArguments = process.argv.slice(2);

/** @type {readonly Step[]} */
const steps = [
  { name: 'types and lint', program: join(root, 'tools/scripts/lint.mjs'), args: [] },
  {
    name: 'format',
    program: join(dirname(require.resolve('prettier')), 'bin/prettier.cjs'),
    args: ['--check', '--log-level', 'warn', '.'],
  },
];

const jestLimitMs = 55 * 60_000;
/** A step that takes longer than this hangs. Beside Jest it gets little of the processor, and ends minutes after it at the latest. */
const stepLimitMs = jestLimitMs + 15 * 60_000;
/** Jest writes its report when all tests are done. If it does not end then, a test left something running. */
const endLimitMs = 30_000;

/** In MB. Each test file loads its modules again. With this room the garbage collector runs less often, which saves a seventh of the processor time. */
const roomForYoungObjects = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const totals = { passed: 0, failed: 0, skipped: 0 };

/**
 * Each child leads its own process group, and the group is killed with it, so that nothing it started survives.
 * @type {Set<import('node:child_process').ChildProcess>}
 */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of running) killGroup(child);
    process.exit(130);
  });

const everything = jestArguments.length === 0;
await Promise.all([everything ? runSteps() : undefined, buildAndTest()]);

const skipped = totals.skipped === 0 ? '' : `, ${totals.skipped} skipped`;
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** Tests that kill a worker run the built one. */
async function buildAndTest() {
  // The steps check the types.
  const args = everything ? ['--unchecked'] : [];
  await runStep({ name: 'build', program: join(root, 'tools/scripts/build.mjs'), args });
  await runJest();
}

/** One after the other, and so that tests hardly notice them. With a lower priority they would get nothing until Jest has ended. */
async function runSteps() {
  for (const step of steps) await runStep(step, constants.priority.PRIORITY_BELOW_NORMAL);
}

/**
 * @param {Step} step
 * @param {number} [priority]
 */
async function runStep({ name, program, args }, priority) {
  const { code, output } = await run([program, ...args], { limitMs: stepLimitMs, capture: true, priority });
  const ok = code === 0;
  totals[ok ? 'passed' : 'failed'] += 1;
  console.log(ok ? `PASS ${name}` : `FAIL ${name} (ended with ${code})\n${output}`.trimEnd());
}

async function runJest() {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-jest-'));
  const report = join(dir, 'report.json');
  try {
    const { code } = await run(
      [
        '--experimental-vm-modules',
        ...roomForYoungObjects,
        pathOf('jest', 'bin/jest.js'),
        '--json',
        `--outputFile=${report}`,
        ...jestArguments,
      ],
      { limitMs: jestLimitMs, capture: false, doneWhen: () => existsSync(report) },
    );
    const before = totals.failed;
    if (existsSync(report)) count(readReport(report));
    if (code !== 0 && totals.failed === before) {
      // Nothing was selected, the global set-up failed, or Jest did not end by itself: no single test is to blame.
      totals.failed += 1;
      console.log(`FAIL jest (ended with ${code})`);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readReport(file) {
  /** @type {unknown} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return /** @type {JestReport} */ (report);
}

/** @param {JestReport} report */
function count(report) {
  totals.passed += report.numPassedTests;
  // A file that could not be loaded has no failed tests.
  totals.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
  totals.skipped += report.numPendingTests + report.numTodoTests;
}

/**
 * Linux compares the priorities of processes in one session only, and the sessions by their own; see sched(7), "autogroup".
 * @param {number} pid of the first process of a session
 * @param {number} priority
 */
function lower(pid, priority) {
  setPriority(pid, priority);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // No Linux, or it has no such groups. The step may then slow the tests a little.
  }
}

/**
 * @param {readonly string[]} args of Node
 * @param {RunOptions} options
 * @returns {Promise<RunEnd>}
 */
function run(args, { limitMs, capture, priority, doneWhen }) {
  return new Promise((resolve) => {
    // Jest writes its report for people to stderr. Its JSON report goes to the file, so stdout is ignored.
    const [stdout, stderr] = capture
      ? /** @type {const} */ (['pipe', 'pipe'])
      : /** @type {const} */ (['ignore', 'inherit']);
    const env = { ...process.env, NODE_NO_WARNINGS: '1' };
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', stdout, stderr],
      env,
      detached: process.platform !== 'win32',
    });
    running.add(child);
    if (priority !== undefined && child.pid !== undefined) lower(child.pid, priority);
    /** @type {string | undefined} */
    let ended;
    const kill = (/** @type {string} */ why) => {
      ended ??= why;
      killGroup(child);
    };
    const timers = [setTimeout(kill, limitMs, `killed after ${limitMs / 60_000} minutes`)];
    if (doneWhen !== undefined) {
      const watch = setInterval(() => {
        if (!doneWhen()) return;
        clearInterval(watch);
        timers.push(
          setTimeout(kill, endLimitMs, `killed: it did not end within ${endLimitMs / 1000} s of its report`),
        );
      }, 500);
      timers.push(watch);
    }
    let output = '';
    const keep = (/** @type {string} */ chunk) => (output += chunk);
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => (ended ??= error.message));
    child.once('exit', () => killGroup(child));
    child.once('close', (code, signal) => {
      timers.forEach((timer) => clearTimeout(timer));
      running.delete(child);
      resolve({ code: ended ?? code ?? signal, output });
    });
  });
}

/**
 * Kills the group, except processes that left it: mongod and Temporal did, and have their own watchdogs.
 * @param {import('node:child_process').ChildProcess} child
 */
function killGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // The whole group has already ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * A tool's program in its own package: on some platforms the files in `node_modules/.bin` are not JavaScript.
 * @param {string} name
 * @param {string} file
 */
function pathOf(name, file) {
  return join(dirname(require.resolve(`${name}/package.json`)), file);
}
