/**
 * Jest's environment of Node, with an ordinary global object in each test file's context. Jest's own global object asks JavaScript
 * whenever code names `Math`, `Object` or `Buffer`, which costs a hundred times as much: a third of the tests' processor time.
 *
 * Plain JavaScript, because Jest does not transform its own environment.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { keepCompiled } from './compiled-once.mjs';

/** @typedef {new (...args: readonly unknown[]) => { teardown(): Promise<void> }} Environment */

const { TestEnvironment } = /** @type {{ TestEnvironment: Environment }} */ (
  createRequire(import.meta.url)('jest-environment-node')
);

export default class PlainContext extends TestEnvironment {
  /** @param {readonly unknown[]} args */
  constructor(...args) {
    const { createContext } = vm;
    // The constructor makes its context with an object of its own, and offers no way to choose another one.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }

  /** @override */
  async teardown() {
    keepCompiled();
    await super.teardown();
  }
}
