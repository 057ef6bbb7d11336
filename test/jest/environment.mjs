/**
 * Jest's environment of Node, but in the realm of the process. Jest's own one gives each test file new globals, so each file also
 * needs new copies of all packages: two thousand modules for a file in `flow/`, half of the tests' processor time. Here the files that one
 * process runs share the globals and the packages (`packages.mjs`). Each of them still loads our own modules anew.
 *
 * Plain JavaScript, because Jest does not transform its own environment.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { keepCompiled, thisRealm } from './compiled-once.mjs';

/** @typedef {ConstructorParameters<typeof ModernFakeTimers>[0]['config']} ProjectConfig */

/** Jest sets these anew for each test file. */
const replacedByJest = [
  { object: process, name: 'exit' },
  { object: process, name: 'getBuiltinModule' },
  { object: globalThis, name: 'console' },
];

/** Jest's runner keeps its handlers, tests and timeout in the globals. Left there, they would go on in the next test file. */
const keptByCircus = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL'];

/**
 * The storages that the present test file used. Temporal opens one for each connection and never closes it, and on Node 20 each new
 * promise visits all open ones: a tenth of the tests' processor time.
 * @type {Set<AsyncLocalStorage<unknown>>}
 */
const openStorages = new Set();
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (/** @type {Parameters<typeof run>} */ ...args) {
  openStorages.add(this);
  return Reflect.apply(run, this, args);
};

export default class ThisRealm {
  /** @param {{ projectConfig: ProjectConfig }} config */
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.replaced = replacedByJest.map(({ object, name }) => ({
      object,
      name,
      value: Reflect.get(object, name),
    }));
    this.variables = { ...process.env };
  }

  async setup() {}

  async teardown() {
    keepCompiled();
    this.fakeTimersModern.dispose();
    for (const storage of openStorages) storage.disable();
    openStorages.clear();
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (keptByCircus.includes(symbol.description ?? '')) Reflect.deleteProperty(globalThis, symbol);
    for (const { object, name, value } of this.replaced) Reflect.set(object, name, value);
    for (const name of Object.keys(process.env))
      if (!(name in this.variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, this.variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return thisRealm;
  }
}
