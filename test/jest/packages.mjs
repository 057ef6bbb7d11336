/**
 * Makes the modules of packages that a test file imports the ones that Node itself has loaded, so that all test files in a process
 * share them, as the parts of one program do. A Jest transformer: the code of each such module only names what Node's module exports.
 *
 * Plain JavaScript, because Jest does not transform its own transformers.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { types } from 'node:util';

/** @typedef {{ supportsDynamicImport: boolean }} Options Jest's set-up of a run loads packages without it, and needs them as they are */

const require = createRequire(import.meta.url);
/** Where the code below finds Node's `require`. A module of Jest has another one. */
const shared = Symbol.for('packages of the tests');
Reflect.set(globalThis, shared, require);
/** Jest keeps the code for its next runs. It is no longer right when this file or the version of any package changes. */
const versions = digestOf(
  ['packages.mjs', '../../package-lock.json']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n'),
);

/**
 * @param {string} source
 * @param {string} path
 * @param {Options} options
 */
function codeOf(source, path, { supportsDynamicImport }) {
  if (!supportsDynamicImport) return source;
  const exports = exportsOf(path);
  if (exports === undefined) return source;
  const names = Object.keys(exports).filter((name) => name !== 'default');
  const load = `globalThis[Symbol.for(${JSON.stringify(shared.description)})](${JSON.stringify(path)})`;
  if (!types.isModuleNamespaceObject(exports)) {
    // Jest reads the names of a CommonJS module in its text. The second line is there for Jest and never runs.
    const assignments = names.map((name) => `exports[${JSON.stringify(name)}] = `);
    return `module.exports = ${load};\n0 && (${assignments.join('')}0);`;
  }
  const variables = names.map(
    (name, index) => `const _${index} = loaded.${name}; export { _${index} as ${name} };`,
  );
  const ownDefault = 'default' in exports ? ['export default loaded.default;'] : [];
  return [`const loaded = ${load};`, ...variables, ...ownDefault].join('\n');
}

/**
 * @param {string} path
 * @returns {object | undefined} undefined for a module that Node loads only asynchronously
 */
function exportsOf(path) {
  try {
    return /** @type {object} */ (require(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ASYNC_MODULE')
      return undefined;
    throw error;
  }
}

/** @param {string} content */
function digestOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

export default {
  process: (/** @type {[string, string, Options]} */ ...args) => ({ code: codeOf(...args) }),
  getCacheKey: (/** @type {string} */ source, /** @type {string} */ path, /** @type {Options} */ options) =>
    digestOf(JSON.stringify([path, source, options.supportsDynamicImport, process.version, versions])),
};
