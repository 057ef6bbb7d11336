/** Gauges of what the ledger holds: open vouchers, numbers and certificates. A scrape reads the ledger at most every `freshMs`. */
import type { Registry } from 'prom-client';
import { signerRefusals } from '../../ecf/model/document-states.js';
import { environmentList } from '../../ecf/model/environments.js';
import type { LedgerOverview } from '../../ledger/ledger-overview.js';
import { gauge, createSharedReads } from './registry.js';

export interface LedgerReader {
  readonly read: () => Promise<LedgerOverview>;
  /** The greatest age of the gauges. More frequent scrapes do not read the ledger more often. */
  readonly freshMs: number;
}

/** The most series of each gauge. The companies with the fewest numbers or days left are kept. */
const seriesMax = 1_000;
/** How long a scrape waits for the ledger. After that it gets the last known values. */
const readWaitMs = 4_000;

/** Values, each with its labels in the order of the gauge's. Values with the same labels are added. */
type Series = readonly [value: number, ...labels: string[]];
type Values = readonly Series[];
type From<Result> = (seen: LedgerOverview) => Result;

const sequence = ['company', 'environment', 'type'];

const gauges = {
  ecf_vouchers_waiting_oldest_seconds: labelled(
    'How long a voucher has waited for the same reason, of the longest',
    ['reason', 'environment'],
    ({ open }) =>
      greatest(
        open.flatMap(({ reason, environment, oldestMs }) =>
          reason === null ? [] : [[oldestMs / 1_000, reason, environment]],
        ),
      ),
  ),
  ecf_vouchers_near_expiry: labelled(
    'Vouchers held back, whose sequence expires within seven days',
    ['type', 'environment'],
    ({ open }) =>
      open.map(({ ecfType, environment, nearExpiry }) => [nearExpiry, String(ecfType), environment]),
  ),
  ecf_vouchers_oldest_seconds: labelled(
    'Since the last step of an open voucher that waits for nothing, of the oldest',
    ['state', 'environment'],
    ({ open }) =>
      greatest(
        open.flatMap(({ reason, state, environment, oldestMs }) =>
          reason === null ? [[oldestMs / 1_000, state, environment]] : [],
        ),
      ),
  ),
  ecf_vouchers_send_seconds_left: labelled(
    'Left to send the most urgent voucher that is signed and that DGII does not have',
    ['reason', 'environment'],
    ({ open }) =>
      least(
        open.flatMap(({ reason, environment, sendLeftMs }) =>
          sendLeftMs === null ? [] : [[sendLeftMs / 1_000, reason ?? 'none', environment]],
        ),
      ),
  ),
  ecf_vouchers_dated_ahead_seconds: single(
    'How far in the future the last step of an open voucher lies, of the furthest',
    ({ open }) => Math.max(0, ...open.map(({ datedAheadMs }) => datedAheadMs)) / 1_000,
  ),
  ecf_companies_suspended: labelled(
    'Companies whose signer DGII refuses',
    ['reason', 'environment'],
    ({ suspended }) => [
      // A suspended company that left stays suspended, so the alarm is on an increase, and that needs a series before the first one.
      ...signerRefusals.flatMap((reason) =>
        environmentList.map((environment) => [0, reason, environment] as const),
      ),
      ...suspended.map(({ reason, environment, count }) => [count, reason, environment] as const),
    ],
  ),
  ecf_companies_origin_changing_oldest_seconds: single(
    'Since a change of origin stopped a company, of the longest',
    (seen) => seen.originChangingMs / 1_000,
  ),
  ecf_annulments_oldest_seconds: labelled(
    'Age of an annulment that is not over, of the oldest',
    ['state', 'environment'],
    ({ annulments }) =>
      annulments.map(({ state, environment, oldestMs }) => [oldestMs / 1_000, state, environment]),
  ),
  ecf_refused_receptions: single(
    'Kept vouchers that companies refused to receive',
    (seen) => seen.refusedReceptions,
  ),
  ecf_overdue_seconds: single('Lateness of the check that is due longest', (seen) => seen.overdueMs / 1_000),
  ecf_round_overdue_seconds: labelled('Lateness of what is due longest in a round', ['round'], ({ lateMs }) =>
    Object.entries(lateMs).map(([round, ms]) => [ms / 1_000, round]),
  ),
  ecf_sequence_numbers_left: labelled('Numbers left to hand out', sequence, ({ sequences }) =>
    urgent(sequences, ({ numbersLeft }) => numbersLeft).map((one) => [one.numbersLeft, ...labelsOf(one)]),
  ),
  ecf_sequence_days_left: labelled('Days until all numbers expired', sequence, ({ sequences }) =>
    urgent(sequences, daysLeftOf).flatMap((one) =>
      one.daysLeft === null ? [] : [[one.daysLeft, ...labelsOf(one)]],
    ),
  ),
  ecf_certificate_days_left: labelled('Of the certificate in use', ['company'], ({ certificates }) =>
    urgent(certificates, daysLeftOf).map(({ companyId, daysLeft }) => [daysLeft, String(companyId)]),
  ),
  ecf_registry_age_seconds: single(
    'Age of the data in the taxpayer registry',
    ({ registryAgeMs }) => registryAgeMs && registryAgeMs / 1_000,
  ),
  ecf_ledger_gauges_whole: single('0: the gauges leave something out', ({ whole }) => Number(whole)),
};

