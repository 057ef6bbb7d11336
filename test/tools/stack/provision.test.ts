/** Where a binary comes from: the order of the sources, what is remembered, and the message when no source works. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir, openCache } from '../../../tools/stack/binaries/cache.js';
import { mongodProvision } from '../../../tools/stack/binaries/mongod.js';
import {
  findOnPath,
  provision,
  type BinarySource,
  type Provision,
} from '../../../tools/stack/binaries/provision.js';
import { temporalProvision } from '../../../tools/stack/binaries/temporal.js';
import { rememberingLog } from './quiet-log.js';

let dir: string;
let asked: string[];
let today: number;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-provision-'));
  asked = [];
  today = Date.UTC(2026, 0, 5);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const cache = () => openCache(join(dir, 'cache'), () => today);
const context = () => ({ cache: cache(), log: rememberingLog(), searchPath: join(dir, 'path') });

function executable(path: string, content: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
}

/** A source that delivers `content`, or fails. */
function source(name: string, content: string | Error, remembersFailure = false): BinarySource {
  return {
    name,
    label: `source ${name}`,
    remembersFailure,
    obtain: (scratch) => {
      asked.push(name);
      if (content instanceof Error) return Promise.reject(content);
      const path = join(scratch, 'some', 'where');
      mkdirSync(join(scratch, 'some'));
      // Without permission to execute, like some archives.
      writeFileSync(path, content, { mode: 0o600 });
      return Promise.resolve(path);
    },
  };
}

/** A binary is usable when its content starts with "good". */
const wanted = (...sources: BinarySource[]): Provision => ({
  binary: 'tool',
  sources,
  check: (path) => Promise.resolve(readFileSync(path, 'utf8').startsWith('good') ? undefined : 'too old'),
  wayOut: 'Set TOOL_ADDRESS.',
});

test.each([
  { name: 'PATH first', onPath: 'good path', cached: 'good cache', found: 'good path', asks: [] },
  { name: 'then the cache', onPath: undefined, cached: 'good cache', found: 'good cache', asks: [] },
  {
    name: 'an unusable binary on PATH is skipped',
    onPath: 'bad',
    cached: 'good cache',
    found: 'good cache',
    asks: [],
  },
  { name: 'then the sources', onPath: undefined, cached: undefined, found: 'good one', asks: ['one'] },
  {
    name: 'an unusable cached binary is replaced',
    onPath: undefined,
    cached: 'bad',
    found: 'good one',
    asks: ['one'],
  },
])('order: $name', async ({ onPath, cached, found, asks }) => {
  if (onPath !== undefined) executable(join(dir, 'path', 'tool'), onPath);
  if (cached !== undefined) executable(cache().pathOf('tool'), cached);
  const path = await provision(wanted(source('one', 'good one'), source('two', 'good two')), context());
  expect(readFileSync(path, 'utf8')).toBe(found);
  expect(asked).toEqual(asks);
});

test('afterwards the cache contains only the delivered binary, executable', async () => {
  const path = await provision(wanted(source('one', 'good one')), context());
  expect(path).toBe(cache().pathOf('tool'));
  expect(findOnPath('tool', join(path, '..'))).toBe(path);
  expect(existsSync(join(dir, 'cache', 'scratch-tool'))).toBe(false);
  expect(existsSync(join(dir, 'cache', 'tool.lock'))).toBe(false);
});

test.each([
  { name: 'fails', first: new Error('not reachable') },
  { name: 'delivers something unusable', first: 'bad' },
])('after a source that $name, the next one is tried', async ({ first }) => {
  const path = await provision(wanted(source('one', first), source('two', 'good two')), context());
  expect(readFileSync(path, 'utf8')).toBe('good two');
  expect(asked).toEqual(['one', 'two']);
});

test('an unreachable source is not tried again for a day', async () => {
  const sources = wanted(
    source('far', new Error('timeout'), true),
    source('near', new Error('broken'), false),
  );
  await expect(provision(sources, context())).rejects.toThrow('timeout');
  await expect(provision(sources, context())).rejects.toThrow('falló hoy: timeout');
  expect(asked).toEqual(['far', 'near', 'near']);
  today += 24 * 60 * 60 * 1000;
  await expect(provision(sources, context())).rejects.toThrow('timeout');
  expect(asked).toEqual(['far', 'near', 'near', 'far', 'near']);
});

test('when nothing works, the message lists what was tried and what to do', async () => {
  executable(join(dir, 'path', 'tool'), 'bad');
  const elsewhere: BinarySource = { ...source('other', 'good'), unsuitable: () => 'Linux only' };
  const failing = provision(wanted(source('far', new Error('timeout'), true), elsewhere), context());
  const message = await failing.then(() => '', String);
  for (const part of [
    'too old',
    cache().pathOf('tool'),
    'source far: timeout',
    'source other: Linux only',
    'TOOL_ADDRESS',
  ]) {
    expect(message).toContain(part);
  }
  expect(asked).toEqual(['far']);
});

test('ten requests at the same time fetch it once', async () => {
  const sources = wanted(source('one', 'good one'));
  const paths = await Promise.all(Array.from({ length: 10 }, () => provision(sources, context())));
  expect(new Set(paths).size).toBe(1);
  expect(asked).toEqual(['one']);
});

test.each([
  { env: { ECF_CACHE_DIR: '/c' }, dir: '/c' },
  { env: { XDG_CACHE_HOME: '/x' }, dir: '/x/ecf-issuer' },
])('the cache folder with $env is $dir', ({ env, dir: expected }) => expect(cacheDir(env)).toBe(expected));

test.each([
  { tool: mongodProvision, version: 'db version v6.0.5', usable: true },
  { tool: mongodProvision, version: 'db version v5.0.30', usable: false },
  { tool: mongodProvision, version: 'something else', usable: false },
  { tool: temporalProvision, version: 'temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)', usable: true },
  { tool: temporalProvision, version: 'temporal version 0.13.2 (Server 1.24.0, UI 2.26.2)', usable: false },
])('$tool.binary that says "$version": usable $usable', async ({ tool, version, usable }) => {
  const path = executable(join(dir, tool.binary), `#!/bin/sh\necho '${version}'\n`);
  expect((await tool.check(path)) === undefined).toBe(usable);
});

test('the sources of both binaries, in order', () => {
  expect(mongodProvision.sources.map(({ name }) => name)).toEqual(['mongod-official', 'mongod-python-index']);
  expect(temporalProvision.sources.map(({ name }) => name)).toEqual(['temporal-official', 'temporal-go']);
});
