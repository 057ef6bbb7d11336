/**
 * Callers that wait for the same thing share one long poll. Temporal limits the long polls of all companies together, so a company that
 * repeats one send a thousand times must not take a thousand of them.
 */
import { within } from '../../shared/within.js';

/** Waits until `endsAt` (milliseconds since 1970), then rejects. */
type Poll<T> = (endsAt: number) => Promise<T>;

/** `endsAt` is the longest of their deadlines. */
interface SharedWait {
  endsAt: number;
}

/**
 * @returns a function that waits for what `poll` returns, until the caller's own deadline `endsAt` (milliseconds since 1970). Then it returns
 * undefined, and others may wait longer. It rejects if the poll fails.
 */
export function createSharedPolls<T>() {
  const waits = new Map<string, { readonly wait: SharedWait; readonly result: Promise<T> }>();

  const begin = (key: string, endsAt: number, poll: Poll<T>) => {
    const wait = { endsAt };
    const result = pollFor(wait, poll).finally(() => waits.delete(key));
    waits.set(key, { wait, result });
    return { wait, result };
  };

  return (key: string, endsAt: number, poll: Poll<T>): Promise<T | undefined> => {
    const { wait, result } = waits.get(key) ?? begin(key, endsAt, poll);
    wait.endsAt = Math.max(wait.endsAt, endsAt);
    return within(endsAt - Date.now(), result, undefined);
  };
}

/** A poll keeps the deadline with which it began. If a caller with a later deadline has come meanwhile, another poll follows. */
async function pollFor<T>(wait: SharedWait, poll: Poll<T>): Promise<T> {
  for (;;) {
    const { endsAt } = wait;
    try {
      return await poll(endsAt);
    } catch (error) {
      if (wait.endsAt <= endsAt) throw error;
    }
  }
}