export function ledgerGauges(register: Registry, { read, freshMs }: LedgerReader) {
  const registered = Object.entries(gauges).map(([name, { help, labels, valuesOf }]) => ({
    one: gauge(register, name, help, [...labels]),
    labels,
    valuesOf,
  }));
  const age = gauge(register, 'ecf_ledger_gauges_age_seconds', 'Since the ledger was last read for gauges');

  const set = (seen: LedgerOverview) => {
    for (const { one, labels, valuesOf } of registered) {
      one.reset();
      const values = valuesOf(seen);
      for (const [value, ...labelled] of values) one.labels(...labelled).inc(value);
      // A gauge without labels is 0 after a reset. Without a value it must have no sample.
      if (labels.length + values.length === 0) one.remove();
    }
  };

  const reads = createSharedReads({ freshMs, waitMs: readWaitMs }, async () => set(await read()));
  return {
    refresh: async () => {
      await reads.refresh();
      age.set(reads.ageMs() / 1_000);
    },
  };
}

function labelled(help: string, labels: readonly string[], valuesOf: From<Values>) {
  return { help, labels, valuesOf };
}

/** A gauge without labels. Null: it has no sample. */
function single(help: string, valueOf: From<number | null>) {
  return labelled(help, [], (seen) => {
    const value = valueOf(seen);
    return value === null ? [] : [[value]];
  });
}

/** Of values with the same labels only the greatest. Values such as ages must not be added. */
const greatest = (values: readonly Series[]) => lastOfEach([...values].sort(([a], [b]) => a - b));
const least = (values: readonly Series[]) => lastOfEach([...values].sort(([a], [b]) => b - a));

function lastOfEach(values: readonly Series[]): Values {
  return [...new Map(values.map((one) => [one.slice(1).join(), one])).values()];
}

function labelsOf({ companyId, environment, ecfType }: LedgerOverview['sequences'][number]): string[] {
  return [String(companyId), environment, String(ecfType)];
}

const daysLeftOf = ({ daysLeft }: { readonly daysLeft: number | null }) => daysLeft ?? Infinity;

function urgent<T>(all: readonly T[], measure: (one: T) => number): T[] {
  const sorted = [...all].sort((a, b) => {
    const [x, y] = [measure(a), measure(b)];
    return x === y ? 0 : x - y;
  });
  return sorted.slice(0, seriesMax);
}
