/** Limits how many sends wait at once and how long each one waits, even if the workflow side hangs. */
import type { Log } from '../../shared/log.js';

/** Each wait holds a socket, a call to Temporal and its voucher. This many waits take about 100 MB. */
const waitersMax = 5_000;

/** Extra time, on top of the requested wait, for starting the workflow. */
const marginMs = 5_000;

export interface WaitingRoom {
  /**
   * Runs `work` and passes it the time to wait: `waitMs`, or 0 when the room is full. Returns when the work ends, the time is
   * over, or the process must stop. Never rejects: the caller answers from the ledger in every case.
   */
  wait(waitMs: number, work: (waitMs: number) => Promise<void>): Promise<void>;
}

export function createWaitingRoom(
  log: Log,
  stopping: AbortSignal,
  limits: { readonly waitersMax: number; readonly marginMs: number } = { waitersMax, marginMs },
): WaitingRoom {
  let waiters = 0;
  /** One function for each wait under way; calling it ends that wait. */
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
