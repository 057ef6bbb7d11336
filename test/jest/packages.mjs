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
/** Exports may change although the module that exports them again does not. */
const lock = digestOf(readFileSync(new URL('../../package-lock.json', import.meta.url)));
const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * @param {string} source
 * @param {string} path
 * @param {Options} options
 */
function codeOf(source, path, { supportsDynamicImport }) {
  if (!supportsDynamicImport) return source;
  const exports = exportsOf(path);
  if (exports === undefined) return source;
  const names = Object.keys(exports).filter((name) => identifier.test(name) && name !== 'default');
  const load = `globalThis[Symbol.for(${JSON.stringify(shared.description)})](${JSON.stringify(path)})`;
  if (!types.isModuleNamespaceObject(exports))
    // The second line does nothing. It tells Jest the names that may be imported.
    return `module.exports = ${load};\n0 && (module.exports = { ${names.join(', ')} });`;
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

/** @param {string | Buffer} content */
function digestOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

export default {
  process: (/** @type {[string, string, Options]} */ ...args) => ({ code: codeOf(...args) }),
  getCacheKey: (/** @type {string} */ source, /** @type {string} */ path, /** @type {Options} */ options) =>
    digestOf(JSON.stringify([path, source, options.supportsDynamicImport, process.version, lock])),
};
