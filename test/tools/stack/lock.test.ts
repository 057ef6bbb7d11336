/** Locks and ports: one service per data folder, a clear message for a second one, and no lock that outlives its holder. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from '../../../tools/stack/processes/data-dir-lock.js';
import { tryLock, waitForLock } from '../../../tools/stack/processes/lock-file.js';
import { freePort } from '../../../src/shared/free-port.js';
import { assertPortFree } from '../../../tools/stack/processes/ports.js';
import { isRunning, processRef } from '../../../tools/stack/processes/processes.js';
import { until } from '../../../tools/stack/processes/wait.js';
import { startNode } from '../../harness/processes/node-process.js';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-lock-'));
  path = join(dir, 'stack.lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function idleProcess() {
  const { child, pid } = startNode(['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const ref = processRef(pid);
  if (ref === undefined) throw new Error('The process runs');
  return ref;
}

test('only one holder has a lock, and its release frees it', () => {
  const lock = tryLock(path);
  expect(tryLock(path)).toMatchObject({ holder: { pid: process.pid } });
  if ('release' in lock) lock.release();
  expect(tryLock(path)).toHaveProperty('release');
  expect(readdirSync(dir)).toEqual(['stack.lock']);
});

test('the data folder of a running service is refused with its process id; it is free once the service is killed', async () => {
  const other = await idleProcess();
  writeFileSync(path, JSON.stringify(other));
  expect(() => lockDataDir(dir)).toThrow(`ya está en uso por otro proceso (${other.pid})`);
  process.kill(other.pid, 'SIGKILL');
  await until(() => Promise.resolve(!isRunning(other)), { everyMs: 10, limitMs: 30_000 });
  expect(isRunning(other)).toBe(false);
  lockDataDir(dir).release();
});

test.each([
  {
    name: 'a reused process id',
    content: JSON.stringify({ pid: process.pid, started: 'another time' }),
  },
  { name: 'a process that has ended', content: JSON.stringify({ pid: 2 ** 22 + 1, started: '' }) },
  { name: 'half a file', content: '{"pid": 12' },
  { name: 'an empty file', content: '' },
])('a lock left by $name is replaced', ({ content }) => {
  writeFileSync(path, content);
  expect(tryLock(path)).toHaveProperty('release');
});

test('a release does not remove another process’s lock', () => {
  const lock = tryLock(path);
  writeFileSync(path, JSON.stringify(processRef(process.ppid)));
  if ('release' in lock) lock.release();
  expect(tryLock(path)).toMatchObject({ holder: { pid: process.ppid } });
});

test('a waiter gets the lock when it is released, and an error when it is not', async () => {
  const lock = tryLock(path);
  const reported: number[] = [];
  await expect(waitForLock(path, 10, ({ pid }) => reported.push(pid))).rejects.toThrow('retiene');
  const waiting = waitForLock(path, 10_000, ({ pid }) => reported.push(pid));
  if ('release' in lock) lock.release();
  (await waiting).release();
  expect(reported).toEqual([process.pid, process.pid]);
});

/** Finds a free port whose next port is busy: a server listens there. */
async function portBeforeBusyOne() {
  for (let tries = 0; tries < 20; tries += 1) {
    const first = await freePort();
    const behind = first === 26_999 ? 10_000 : first + 1;
    const holder = createServer().listen(behind, '127.0.0.1');
    const listening = once(holder, 'listening').then(
      () => true,
      // Another process has it.
      () => false,
    );
    if (await listening) return { first, behind, holder };
  }
  throw new Error('Behind no free port there was another one');
}

test('freePort returns no busy port, no port twice, and none that an outgoing connection could take first', async () => {
  const { first, behind, holder } = await portBeforeBusyOne();
  const others = [await freePort(), await freePort()];
  holder.close();
  expect(new Set([first, behind, ...others]).size).toBe(4);
  for (const port of [first, ...others]) {
    expect(port).toBeGreaterThanOrEqual(10_000);
    expect(port).toBeLessThan(27_000);
  }
});

test('a busy port is refused with the variable that changes it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(assertPortFree('MongoDB', port, 'MONGO_PORT')).rejects.toThrow(
    new RegExp(`El puerto ${port} de MongoDB ya está ocupado.*MONGO_PORT`),
  );
  // A port that is just being released is waited for.
  const waiting = assertPortFree('MongoDB', port, 'MONGO_PORT');
  server.close();
  await waiting;
  await assertPortFree('MongoDB', await freePort(), 'MONGO_PORT');
});
