/** How far our clock is ahead of the ledger's. The api and the workers have it, and each scrape measures it at most every 10 s. */
import { Gauge, type Registry } from 'prom-client';
import type { MetricRow } from './metric-row.js';
import { createSharedReads } from './registry.js';

const freshMs = 10_000;
const readWaitMs = 1_000;

export interface LedgerClock {
  readonly read: () => Promise<Date>;
  readonly clock: () => Date;
}

export const clockRow = {
  name: 'ecf_clock_ahead_of_ledger_seconds',
  type: 'gauge',
  labels: [],
  help: "Do all processes have one time? Our clock minus MongoDB's, which they share; negative: ours is behind",
  alarms: [
    {
      name: 'EcfClockNotTheLedgers',
      when: 'max(abs(ecf_clock_ahead_of_ledger_seconds)) > 30',
      severity: 'ticket',
      then: "The clock of an api or a worker is wrong; if all differ alike, MongoDB's is. Run NTP (`chrony`, `systemd-timesyncd`) there. The api's clock decides about tokens, second factors and “today”, a worker's about leases and due times.",
    },
  ],
} as const satisfies MetricRow;

export function clockGauge(register: Registry, ledger: LedgerClock): void {
  const { refresh } = createSharedReads({ freshMs, waitMs: readWaitMs }, async () =>
    one.set(await secondsAhead(ledger)),
  );
  const one = new Gauge({
    name: clockRow.name,
    help: clockRow.help,
    registers: [register],
    collect: refresh,
  });
  // Until it is measured, it must have no sample: a 0 would mean that the clocks agree.
  one.remove();
}

/** As NTP does it: the ledger read its clock in the middle between our question and its answer. Negative: our clock is behind. */
async function secondsAhead({ read, clock }: LedgerClock): Promise<number> {
  const askedMs = clock().getTime();
  const startedMs = performance.now();
  const ledgerMs = (await read()).getTime();
  const tookMs = performance.now() - startedMs;
  return (askedMs + tookMs / 2 - ledgerMs) / 1_000;
}
