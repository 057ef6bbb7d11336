/** Bounds the waits of sends: how many at once, and how long each, whatever the process side does. */
import type { Log } from '../log.js';

/** Each wait holds a socket, a call to Temporal and its voucher: about 100 MB at this many. */
const waitersMax = 5_000;

/** What starting a workflow may take beyond the wait asked for. */
const marginMs = 5_000;

export interface WaitingRoom {
  /**
   * Runs `work`, whose time to wait is `waitMs`, or 0 when the room is full. Returns when it ends or the time is over;
   * never rejects: the caller answers from the ledger in any case.
   */
  wait(waitMs: number, work: (waitMs: number) => Promise<void>): Promise<void>;
}

export function createWaitingRoom(
  log: Log,
  limits: { readonly waitersMax: number; readonly marginMs: number } = { waitersMax, marginMs },
): WaitingRoom {
  let waiters = 0;
  return {
    wait: async (waitMs, work) => {
      const boundedMs = waiters < limits.waitersMax ? waitMs : 0;
      waiters++;
      try {
        await withLimit(work(boundedMs), boundedMs + limits.marginMs);
      } catch (error) {
        log.error({ err: error }, 'waiting for a voucher failed; answered from the ledger');
      } finally {
        waiters--;
      }
    },
  };
}

async function withLimit(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
