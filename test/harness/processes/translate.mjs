/**
 * TypeScript of one folder as modules that Node runs by itself, for what lives outside Jest: the global set-up and
 * processes that a test starts. Works for folders that import nothing outside themselves but packages.
 */
import { transformFileSync } from '@swc/core';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Answers a new folder with the translated files; the caller removes it.
 * @param {string} folder below the repository root
 * @param {readonly string[]} [files] all of the folder when left out
 * @returns {string}
 */
export function translate(folder, files) {
  // Below node_modules, so that packages are found from there; a folder of its own, as two runs may overlap.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const target = mkdtempSync(join(cache, 'translated-'));
  const wanted = files ?? readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'));
  for (const file of wanted) {
    const { code } = transformFileSync(join(root, folder, file), {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    writeFileSync(join(target, file.replace(/\.ts$/, '.js')), code);
  }
  return target;
}
