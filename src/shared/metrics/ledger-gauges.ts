/** Gauges of what the ledger holds: open vouchers, numbers and certificates. A scrape reads the ledger at most every `freshMs`. */
import type { Registry } from 'prom-client';
import type { LedgerOverview } from '../../ledger/ledger-overview.js';
import { within } from '../within.js';
import { gauge } from './registry.js';

export interface LedgerReader {
  readonly read: () => Promise<LedgerOverview>;
  /** The greatest age of the gauges. More frequent scrapes do not read the ledger more often. */
  readonly freshMs: number;
  readonly thresholds: { readonly lowNumbers: number; readonly expiryDays: number };
}

/** The most series of each gauge. The companies with the fewest numbers or days left are kept. */
const seriesMax = 1_000;
/** How long a scrape waits for the ledger. After that it gets the last known values. */
const readWaitMs = 4_000;
export function ledgerGauges(register: Registry, { read, freshMs, thresholds }: LedgerReader) {
  const sequence = ['company', 'environment', 'type'];
  const open = gauge(register, 'ecf_vouchers_open', 'Vouchers without a final state', ['type', 'state']);
  const waiting = gauge(register, 'ecf_vouchers_waiting', 'Vouchers that wait, by reason', ['reason']);
  const nearExpiry = gauge(
    register,
    'ecf_vouchers_near_expiry',
    'Vouchers held back, whose sequence expires within seven days',
    ['type'],
  );
  const oldest = gauge(
    register,
    'ecf_vouchers_oldest_seconds',
    'Age of the oldest open voucher that waits for nothing, by state',
    ['state'],
  );
  const suspended = gauge(register, 'ecf_companies_suspended', 'Companies whose signer DGII refuses', [
    'reason',
  ]);
  const deliveries = gauge(
    register,
    'ecf_buyer_deliveries_open',
    'Vouchers that their buyers do not have yet',
  );
  const approvals = gauge(register, 'ecf_approvals_open', 'Decisions that issuer or DGII do not have yet');
  const annulments = gauge(register, 'ecf_annulments_open', 'Annulments that are not over', ['state']);
  const overdue = gauge(register, 'ecf_overdue_seconds', 'Lateness of the check that is due longest');
  const numbers = gauge(register, 'ecf_sequence_numbers_left', 'Numbers left to hand out', sequence);
  const days = gauge(register, 'ecf_sequence_days_left', 'Days until all numbers expired', sequence);
  const low = gauge(register, 'ecf_sequences_low', 'Sequences with few numbers left');
  const expiring = gauge(register, 'ecf_sequences_expiring', 'Sequences that expire soon');
  const certificates = gauge(register, 'ecf_certificate_days_left', 'Of the certificate in use', ['company']);
  const registry = gauge(register, 'ecf_registry_age_seconds', 'Age of the data in the taxpayer registry');
  const whole = gauge(register, 'ecf_ledger_gauges_whole', '0: the gauges leave something out');
  const age = gauge(register, 'ecf_ledger_gauges_age_seconds', 'Since the ledger was last read for gauges');
  let readAtMs = -Infinity;
  let reading: Promise<void> | undefined;

  const set = (seen: LedgerOverview) => {
    const vouchers = [open, waiting, nearExpiry, oldest];
    for (const one of [...vouchers, suspended, annulments, numbers, days, certificates]) one.reset();
    for (const { ecfType, state, reason, count, nearExpiry: near } of seen.open) {
      open.labels(String(ecfType), state).inc(count);
      nearExpiry.labels(String(ecfType)).inc(near);
      if (reason !== null) waiting.labels(reason).inc(count);
    }
    const moving = seen.open.filter(({ reason }) => reason === null);
    // In ascending order, so that the oldest voucher of all types stays.
    for (const { state, oldestMs } of moving.sort((a, b) => a.oldestMs - b.oldestMs))
      oldest.labels(state).set(oldestMs / 1_000);
    for (const { reason, count } of seen.suspended) suspended.labels(reason).set(count);
    deliveries.set(seen.buyerDeliveries);
    approvals.set(seen.approvals);
    for (const { state, count } of seen.annulments) annulments.labels(state).set(count);
    overdue.set(seen.overdueMs / 1_000);
    const stocks = urgent(seen.sequences, ({ numbersLeft }) => numbersLeft);
    for (const { companyId, environment, ecfType, numbersLeft } of stocks)
      numbers.labels(String(companyId), environment, String(ecfType)).set(numbersLeft);
    for (const { companyId, environment, ecfType, daysLeft } of urgent(seen.sequences, daysLeftOf)) {
      if (daysLeft !== null) days.labels(String(companyId), environment, String(ecfType)).set(daysLeft);
    }
    for (const { companyId, daysLeft } of urgent(seen.certificates, daysLeftOf))
      certificates.labels(String(companyId)).set(daysLeft);
    low.set(seen.sequences.filter(({ numbersLeft }) => numbersLeft <= thresholds.lowNumbers).length);
    expiring.set(seen.sequences.filter((one) => daysLeftOf(one) <= thresholds.expiryDays).length);
    // Without a registry there is no sample.
    if (seen.registryAgeMs === null) registry.remove();
    else registry.set(seen.registryAgeMs / 1_000);
    whole.set(Number(seen.whole));
  };

  return {
    refresh: async () => {
      if (performance.now() - readAtMs >= freshMs) {
        reading ??= read()
          .then((seen) => {
            set(seen);
            readAtMs = performance.now();
          })
          // Keeps the last known values. The age metric shows that they are old.
          .catch(() => undefined)
          .finally(() => (reading = undefined));
        await within(readWaitMs, reading, undefined);
      }
      age.set(Number.isFinite(readAtMs) ? (performance.now() - readAtMs) / 1_000 : Infinity);
    },
  };
}

const daysLeftOf = ({ daysLeft }: { readonly daysLeft: number | null }) => daysLeft ?? Infinity;

function urgent<T>(all: readonly T[], measure: (one: T) => number): T[] {
  const sorted = [...all].sort((a, b) => {
    const [x, y] = [measure(a), measure(b)];
    return x === y ? 0 : x - y;
  });
  return sorted.slice(0, seriesMax);
}
