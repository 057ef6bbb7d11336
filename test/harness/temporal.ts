/** A worker with a test's own activities on the run's Temporal, on its own task queue and its lanes. */
import type { Client } from '@temporalio/client';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { temporalClient } from '../../src/shared/temporal-client.js';
import { laneQueueOf, lanes } from '../../src/workflows/lanes.js';
import { given } from './given.js';
import { own } from './own.js';

export async function startTestWorker(
  options: Pick<WorkerOptions, 'taskQueue' | 'activities' | 'workflowBundle' | 'workflowsPath'>,
): Promise<Client> {
  const address = given('TEST_TEMPORAL_ADDRESS');
  const native = await NativeConnection.connect({ address });
  own("the worker's connection", () => native.close());
  const client = temporalClient({ address, namespace: 'default' }, 10_000);
  own('the connection to Temporal', () => client.connection.close());
  const { taskQueue, activities = {} } = options;
  const queues = lanes.map((lane) => ({ taskQueue: laneQueueOf(taskQueue, lane), activities }));
  for (const each of [options, ...queues]) {
    const worker = await Worker.create({ connection: native, ...each });
    const running = worker.run();
    own(`the worker of ${each.taskQueue}`, async () => {
      worker.shutdown();
      await running;
    });
  }
  return client;
}
