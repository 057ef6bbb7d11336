/** One gauge of what the ledger holds: its row, and what makes its values of an overview. */
import type { LedgerOverview } from '../../ledger/ledger-overview.js';
import type { MetricRow } from './metric-row.js';

/** The most series of each gauge. The companies with the fewest numbers or days left are kept. */
export const seriesMax = 1_000;

/** Values, each with its labels in the order of the gauge's. Values with the same labels are added. */
type Series = readonly [value: number, ...labels: string[]];
type Values = readonly Series[];
type From<Result> = (seen: LedgerOverview) => Result;

/** A gauge's row, and its values. */
export interface LedgerGauge extends Pick<MetricRow, 'help' | 'labels' | 'alarms'> {
  readonly valuesOf: From<Values>;
}

/** A gauge without labels. Null: it has no sample. */
export function single(valueOf: From<number | null>): Pick<LedgerGauge, 'labels' | 'valuesOf'> {
  return {
    labels: [],
    valuesOf: (seen) => {
      const value = valueOf(seen);
      return value === null ? [] : [[value]];
    },
  };
}

/** Of values with the same labels only the greatest. Values such as ages must not be added. */
export const greatest = (values: readonly Series[]) => lastOfEach([...values].sort(([a], [b]) => a - b));
export const least = (values: readonly Series[]) => lastOfEach([...values].sort(([a], [b]) => b - a));

function lastOfEach(values: readonly Series[]): Values {
  return [...new Map(values.map((one) => [one.slice(1).join(), one])).values()];
}

export function urgent<T>(all: readonly T[], measure: (one: T) => number): T[] {
  const sorted = [...all].sort((a, b) => {
    const [x, y] = [measure(a), measure(b)];
    return x === y ? 0 : x - y;
  });
  return sorted.slice(0, seriesMax);
}
