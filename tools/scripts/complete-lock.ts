/**
 * `npm run lock`: makes package-lock.json again, with a digest of every package and without addresses.
 *
 * A registry may offer a version before all its binaries; npm then omits them silently, and this program refuses. Pin
 * the last complete version in package.json under devDependencies or overrides.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectFile } from '../../src/shared/project-file.js';
import { lockFaults, type LockedPackage, type LockFile } from './lock-faults.js';

// In a separate folder: npm would reuse what is already in node_modules.
const lock = resolveIn(mkdtempSync(join(tmpdir(), 'ecf-lock-')));
const faults = lockFaults(lock);
if (faults.length === 0) {
  writeFileSync(projectFile('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
} else {
  process.stderr.write(`package-lock.json is left as it was:\n${faults.join('\n')}\n`);
  process.exitCode = 1;
}

function resolveIn(cwd: string): LockFile {
  try {
    for (const name of ['package.json', '.npmrc', 'tools/node/package.json']) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      copyFileSync(projectFile(name), join(cwd, name));
    }
    const { status } = spawnSync('npm', ['install', '--package-lock-only'], { cwd, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not resolve the packages (status ${status ?? 'unknown'})`);
    const resolved = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as LockFile;
    const packages = Object.entries(resolved.packages).map(
      ([path, entry]) => [path, entry.link === true ? entry : withoutAddress(entry)] as const,
    );
    return { ...resolved, packages: Object.fromEntries(packages) };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function withoutAddress({ resolved: _address, ...entry }: LockedPackage): LockedPackage {
  return entry;
}
