/**
 * What `npm run lint` and the format check found without fault, in the per-user cache. A later run skips it, also in another clone. A file is
 * known by a hash of everything that decides its result. So a change of anything else, on any branch, does not check it again.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Each takes 33 bytes. A version of the whole project has about 1,700, so hundreds of changes fit. */
const keptMax = 100_000;

/**
 * @param {string} check names the file with the hashes
 * @param {string} [folder] the per-user cache unless given: as in tools/stack/binaries/cache.ts
 */
export function passedBefore(check, folder = cacheDir()) {
  const path = join(folder, 'passed', `${check}.txt`);
  const kept = readIfThere(path).split('\n');
  const known = new Set(kept);
  return {
    /** @param {string} key */
    has: (key) => known.has(key),
    /** @param {readonly string[]} keys */
    add(keys) {
      mkdirSync(dirname(path), { recursive: true });
      const lines = keys.map((key) => `${key}\n`).join('');
      if (kept.length <= keptMax) {
        // Runs in several clones append at the same time.
        appendFileSync(path, lines);
        return;
      }
      const own = `${path}.${process.pid}`;
      writeFileSync(own, kept.slice(-keptMax / 2).join('\n') + lines);
      renameSync(own, path);
    },
  };
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function cacheDir({ ECF_CACHE_DIR, XDG_CACHE_HOME } = process.env) {
  return ECF_CACHE_DIR || join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ecf-issuer');
}

/**
 * The files of the project: those that Git has or would add.
 * @returns {ReadonlyMap<string, string>} path → text
 */
export function projectFiles() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`);
  // Git also lists a link to a folder, and for a moment a file that was deleted.
  const isFile = (/** @type {string} */ path) =>
    path !== '' && (lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false);
  const paths = stdout.split('\0').filter(isFile);
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Relative modules and files that a file names, also in the types of a comment. */
const imported = /\b(?:from|import|require)\s*\(?\s*(['"`])(\.{1,2}\/[^'"`]+)\1/g;
/** What such a file declares is visible everywhere, without an import. */
const declaresForAll = /^\s*declare (?:global|module)\b/m;
const isModule = /^\s*(?:import|export)\b/m;
const isCode = /\.(?:tsx?|mts|mjs|js)$/;

/**
 * A key for each code file. It depends on the file, on everything that the file imports, directly or not, and on `common`. Types need no more.
 * @param {ReadonlyMap<string, string>} files path → text
 * @param {string} common what the results of all files depend on
 * @returns {ReadonlyMap<string, string>} path → key
 */
export function keysWithImports(files, common) {
  const hashes = new Map([...files].map(([path, text]) => [path, hashOf([path, text])]));
  const direct = new Map(
    [...files].map(([path, text]) => [path, isCode.test(path) ? targets(path, text) : []]),
  );
  const forAll = [...files].filter(
    ([path, text]) =>
      isCode.test(path) && (path.endsWith('.d.ts') || declaresForAll.test(text) || !isModule.test(text)),
  );
  const base = hashOf([common, ...forAll.flat()]);
  return new Map([...files.keys()].filter((path) => isCode.test(path)).map((path) => [path, keyOf(path)]));

  /**
   * @param {string} path
   * @param {string} text
   */
  function targets(path, text) {
    return [...text.matchAll(imported)].flatMap(([, , specifier = '']) => {
      const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
      const bare = target.replace(/\.jsx?$/, '');
      const endings = ['.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx'];
      return [target, ...endings.map((ending) => bare + ending)].filter((one) => files.has(one));
    });
  }

  /** @param {string} path */
  function keyOf(path) {
    const reached = new Set([path]);
    // The set grows while it is read.
    for (const one of reached) for (const target of direct.get(one) ?? []) reached.add(target);
    return hashOf([base, path, ...[...reached].sort().map((one) => hashes.get(one) ?? '')]);
  }
}

/** @param {readonly string[]} parts */
export function hashOf(parts) {
  const hash = createHash('sha256');
  // With its length, no part can pass for the end of another.
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex').slice(0, 32);
}
