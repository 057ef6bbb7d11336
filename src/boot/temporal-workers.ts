/**
 * The Temporal Workers of one process: one for the workflows, and one for each lane. Temporal hands an activity only to a Worker
 * with a free slot, so what waits for a slot waits in Temporal, and a lane whose slots are all taken delays no other lane.
 */
import {
  Worker,
  type NativeConnection,
  type WorkerOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { WorkerVersion } from './settings/temporal.js';

interface WorkerLane {
  readonly taskQueue: string;
  readonly slots: number;
}

interface TemporalWorkersOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workflowBundle: WorkflowBundleOption;
  /** Every Worker has all of them. The workflows decide which lane takes which. */
  readonly activities: object;
  readonly lanes: readonly WorkerLane[];
  /** Absent: without Worker Versioning. */
  readonly version?: WorkerVersion;
}

interface TemporalWorkers {
  running(): boolean;
  /** From now on all Workers poll and answer over this connection. */
  use(connection: NativeConnection): void;
  stop(): Promise<void>;
}

/** A task takes a poller only for the trip to Temporal, milliseconds. More pollers would only keep more requests open. */
const lanePollers = 4;

const shutdown = {
  shutdownGraceTime: '10s',
  // Earlier than main.ts ends the process. Work that this cuts off continues later from the ledger.
  shutdownForceTime: '13s',
} satisfies Partial<WorkerOptions>;

const mainLimits = {
  // When a worker dies, other workers get the next tasks of its workflows after this time.
  stickyQueueScheduleToStartTimeout: '2s',
  // A run that cannot be replayed would fail its task for ever. So we end it, and a new run starts from the ledger. Nothing is
  // lost, because the ledger holds the voucher's state.
  workflowFailureErrorTypes: { '*': ['NondeterminismError'] },
  // Quick steps hold 28 of them at most (activities/vouchers/dgii-speed.ts).
  maxConcurrentWorkflowTaskExecutions: 40,
  maxConcurrentActivityTaskExecutions: 100,
  maxConcurrentLocalActivityExecutions: 100,
} satisfies Partial<WorkerOptions>;

/**
 * Runs move to the current version with their next task, as they do without versions: they last hours, and the next version can replay them,
 * or ends them and continues from the ledger. Pinned to a version whose workers are gone, a run would wait for ever.
 */
function versioning(version: WorkerVersion): Partial<WorkerOptions> {
  const defaultVersioningBehavior = 'AUTO_UPGRADE';
  return { workerDeploymentOptions: { useWorkerVersioning: true, version, defaultVersioningBehavior } };
}

/**
 * The SDK limits each call into a workflow to 5 s. For each such limit Node starts and ends a thread, and a voucher takes twenty calls: up
 * to a quarter of a worker's processor time. No loop of our workflows goes on without waiting for Temporal, so the calls need no limit
 * (docs/develop/adr/0021-calls-without-a-limit.md).
 */
class WorkerWithoutCallLimit extends Worker {
  protected static override createWorkflowCreator(
    ...[bundle, options, logger]: Parameters<typeof Worker.createWorkflowCreator>
  ) {
    // The SDK has no setting for this. Node's `vm` accepts no limit, but the SDK's types do not say so.
    const withoutLimit = { ...options, isolateExecutionTimeoutMs: undefined as never };
    return super.createWorkflowCreator(bundle, withoutLimit, logger);
  }
}

export async function startTemporalWorkers(options: TemporalWorkersOptions): Promise<TemporalWorkers> {
  const { connection, namespace, taskQueue, workflowBundle, activities, lanes, version } = options;
  const shared = {
    connection,
    namespace,
    activities,
    ...(version !== undefined && versioning(version)),
    ...shutdown,
  };
  const workers = [
    await WorkerWithoutCallLimit.create({ ...shared, taskQueue, workflowBundle, ...mainLimits }),
  ];
  for (const { slots, ...lane } of lanes) {
    const limits = {
      maxConcurrentActivityTaskExecutions: slots,
      maxConcurrentActivityTaskPolls: lanePollers,
    };
    workers.push(await Worker.create({ ...shared, ...lane, ...limits }));
  }
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    running: () => workers.every((worker) => worker.getState() === 'RUNNING'),
    use: (next) => {
      for (const worker of workers) worker.connection = next;
    },
    stop: async () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}
