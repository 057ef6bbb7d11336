/** Limits how many sends wait at once and how long each one waits, even if the workflow side hangs. */
import type { FairShare } from '../../shared/fair-share.js';
import type { Log } from '../../shared/log.js';

/** Extra time, on top of the requested wait, for starting the workflow. */
const startMarginMs = 5_000;

export interface WaitingRoom {
  /**
   * Runs `work` and passes it the time to wait: `waitMs`, or 0 when no slot is left for the company. Returns when the work
   * ends, the time is over, or the process must stop. Never rejects: the caller answers from the ledger in every case.
   */
  wait(companyId: number, waitMs: number, work: (waitMs: number) => Promise<void>): Promise<void>;
}

interface WaitingRoomOptions {
  readonly log: Log;
  readonly stopping: AbortSignal;
  readonly slots: FairShare<number>;
  /** Called when a send gets no slot. */
  readonly onFull?: () => void;
  readonly marginMs?: number;
}

export function createWaitingRoom({
  log,
  stopping,
  slots,
  onFull = () => undefined,
  marginMs = startMarginMs,
}: WaitingRoomOptions): WaitingRoom {
  /** One function for each wait under way; calling it ends that wait. */
  const ends = new Set<() => void>();
  stopping.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  return {
    wait: async (companyId, waitMs, work) => {
      const hasSlot = !stopping.aborted && slots.take(companyId, 1);
      if (!hasSlot && !stopping.aborted) onFull();
      const boundedMs = hasSlot ? waitMs : 0;
      try {
        await withLimit(work(boundedMs), boundedMs + marginMs, ends);
      } catch (error) {
        log.error({ err: error }, 'waiting for a voucher failed; answered from the ledger');
      } finally {
        if (hasSlot) slots.giveBack(companyId, 1);
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
