/**
 * Jest's runtime of a test file, which finds the text of a package's file that an earlier test file of this process has read. Jest
 * reads them all anew for each test file: 1,700 for a file in `flow/`. Only the text is kept; each test file still runs it anew.
 *
 * Plain JavaScript, because Jest does not transform its own runtime.
 */
import { createRequire } from 'node:module';

/** @typedef {new (...args: readonly unknown[]) => object} Runtime */

const { default: Runtime } = /** @type {{ default: Runtime }} */ (
  createRequire(import.meta.url)('jest-runtime')
);

/** By path. Packages do not change during a run. @type {Map<string, string>} */
const packages = new Map();

/** @extends {Map<string, string>} */
class Texts extends Map {
  /**
   * @override
   * @param {string} path
   */
  get(path) {
    return super.get(path) ?? packages.get(path);
  }

  /**
   * @override
   * @param {string} path
   * @param {string} text
   */
  set(path, text) {
    if (/[\\/]node_modules[\\/]/.test(path)) packages.set(path, text);
    else super.set(path, text);
    return this;
  }
}

export default class ReadOnce extends Runtime {
  /** @param {readonly [unknown, unknown, unknown, unknown, Map<string, string>, ...unknown[]]} args */
  constructor(...[config, environment, resolver, transformer, texts, ...rest]) {
    super(config, environment, resolver, transformer, new Texts(texts), ...rest);
  }
}
