/** One configuration; `npm test -- unit` or a path narrows it. See test/README.md for the suites. */
/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Of a machine that is several times slower than usual; a test that takes longer by itself says so.
  testTimeout: 60_000,
  // Half of the time of a flow test is waiting. Two cores would get one worker.
  maxWorkers: '100%',
  // What modules leave behind in a worker adds up from file to file.
  workerIdleMemoryLimit: '1500MB',
};
