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

/** A task queue with slots of its own (workflows/lanes.ts). */
interface WorkerLane {
  readonly taskQueue: string;
  /** How many activities run at once. */
  readonly slots: number;
}

interface TemporalWorkersOptions {
  /** All Workers share it. */
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workflowBundle: WorkflowBundleOption;
  /** Every Worker has all of them. The workflows decide which lane takes which. */
  readonly activities: object;
  readonly lanes: readonly WorkerLane[];
}

interface TemporalWorkers {
  /** Whether every Worker takes tasks. */
  running(): boolean;
  /** Ends when all have ended. */
  stop(): Promise<void>;
}

/** A task takes a poller only for the trip to Temporal, milliseconds. More pollers would only keep more requests open. */
const lanePollers = 4;

const shutdown = {
  shutdownGraceTime: '10s',
  // Earlier than main.ts ends the process. Work that this cuts off continues later from the ledger.
  shutdownForceTime: '13s',
} satisfies Partial<WorkerOptions>;

/**
 * While the processors are busy, a worker takes only the first few workflow tasks, and the others wait in Temporal, where the companies take
 * turns. With forty at a time, a company that sends thousands makes each task of another company four times as long. While DGII is
 * slow the processors are idle, and then the tasks that wait for it may be as many as before. The SDK measures the container, or
 * the machine where the container has no limit.
 */
const workflowTaskSlots = {
  type: 'resource-based',
  // Two of them wait for runs that the worker already has. With ten slots another company waits a third longer in a storm; with six, which
  // were tried with a target of 85 %, the worker issued a seventh less.
  minimumSlots: 8,
  // Quick steps hold 24 of them at most (activities/issue/quick/dgii-speed.ts).
  maximumSlots: 40,
  tunerOptions: { targetCpuUsage: 0.95, targetMemoryUsage: 0.9 },
} as const;

const mainLimits = {
  // When a worker dies, other workers get the next tasks of its workflows after this time.
  stickyQueueScheduleToStartTimeout: '2s',
  // A run that cannot be replayed would fail its task for ever. So we end it, and a new run starts from the ledger. Nothing is
  // lost, because the ledger holds the voucher's state.
  workflowFailureErrorTypes: { '*': ['NondeterminismError'] },
  // Almost every voucher needs only its first task, which no worker has yet. A poller for the later tasks would hold a slot and wait.
  nonStickyToStickyPollRatio: 0.8,
  tuner: {
    workflowTaskSlotSupplier: workflowTaskSlots,
    activityTaskSlotSupplier: { type: 'fixed-size', numSlots: 100 },
    localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: 100 },
    // The service has none. The SDK wants a number.
    nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
  },
} satisfies Partial<WorkerOptions>;

/**
 * The SDK limits each call into a workflow to 5 s. For each such limit Node starts and ends a thread, and a voucher takes twenty calls: up
 * to a quarter of a worker's processor time. No loop of our workflows goes on without waiting for Temporal, so the calls need no limit
 * (docs/adr/0021-calls-without-a-limit.md).
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
  const { connection, namespace, taskQueue, workflowBundle, activities, lanes } = options;
  const workers = [
    await WorkerWithoutCallLimit.create({
      connection,
      namespace,
      taskQueue,
      workflowBundle,
      activities,
      ...mainLimits,
      ...shutdown,
    }),
  ];
  for (const { slots, ...lane } of lanes) {
    const limits = {
      maxConcurrentActivityTaskExecutions: slots,
      maxConcurrentActivityTaskPolls: lanePollers,
    };
    workers.push(await Worker.create({ connection, namespace, activities, ...lane, ...limits, ...shutdown }));
  }
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    running: () => workers.every((worker) => worker.getState() === 'RUNNING'),
    stop: async () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}
