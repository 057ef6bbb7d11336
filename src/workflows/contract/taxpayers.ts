/** The workflow that renews the registry of taxpayers. */

/** The times of the registry's renewal, in milliseconds. */
export interface RegistryTimings {
  /** The time limit of one try: the download of 27 MB over a slow line, and the import. */
  readonly tryMs: number;
  /** Retries stop after this time. The schedule tries again the next day. */
  readonly giveUpMs: number;
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  readonly heartbeatMs: number;
}

export const registryTimings: RegistryTimings = {
  tryMs: 30 * 60_000,
  giveUpMs: 8 * 3_600_000,
  retryFirstMs: 60_000,
  retryMaxMs: 3_600_000,
  heartbeatMs: 60_000,
};

export interface RegistryRefreshed {
  /** `unchanged`: DGII has no newer file. */
  readonly outcome: 'imported' | 'unchanged';
  readonly rows: number;
  readonly malformed: number;
  readonly dataDate: string;
}

export const registryWorkflowType = 'refreshRegistry';

export interface RegistryScheduleOptions {
  readonly taskQueue: string;
  readonly at: { readonly hour: number; readonly minute: number };
}

/** The schedule of the renewal. Each task queue has its own. */
export function registryScheduleOf({ taskQueue, at }: RegistryScheduleOptions) {
  return {
    scheduleId: `registry-${taskQueue}`,
    spec: {
      calendars: [{ hour: at.hour, minute: at.minute, comment: 'Cada día' }],
      timezone: 'America/Santo_Domingo',
      // Keeps many installations from starting in the same second.
      jitter: 10 * 60_000,
    },
    action: {
      type: 'startWorkflow' as const,
      workflowType: registryWorkflowType,
      workflowId: `registry-${taskQueue}`,
      taskQueue,
      args: [registryTimings] as [RegistryTimings],
    },
    // After an outage Temporal starts the renewal that it missed. It starts none while an earlier one still runs.
    policies: { overlap: 'SKIP' as const, catchupWindow: 24 * 3_600_000 },
    state: { note: 'Registro de contribuyentes de la DGII, para consult-rnc' },
  };
}
