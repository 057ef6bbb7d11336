/** What all clients of a run write down together: counts, the numbers that they got, faults of the service, vouchers under way. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveredNumber } from '../check/run-evidence.js';

const checkEveryMs = 25;

export type Journal = ReturnType<typeof createJournal>;

/** @param progress called when a voucher made a step or became final */
export function createJournal(progress: () => void) {
  const counts = {
    requests: 0,
    unanswered: 0,
    refusedForNow: 0,
    sends: 0,
    questions: 0,
    newAttempts: 0,
    suspended: 0,
    signerRejected: 0,
    supplied: 0,
    started: 0,
    final: 0,
    moves: 0,
  };
  const violations: string[] = [];
  const numbers: DeliveredNumber[] = [];
  /** Ids of vouchers that were sent and are not final, as far as their clients know. */
  const open = new Set<number>();
  const watches = new Set<Set<number>>();
  let abandoned = false;

  return {
    counts,
    /** Answers that must never occur, in any circumstances. */
    violations,
    numbers,
    progress,
    opened(id: number): void {
      open.add(id);
      for (const watch of watches) watch.add(id);
    },
    closed: (id: number) => open.delete(id),
    isOpen: (id: number) => open.has(id),
    open: () => open.size,
    /** @returns a function that ends the watch and returns how many vouchers were open at any time during it */
    watchOpen() {
      const seen = new Set(open);
      watches.add(seen);
      return () => {
        watches.delete(seen);
        return seen.size;
      };
    },
    /** Resolves also when all are final, or the run was abandoned. The run's watch limits this wait. */
    async moved(steps: number): Promise<void> {
      const enough = counts.moves + steps;
      while (counts.moves < enough && counts.final < counts.started && !abandoned) await sleep(checkEveryMs);
    },
    /** Resolves when fewer than this many are in play, or the run was abandoned. The run's watch limits this wait too. */
    async belowInPlay(count: number): Promise<void> {
      while (counts.started - counts.final >= count && !abandoned) await sleep(checkEveryMs);
    },
    /** Makes the vouchers still in play give up. */
    abandon(): void {
      abandoned = true;
    },
    isAbandoned: () => abandoned,
  };
}
