/**
 * `npm run lint`: ESLint on the whole project, with a cache. ESLint's cache knows only the file itself, but rules with types also
 * depend on what the file imports. So the cache is for exactly these imported files; when one of them changes, all is linted again.
 * Nothing imports a `*.test.ts`, so a changed test is linted alone.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const caches = join(root, '.cache');
const prefix = 'eslint-';

const name = prefix + hashOf(imported());
mkdirSync(caches, { recursive: true });
for (const old of readdirSync(caches).filter((file) => file.startsWith(prefix) && file !== name))
  rmSync(join(caches, old));

const eslint = join(dirname(createRequire(import.meta.url).resolve('eslint/package.json')), 'bin/eslint.js');
const options = ['--max-warnings', '0', '--cache', '--cache-strategy', 'content'];
const { status } = spawnSync(
  process.execPath,
  [eslint, ...options, '--cache-location', join(caches, name), '.'],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;

function imported() {
  const sources = ['src', 'tools', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => join(root, folder, String(file)))
      .filter((file) => /\.(tsx?|mts|mjs)$/.test(file) && !file.endsWith('.test.ts'))
      .sort(),
  );
  return [
    ...sources,
    ...['tsconfig.json', 'src/web/tsconfig.json', 'package-lock.json'].map((file) => join(root, file)),
  ];
}

/** @param {readonly string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
