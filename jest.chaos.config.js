import config from './jest.config.js';

/** `npm run chaos`: the suites that kill and stop parts of the service. They take minutes, so `npm test` leaves them out. */
/** @type {import('jest').Config} */
export default { ...config, testMatch: ['<rootDir>/test/chaos/**/*.test.ts'], testPathIgnorePatterns: [] };
