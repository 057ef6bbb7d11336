/**
 * `npm run lock`: makes package-lock.json anew from package.json, fit for `npm ci` on every platform.
 *
 * Where npm's source does not carry the optional binaries of other platforms, npm leaves them out of the lock file, and
 * `npm ci` then refuses that file everywhere. They are added with the version their package asks for and the platform
 * their name tells; addresses of packages are left out, so that any source will do.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const systems = [
  'darwin',
  'win32',
  'freebsd',
  'android',
  'openharmony',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'linux',
];
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'arm', 'wasm32'];

// In a folder of its own: what lies in node_modules already would be taken over as it is.
const folder = mkdtempSync(join(tmpdir(), 'ecf-lock-'));
const lock = resolveIn(folder);
for (const entry of Object.values(lock.packages)) delete entry.resolved;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = [`${path}/node_modules/${name}`, `node_modules/${name}`].some(
      (one) => one in lock.packages,
    );
    if (!known) lock.packages[`node_modules/${name}`] = absent(name, wanted, entry.dev === true);
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  'package-lock.json',
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
);

function resolveIn(cwd) {
  try {
    copyFileSync('package.json', join(cwd, 'package.json'));
    const { status } = spawnSync('npm', ['install', '--package-lock-only'], { cwd, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not resolve the packages (status ${status})`);
    return JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8'));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function absent(name, wanted, dev) {
  const words = name.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  return {
    version: wanted.replace(/^[\^~]/, ''),
    optional: true,
    ...(dev ? { dev } : {}),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === undefined ? {} : { os: [os] }),
  };
}
