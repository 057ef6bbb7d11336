/** Creates, changes or deletes the Temporal Schedule that renews the registry, as the configuration says. */
import { ScheduleAlreadyRunning, ScheduleNotFoundError, type Client } from '@temporalio/client';
import { registryScheduleOf, type RegistryScheduleOptions } from '../../workflows/contract/taxpayers.js';

interface ScheduleRequest extends RegistryScheduleOptions {
  readonly client: Client;
  /** False: no address is configured. An old schedule would only fail, so it is deleted. */
  readonly wanted: boolean;
}

/** Many workers may do this at the same time, and at each start. If an operator paused the schedule, it stays paused. */
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
