/** Limits how many sends wait at once and how long each one waits, even if the workflow side hangs. */
import { setMaxListeners } from 'node:events';
import type { FairSemaphore } from '../../../shared/fair-semaphore.js';
import type { Log } from '../../../shared/log.js';
import { unlessAborted, within } from '../../../shared/within.js';

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
  readonly slots: FairSemaphore<number>;
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
  setMaxListeners(0, stopping);
  return {
    wait: async (companyId, waitMs, work) => {
      const hasSlot = !stopping.aborted && slots.tryAcquire(companyId, 1);
      if (!hasSlot && !stopping.aborted) onFull();
      const boundedMs = hasSlot ? waitMs : 0;
      try {
        const started = work(boundedMs);
        // A send that comes while the process stops is still started.
        const ending = stopping.aborted ? started : unlessAborted(started, stopping);
        await within(boundedMs + marginMs, ending, undefined);
      } catch (error) {
        log.error({ err: error }, 'waiting for a voucher failed; answered from the ledger');
      } finally {
        if (hasSlot) slots.release(companyId, 1);
      }
    },
  };
}
