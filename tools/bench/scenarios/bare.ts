/** The yardstick: bare workflows (bare-workflow.ts) on the same Temporal, with a worker on its own task queue. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { bare, BareActivities } from './bare-workflow.js';

const taskQueue = 'bench-bare';
const activities: BareActivities = { nothing: () => Promise.resolve() };

export interface Bare {
  readonly execute: () => Promise<void>;
  stop(): Promise<void>;
}

export async function startBare(address: string, namespace = 'default'): Promise<Bare> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const native = await NativeConnection.connect({ address });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue,
    workflowsPath: fileURLToPath(new URL('./bare-workflow.js', import.meta.url)),
    activities,
  });
  const running = worker.run();
  return {
    execute: () =>
      client.workflow.execute<typeof bare>('bare', { taskQueue, workflowId: `bare-${randomUUID()}` }),
    stop: async () => {
      worker.shutdown();
      await running;
      await native.close();
      await connection.close();
    },
  };
}
