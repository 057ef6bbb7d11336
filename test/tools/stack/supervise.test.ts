/** A supervised process: it is started, restarted when it dies, stopped, and never left behind. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, processRef, type ProcessRef } from '../../../tools/stack/processes/processes.js';
import {
  supervise,
  type Supervised,
  type SuperviseOptions,
} from '../../../tools/stack/processes/supervise.js';
import { backoffMs, sayIfSlow, until as checkUntil } from '../../../tools/stack/processes/wait.js';
import { startNode } from '../../harness/processes/node-process.js';
import { until } from '../../harness/until.js';
import { rememberingLog } from './quiet-log.js';

let dir: string;
let log: ReturnType<typeof rememberingLog>;
const supervised: Supervised[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-supervise-'));
  log = rememberingLog();
});
afterEach(async () => {
  await Promise.all(supervised.splice(0).map((one) => one.stop()));
  rmSync(dir, { recursive: true, force: true });
});

/** A child that writes a file when it is ready, then idles. */
const wellBehaved = `require('fs').writeFileSync('ready', ''); setInterval(() => {}, 1000);`;
const stubborn = `process.on('SIGTERM', () => {}); ${wellBehaved}`;

const options = (script: string, change: Partial<SuperviseOptions> = {}): SuperviseOptions => ({
  name: 'child',
  command: process.execPath,
  args: ['-e', script],
  cwd: dir,
  log,
  logFile: join(dir, 'log', 'child.log'),
  ready: () => Promise.resolve(existsSync(join(dir, 'ready'))),
  readyLimitMs: 20_000,
  restart: { delayMs: 10, delayMaxMs: 100 },
  stopLimitMs: 5_000,
  ...change,
});

async function start(script: string, change: Partial<SuperviseOptions> = {}): Promise<Supervised> {
  const one = await supervise(options(script, change));
  supervised.push(one);
  return one;
}

function refOf(pid: number | undefined): ProcessRef {
  const ref = processRef(pid ?? 0);
  if (ref === undefined) throw new Error(`Process ${String(pid)} does not run`);
  return ref;
}

test('starts, and is gone after one or two calls of stop', async () => {
  const one = await start(wellBehaved);
  const child = refOf(one.pid);
  await Promise.all([one.stop(), one.stop()]);
  expect(isRunning(child)).toBe(false);
  expect(one.pid).toBeUndefined();
  expect(log.lines).toEqual([]);
});

test('is restarted each time it is killed, and the log says so', async () => {
  const one = await start(wellBehaved);
  for (const times of [1, 2]) {
    const before = refOf(one.pid);
    process.kill(before.pid, 'SIGKILL');
    await until('another process', async () => one.pid !== undefined && one.pid !== before.pid);
    await until(
      'it runs again',
      async () => log.lines.filter((line) => line.includes('runs again')).length === times,
    );
  }
  expect(log.lines[0]).toBe('warn: child ended by SIGKILL; it is started again');
});

test('a restart may take longer than the first start, so a slow machine does not kill the child', async () => {
  // A restart may take five times as long: about ten seconds more than this test needs.
  const readyLimitMs = 3_000;
  let isReady = true;
  const ready = () => Promise.resolve(isReady);
  const one = await start(wellBehaved, { ready, readyLimitMs, readyEveryMs: 50 });
  const first = refOf(one.pid);
  isReady = false;
  process.kill(first.pid, 'SIGKILL');
  await until('another process', async () => one.pid !== undefined && one.pid !== first.pid);
  const second = one.pid;
  const began = performance.now();
  await until('a first start would be over', async () => performance.now() - began > 1.2 * readyLimitMs);
  isReady = true;
  await until('it runs again', async () => log.lines.some((line) => line.includes('runs again')));
  expect(one.pid).toBe(second);
});

test('a child that ignores SIGTERM is killed after the limit', async () => {
  const one = await start(stubborn, { stopLimitMs: 100 });
  const child = refOf(one.pid);
  await one.stop();
  expect(isRunning(child)).toBe(false);
});

test('a stop during the pause before a restart ends the pause', async () => {
  const one = await start(wellBehaved, { restart: { delayMs: 60_000, delayMaxMs: 60_000 } });
  process.kill(one.pid ?? 0, 'SIGKILL');
  await until('its death is noticed', async () => one.pid === undefined && log.lines.length > 0);
  await one.stop();
  expect(log.lines).toEqual(['warn: child ended by SIGKILL; it is started again']);
});

