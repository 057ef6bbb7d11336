/** How the worker sets up Temporal's SDK, without a server. */
import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import { startTemporalWorkers } from '../../../src/boot/temporal-workers.js';

/** What we use of the SDK's class that starts the thread for workflows. It is not in the SDK's exports. */
interface ThreadStarter {
  create(options: { readonly isolateExecutionTimeoutMs: number | undefined }): Promise<unknown>;
}

const { ThreadedVMWorkflowCreator: threadStarter } = createRequire(import.meta.url)(
  '@temporalio/worker/lib/workflow/threaded-vm.js',
) as { readonly ThreadedVMWorkflowCreator: ThreadStarter };

const noSources = Buffer.from('{"file":"empty.js"}').toString('base64');
const options = {
  // The start ends before it needs a connection.
  connection: undefined as never,
  namespace: 'default',
  taskQueue: 'vouchers',
  workflowBundle: { code: `;\n//# sourceMappingURL=data:application/json;base64,${noSources}` },
  activities: {},
};

// Without the first row, the second one would also pass if the SDK gave its option another name.
test.each([
  { name: "the SDK's worker: 5 s", start: () => Worker.create(options), limitMs: 5_000 },
  {
    name: 'our worker: none',
    start: () => startTemporalWorkers({ ...options, lanes: [] }),
    limitMs: undefined,
  },
])('the limit of a call into a workflow: $name', async ({ start, limitMs }) => {
  const create = jest.spyOn(threadStarter, 'create').mockRejectedValue(new Error('enough'));
  await expect(start()).rejects.toThrow('enough');
  expect(create.mock.calls.map(([given]) => given.isolateExecutionTimeoutMs)).toEqual([limitMs]);
  create.mockRestore();
});
