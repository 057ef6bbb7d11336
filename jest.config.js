import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
);
/** The packages that our code and the tests import, except Jest itself. */
const packages = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !name.includes('jest'),
);

/** One configuration; `npm test -- unit` or a path narrows it. See docs/develop/tests.md for the suites. */
/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  rootDir: '.',
  globalSetup: '<rootDir>/test/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/jest/global-teardown.ts',
  testRunner: '<rootDir>/test/jest/processor-seconds.mjs',
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  reporters: ['default', '<rootDir>/test/jest/slowest-files.mjs'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // They have a run of their own: jest.chaos.config.js.
  testPathIgnorePatterns: ['<rootDir>/test/chaos/'],
  // By default Jest transforms nothing in node_modules.
  transformIgnorePatterns: [],
  transform: {
    [`/node_modules/(${packages.join('|')})/.+\\.[cm]?js$`]: '<rootDir>/test/jest/packages.mjs',
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript' },
          // Node loads a JSON file only if the import says that it is one.
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Enough for a machine that is several times slower than usual. A test that needs more time says so itself.
  testTimeout: 60_000,
  // Flow tests sometimes wait. With one worker more than there are cores, every core is busy.
  maxWorkers: availableParallelism() + 1,
  // Modules leave memory behind in a worker, and it adds up from file to file.
  workerIdleMemoryLimit: '1500MB',
  // A process that has run many files needs more than the usual half second to end. With an open handle it does not end at all.
  workerGracefulExitTimeout: 20_000,
};
