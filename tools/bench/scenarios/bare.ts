/** The yardstick: bare workflows (bare-workflow.mjs) on the same Temporal, with a worker on its own task queue. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

const taskQueue = 'bench-bare';

export async function startBare(address) {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const native = await NativeConnection.connect({ address });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowsPath: fileURLToPath(new URL('bare-workflow.mjs', import.meta.url)),
    activities: { nothing: async () => undefined },
  });
  const running = worker.run();
  return {
    execute: () => client.workflow.execute('bare', { taskQueue, workflowId: `bare-${randomUUID()}` }),
    stop: async () => {
      worker.shutdown();
      await running;
      await native.close();
      await connection.close();
    },
  };
}
