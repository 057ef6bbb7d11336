/** Bounds the waits of sends: how many at once, and how long each, whatever the process side does. */
import type { Log } from '../../shared/log.js';

/** Each wait holds a socket, a call to Temporal and its voucher: about 100 MB at this many. */
const waitersMax = 5_000;

/** What starting a workflow may take beyond the wait asked for. */
const marginMs = 5_000;

export interface WaitingRoom {
  /**
   * Runs `work`, whose time to wait is `waitMs`, or 0 when the room is full. Returns when it ends, the time is over, or the
   * process is told to stop;
   * never rejects: the caller answers from the ledger in any case.
   */
  wait(waitMs: number, work: (waitMs: number) => Promise<void>): Promise<void>;
}

export function createWaitingRoom(
  log: Log,
  stopping: AbortSignal,
  limits: { readonly waitersMax: number; readonly marginMs: number } = { waitersMax, marginMs },
): WaitingRoom {
  let waiters = 0;
  /** Ends the waits under way. */
  const ends = new Set<() => void>();
  stopping.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  return {
    wait: async (waitMs, work) => {
      const boundedMs = waiters < limits.waitersMax && !stopping.aborted ? waitMs : 0;
      waiters++;
      try {
        await withLimit(work(boundedMs), boundedMs + limits.marginMs, ends);
      } catch (error) {
        log.error({ err: error }, 'waiting for a voucher failed; answered from the ledger');
      } finally {
        waiters--;
      }
    },
  };
}

async function withLimit(work: Promise<void>, limitMs: number, ends: Set<() => void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let end = () => {};
  const limit = new Promise<void>((resolve) => {
    end = resolve;
    timer = setTimeout(resolve, limitMs);
  });
  ends.add(end);
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    ends.delete(end);
  }
}
