/**
 * `npm run lock`: makes package-lock.json again from package.json, fit for `npm ci` on every platform: with a digest of every
 * package, including the binaries of other platforms, and without addresses.
 *
 * A registry may offer a new version of a package before the binaries of all platforms. npm then omits those from the lock file
 * without a warning. This program refuses such a file: pin the last complete version in package.json under devDependencies or
 * overrides.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { lockFaults } from './lock-faults.mjs';

// In a separate folder: npm would reuse what is already in node_modules.
const folder = mkdtempSync(join(tmpdir(), 'ecf-lock-'));
const lock = resolveIn(folder);
for (const entry of Object.values(lock.packages)) delete entry.resolved;
const faults = lockFaults(lock);
if (faults.length === 0) {
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
} else {
  console.error(`package-lock.json is left as it was:\n${faults.join('\n')}`);
  process.exitCode = 1;
}

function resolveIn(cwd) {
  try {
    copyFileSync('package.json', join(cwd, 'package.json'));
    copyFileSync('.npmrc', join(cwd, '.npmrc'));
    const { status } = spawnSync('npm', ['install', '--package-lock-only'], { cwd, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not resolve the packages (status ${status})`);
    return JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8'));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
