/** The Temporal Schedule of the registry's renewal, as the configuration wants it: made, changed or taken away. */
import { ScheduleAlreadyRunning, ScheduleNotFoundError, type Client } from '@temporalio/client';
import { registryScheduleOf, type RegistryScheduleOptions } from '../../workflows/contract.js';

export interface ScheduleRequest extends RegistryScheduleOptions {
  readonly client: Client;
  /** False: no address is configured, and a schedule of earlier days would only fail. */
  readonly wanted: boolean;
}

/** Any number of workers may do it at once, and at each start. An operator's pause stays. */
export async function ensureRegistrySchedule({ client, wanted, ...options }: ScheduleRequest): Promise<void> {
  const schedule = registryScheduleOf(options);
  const handle = client.schedule.getHandle(schedule.scheduleId);
  if (!wanted) {
    await handle.delete().catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
    return;
  }
  try {
    await client.schedule.create(schedule);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await handle.update(({ state }) => ({ ...schedule, state: { ...schedule.state, paused: state.paused } }));
  }
}
