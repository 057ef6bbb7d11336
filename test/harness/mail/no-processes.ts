/** For services that never ask a worker in the test. */
import { refused } from '../../../src/shared/refused.js';

export const noProcesses = {
  processes: { ask: async () => refused('WORKER_SILENT'), wake: async () => refused('WORKER_SILENT') },
} as const;
