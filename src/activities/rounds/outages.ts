/**
 * Notices that DGII takes vouchers again, and wakes some of the vouchers that wait for it, because their pauses have grown to a
 * minute. The others try again after their own pauses. So DGII does not get all of them at once right after an outage.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { Log } from '../../shared/log.js';
import type { Store } from '../../ledger/ledger.js';
import type { DgiiHost } from '../vouchers/dgii-speed.js';
import type { Wake } from './wake.js';

export interface Outages {
  /**
   * Call it when a delivery shows whether DGII takes vouchers. True: DGII took it or gave a verdict. False: DGII could not be reached, gave
   * no token or no usable answer, or asked to try later. Returns at once.
   */
  observe(host: DgiiHost, takesVouchers: boolean): void;
}

/** DGII handles this many in a few seconds. */
const wokenMax = 50;
/** Least time between two wake-ups. If DGII keeps failing and returning, the pauses must still have an effect. */
const wakeAgainMs = 10_000;

export function createOutages(options: {
  readonly store: Pick<Store, 'waitingForDgii'>;
  readonly wake: Wake;
  readonly clock: () => Date;
  readonly log: Log;
}): Outages {
  const { store, wake, clock, log } = options;
  // No host counts as up at the start, because this worker may have started in the middle of an outage.
  const up = new Set<DgiiHost>();
  const wokenAt = new Map<DgiiHost, number>();

  const wakeSome = async (host: DgiiHost): Promise<void> => {
    try {
      const [environment, kind] = host.split('/') as [Environment, 'ecf' | 'fc'];
      const some = await store.waitingForDgii(environment, kind, wokenMax);
      if (some.length === 0) return;
      log.info({ host, vouchers: some.length }, 'DGII answers again: vouchers that waited for it try now');
      await wake(some);
    } catch (error) {
      log.warn({ err: error, host }, 'vouchers that wait for DGII could not be woken');
    }
  };

  return {
    observe: (host, takesVouchers) => {
      if (!takesVouchers) {
        up.delete(host);
        return;
      }
      const now = clock().getTime();
      if (up.has(host) || now - (wokenAt.get(host) ?? -Infinity) < wakeAgainMs) return;
      up.add(host);
      wokenAt.set(host, now);
      void wakeSome(host);
    },
  };
}
