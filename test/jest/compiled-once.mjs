/**
 * How Jest compiles modules (`vm`): in the realm of the process (`environment.mjs`), and each module once. Jest compiles our modules and
 * its own anew for each test file. A process keeps what V8 made of a module, and later test files start from it. It is code without
 * values: each test file still runs its own copy of the module.
 *
 * Plain JavaScript, because Jest does not transform its own environment.
 */
import { createRequire } from 'node:module';

/** @typedef {import('node:vm').Script} Script */
/** @typedef {import('node:vm').CompileFunctionOptions} FunctionOptions */
/** @typedef {{ identifier: string, context?: object, cachedData?: Buffer }} ModuleOptions */
/** @typedef {{ createCachedData(): Buffer }} Compiled */
/** @typedef {new (text: string, options: ModuleOptions) => Compiled} TextModule */
/** @typedef {new (names: string[], evaluate: () => void, options: { context?: object }) => object} ValueModule */
/** @typedef {{ readonly source: string, readonly data: Buffer }} Kept V8 compares only the length of the source, so we compare the rest */

// The object whose properties Jest reads.
const vm =
  /** @type {Omit<typeof import('node:vm'), 'SourceTextModule' | 'SyntheticModule'> & { SourceTextModule: TextModule, SyntheticModule: ValueModule }} */ (
    createRequire(import.meta.url)('node:vm')
  );
const { compileFunction, Script, SourceTextModule, SyntheticModule } = vm;

/** Jest asks the environment for a context of `vm`. This one stands for none: the realm of the process. */
export const thisRealm = {};

/** @type {Map<string, Kept>} */
const scripts = new Map();
/** @type {Map<string, Kept>} */
const modules = new Map();
/** @type {{ key: string, source: string, script: Script }[]} */
const fresh = [];

/** Code that V8 did not compile itself does not find Jest's `import()`. */
const imports = /\bimport\s*\(/;

/**
 * Keeps the CommonJS modules that the test file was the first to use. Called when the file is over: V8 has then compiled the functions
 * that it called, so the next file gets those too.
 */
export function keepCompiled() {
  for (const { key, source, script } of fresh.splice(0))
    scripts.set(key, { source, data: script.createCachedData() });
}

/** @type {typeof compileFunction} */
vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext, ...others } = options;
  if (parsingContext !== thisRealm || filename === undefined)
    return compileFunction(source, parameters, options);
  if (imports.test(source)) return compileFunction(source, parameters, { filename, ...others });
  const start = `(function (${parameters.join(', ')}) {`;
  const key = start + filename;
  const cachedData = dataOf(scripts.get(key), source);
  const script = new Script(`${start}${source}\n})`, {
    filename,
    // A stack trace shows the columns of the file.
    columnOffset: -start.length,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected === true) fresh.push({ key, source, script });
  return /** @type {Function} */ (script.runInThisContext());
};

vm.SourceTextModule = class extends SourceTextModule {
  /**
   * @param {string} source
   * @param {ModuleOptions} options
   */
  constructor(source, { context: _thisRealm, ...options }) {
    const { identifier } = options;
    const keeps = !imports.test(source);
    const cachedData = keeps ? dataOf(modules.get(identifier), source) : undefined;
    super(source, cachedData === undefined ? options : { ...options, cachedData });
    if (keeps && cachedData === undefined) modules.set(identifier, { source, data: this.createCachedData() });
  }
};

vm.SyntheticModule = class extends SyntheticModule {
  /**
   * @param {string[]} names
   * @param {() => void} evaluate
   * @param {{ context?: object }} options
   */
  constructor(names, evaluate, { context: _thisRealm, ...options }) {
    super(names, evaluate, options);
  }
};

/**
 * @param {Kept | undefined} kept
 * @param {string} source
 */
function dataOf(kept, source) {
  return kept?.source === source ? kept.data : undefined;
}
