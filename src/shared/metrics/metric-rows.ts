/** Every metric of the service, with the roles that report it. */
import { apiRows } from './api-metrics.js';
import { clockRow } from './clock-gauge.js';
import { ledgerRows } from './ledger-gauges.js';
import type { MetricRow } from './metric-row.js';
import { readyRow } from './ready-gauge.js';
import { checkWaitingRow } from './registry.js';
import { workerRows } from './worker-metrics.js';

export interface ReportedMetric {
  readonly row: MetricRow;
  readonly roles: readonly ('api' | 'worker')[];
}

const reported = (roles: ReportedMetric['roles'], rows: readonly MetricRow[]): ReportedMetric[] =>
  rows.map((row) => ({ row, roles }));

/** What only the api reports, what only workers do, what both do. */
export const metricRows: readonly ReportedMetric[] = [
  ...reported(['api'], Object.values(apiRows)),
  ...reported(['worker'], [...Object.values(workerRows), ...ledgerRows]),
  ...reported(['api', 'worker'], [readyRow, checkWaitingRow, clockRow]),
];