test.each([
  {
    name: 'dies at once',
    script: `console.error('no disk left'); process.exit(3)`,
    says: /exit code 3.*no disk left/s,
    readyLimitMs: 20_000,
  },
  {
    name: 'is never ready',
    script: 'setInterval(() => {}, 1000)',
    says: /was not ready within 0 s/,
    readyLimitMs: 400,
  },
])(
  'a first start that $name is an error and leaves no process behind',
  async ({ script, says, readyLimitMs }) => {
    const noted = `require('fs').writeFileSync('pid', String(process.pid)); ${script}`;
    await expect(supervise(options(noted, { readyLimitMs }))).rejects.toThrow(says);
    // On a busy machine the child may not have written its id yet.
    if (!existsSync(join(dir, 'pid'))) return;
    expect(processRef(Number(readFileSync(join(dir, 'pid'), 'utf8')))).toBeUndefined();
  },
);

test('a stuck child is killed and restarted; a child that was stuck only for a moment is not', async () => {
  const checks: number[] = [];
  const answers = [true, true, false, true, true, true];
  const hasFailed = () => Promise.resolve(answers[checks.push(Date.now()) - 1] === true);
  const one = await start(wellBehaved, { stuck: { hasFailed, everyMs: 10, times: 3 } });
  const first = refOf(one.pid);
  await until('it was started again', async () => log.lines.includes('info: child runs again'));
  expect(isRunning(first)).toBe(false);
  expect(log.lines.join('\n')).toContain('is stuck');
  // The third "stuck" in a row was the sixth answer.
  await until('the new one is checked', async () => checks.length > answers.length + 5);
  expect(log.lines.filter((line) => line.includes('is stuck'))).toHaveLength(1);
});

test('a program that does not exist is an error with its name', async () => {
  await expect(supervise(options('', { command: join(dir, 'missing') }))).rejects.toThrow(
    /child could not be started.*ENOENT/,
  );
});

test('the child does not outlive a parent killed with -9', async () => {
  const module = new URL('../../../dist/tools/stack/processes/supervise.js', import.meta.url).href;
  const parent = startNode(['--input-type=module', '-e', parentScript(module)], { cwd: dir });
  const reported = await until('the child runs', async () => /^\d+\n/.exec(parent.stdout())?.[0]);
  const child = refOf(Number(reported));
  await parent.kill();
  await until('the child is gone', async () => !isRunning(child));
});

function parentScript(module: string): string {
  return `
    const { supervise } = await import(${JSON.stringify(module)});
    const log = { info() {}, warn() {}, error() {} };
    const one = await supervise({
      name: 'child', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], log,
      ready: async () => true, readyLimitMs: 20000, restart: { delayMs: 10, delayMaxMs: 100 }, stopLimitMs: 5000,
    });
    console.log(one.pid);`;
}

test('a condition that becomes true is seen even if the machine paused until after the limit', async () => {
  let isTrue = false;
  const checked = checkUntil(() => Promise.resolve(isTrue), { everyMs: 10, limitMs: 20 });
  isTrue = true;
  const pauseEndsMs = performance.now() + 50;
  while (performance.now() < pauseEndsMs);
  expect(await checked).toBe(true);
});

test('work that takes long is announced once, and its result is passed on', async () => {
  let said = 0;
  const announced = until('the announcement', async () => said > 0 || undefined).then(() => 'done');
  await expect(sayIfSlow(announced, 1, () => (said += 1))).resolves.toBe('done');
  expect(said).toBe(1);
});

test('quick work is not announced, nor work that fails quickly', async () => {
  let said = 0;
  const say = () => (said += 1);
  await expect(sayIfSlow(Promise.resolve('done'), 20, say)).resolves.toBe('done');
  await expect(sayIfSlow(Promise.reject(new Error('x')), 20, say)).rejects.toThrow('x');
  // This announcement comes later than the two that must not come. So if one of those came, it is counted here.
  const announced = until('the announcement', async () => said > 0 || undefined);
  await sayIfSlow(announced, 40, say);
  expect(said).toBe(1);
});

test('the pause between restarts doubles up to its maximum', () => {
  expect([0, 1, 2, 3, 10, 5_000].map((tries) => backoffMs(200, 1_000, tries))).toEqual([
    200, 400, 800, 1_000, 1_000, 1_000,
  ]);
});
