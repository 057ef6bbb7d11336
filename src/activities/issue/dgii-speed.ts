/**
 * Whether a delivery may be made within a workflow task, which spares it two round trips through Temporal but holds the
 * task while DGII thinks. So only while DGII answers at once, by what this worker saw last, and never by more than a part
 * of the tasks a worker has: a DGII that turns slow must not keep every other voucher waiting.
 */
import type { Environment } from '../../ecf/environments.js';

/** DGII's own host for the environment: they are up and down, quick and slow, apart from each other. */
export type DgiiHost = `${Environment}/${'ecf' | 'fc'}`;

export interface Pace {
  /** A place for a delivery at once, to be left when it ended; undefined: DGII is slow, or all places are taken. */
  enter(host: DgiiHost): { leave(): void } | undefined;
  /** Tells of a delivery, whichever way it was made: how long it took, and whether DGII answered. */
  observe(host: DgiiHost, tookMs: number, answered: boolean): void;
}

/** DGII names 200 ms as its own average. */
const quickMs = 1_000;
/** Of the 40 workflow tasks that the SDK lets a worker have at once. */
const placesMax = 24;

export function createPace(): Pace {
  // Not known is slow: the first delivery of a worker, which has no token yet, is made outside of workflow tasks.
  const quick = new Map<DgiiHost, boolean>();
  let taken = 0;
  return {
    enter: (host) => {
      if (quick.get(host) !== true || taken >= placesMax) return undefined;
      taken += 1;
      let left = false;
      return {
        leave: () => {
          if (!left) taken -= 1;
          left = true;
        },
      };
    },
    observe: (host, tookMs, answered) => quick.set(host, answered && tookMs <= quickMs),
  };
}
