/** The yardstick: bare workflows (bare-workflow.ts) on the same Temporal, with a worker on its own task queue. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { openWorkerConnection } from '../../../src/boot/worker-connection.js';
import { temporalClient, type TemporalServer } from '../../../src/shared/temporal-client.js';
import type { bare, BareActivities } from './bare-workflow.js';

const taskQueue = 'bench-bare';
const connectLimitMs = 10_000;
const activities: BareActivities = { nothing: () => Promise.resolve() };

export interface Bare {
  readonly execute: () => Promise<void>;
  stop(): Promise<void>;
}

export async function startBare(server: TemporalServer): Promise<Bare> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const native = await openWorkerConnection(server);
  const client = temporalClient(server, connectLimitMs);
  const worker = await Worker.create({
    connection: native.current(),
    namespace: server.namespace,
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
      await client.connection.close();
    },
  };
}
