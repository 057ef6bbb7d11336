/** A worker with a test's own activities on the run's Temporal, on its own task queue. */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { given } from './given.js';
import { own } from './own.js';

export async function startTestWorker(
  options: Pick<WorkerOptions, 'taskQueue' | 'activities' | 'workflowBundle' | 'workflowsPath'>,
): Promise<Client> {
  const address = given('TEST_TEMPORAL_ADDRESS');
  const native = await NativeConnection.connect({ address });
  own("the worker's connection", () => native.close());
  const connection = await Connection.connect({ address });
  own('the connection to Temporal', () => connection.close());
  const worker = await Worker.create({ connection: native, ...options });
  const running = worker.run();
  own('the worker', async () => {
    worker.shutdown();
    await running;
  });
  return new Client({ connection });
}
