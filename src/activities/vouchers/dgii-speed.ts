/**
 * Decides whether a request to DGII may run within a workflow task. That saves two round trips through Temporal, but the task is
 * busy until DGII answers. So it is allowed only if DGII's host lately answered this worker fast, and only in some of the worker's
 * tasks. Otherwise a slow host would make all other vouchers wait, also those for the other host. Companies share these tasks fairly.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { createFairSemaphore, type FairSemaphore } from '../../shared/fair-semaphore.js';

/** One host of DGII can be down or slow while the other is quick. */
export type DgiiHost = `${Environment}/${'ecf' | 'fc'}`;

/** The host of DGII that gets this voucher. Summaries go to a host of their own. */
export function dgiiHostOf({
  environment,
  signed,
}: Pick<DocumentRecord, 'environment' | 'signed'>): DgiiHost {
  return `${environment}/${signed?.summary === undefined ? 'ecf' : 'fc'}`;
}

export interface Slot {
  release(): void;
}

export type NoSlot = 'dgii-slow' | 'no-free-slot';

export interface DgiiSpeed {
  takeSlot(host: DgiiHost, companyId: number): Slot | NoSlot;
  /** Call it after each delivery, quick or patient: how long it took, and whether DGII answered. */
  observe(host: DgiiHost, tookMs: number, answered: boolean): void;
}

/** DGII counts as fast below this time. It says that its own average is 200 ms. */
const fastBelowMs = 1_000;
/** Quick steps may hold so many of the worker's 40 workflow tasks (boot/temporal-workers.ts). The other 12 stay free for other vouchers. */
const slotsMax = 28;
/**
 * How many slots one host may hold, shared fairly among companies: one company alone gets 15. A host that stops answering holds them until
 * the tries end, so it must leave some to the other host.
 */
const slotsOfHostMax = 20;

export function createDgiiSpeed(): DgiiSpeed {
  // A host counts as slow at first, because a worker's first delivery must also get a token.
  const quick = new Map<DgiiHost, boolean>();
  const semaphores = new Map<DgiiHost, FairSemaphore<number>>();
  let taken = 0;
  const semaphoreOf = (host: DgiiHost) => {
    const semaphore = semaphores.get(host) ?? createFairSemaphore<number>(slotsOfHostMax);
    semaphores.set(host, semaphore);
    return semaphore;
  };
  return {
    takeSlot: (host, companyId) => {
      if (quick.get(host) !== true) return 'dgii-slow';
      const semaphore = semaphoreOf(host);
      if (taken >= slotsMax || !semaphore.tryAcquire(companyId, 1)) return 'no-free-slot';
      taken += 1;
      let released = false;
      return {
        release: () => {
          if (released) return;
          released = true;
          taken -= 1;
          semaphore.release(companyId, 1);
        },
      };
    },
    observe: (host, tookMs, answered) => quick.set(host, answered && tookMs <= fastBelowMs),
  };
}
