/** The round that publishes events, and the writes after which it runs at once. */
import type { Store } from '../../ledger/ledger.js';
import type { Bell } from '../rounds/bell.js';

/** Events of other processes wait at most this long. Each time costs one query, which mostly finds nothing. */
export const publishIntervalMs = 250;
/** An event of this process waits so long for others, which are then published with it. */
export const gatherMs = 100;
/** When the ledger does not answer, other rounds report it too. */
export const afterFailureMs = 5_000;

/** Methods of a worker's store that may add an event. One that is missing here costs `publishIntervalMs` and nothing else. */
const addEvents = [
  'recordVerdict',
  'recordWaiting',
  'changeBuyerDelivery',
  'lockNumbers',
  'closeLocked',
] as const;

export function ringingAfterEvents(store: Store, bell: Pick<Bell, 'ring'>): Store {
  const ringing = addEvents.map((name) => {
    const method = store[name] as (...args: unknown[]) => Promise<unknown>;
    const call = async (...args: unknown[]) => {
      const result = await method(...args);
      bell.ring();
      return result;
    };
    return [name, call] as const;
  });
  return { ...store, ...Object.fromEntries(ringing) };
}

/** @returns whether there may be more */
export async function publishEvents({ publishPending }: Pick<Store, 'publishPending'>): Promise<boolean> {
  return (await publishPending()).more;
}
