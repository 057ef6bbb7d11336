/**
 * Whether a request to DGII may be made within a workflow task. That saves two round trips through Temporal, but it holds the
 * task while DGII thinks. So it is allowed only while DGII answers at once, as far as this worker has seen, and only for a part
 * of the tasks that a worker has: a slow DGII must not keep every other voucher waiting.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';

/** DGII has two hosts for each environment. One can be down or slow while the other is quick. */
export type DgiiHost = `${Environment}/${'ecf' | 'fc'}`;

/** DGII's host that a signed voucher goes to: a summary has its own. */
export function dgiiHostOf({
  environment,
  signed,
}: Pick<DocumentRecord, 'environment' | 'signed'>): DgiiHost {
  return `${environment}/${signed?.summary === undefined ? 'ecf' : 'fc'}`;
}

/** The right to hold one workflow task until it is released. */
export interface Slot {
  release(): void;
}

/** Why there is no slot. */
export type NoSlot = 'dgii-slow' | 'no-free-slot';

export interface DgiiSpeed {
  takeSlot(host: DgiiHost): Slot | NoSlot;
  /** Notes how long a delivery took, and whether DGII answered it. Quick and patient deliveries both count. */
  observe(host: DgiiHost, tookMs: number, answered: boolean): void;
}

/** DGII names 200 ms as its own average. */
const quickMs = 1_000;
/** The SDK lets a worker have 40 workflow tasks at once. The others stay free for vouchers that wait. */
const slotsMax = 24;

export function createDgiiSpeed(): DgiiSpeed {
  // An unknown host counts as slow: a worker's first delivery also has to get a token.
  const quick = new Map<DgiiHost, boolean>();
  let taken = 0;
  return {
    takeSlot: (host) => {
      if (quick.get(host) !== true) return 'dgii-slow';
      if (taken >= slotsMax) return 'no-free-slot';
      taken += 1;
      let released = false;
      return {
        release: () => {
          if (!released) taken -= 1;
          released = true;
        },
      };
    },
    observe: (host, tookMs, answered) => quick.set(host, answered && tookMs <= quickMs),
  };
}
