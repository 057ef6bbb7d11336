/**
 * The rounds that add events of what comes with time alone, without a write: numbers that run out, certificates and keys that end, and
 * DGII that does not answer. Any worker may do it, also several at once: each event has a mark in its record.
 */
import type { StockThresholds } from '../../ledger/numbers/stock-warnings.js';
import type { ActivityDeps } from '../deps.js';

type ReportDeps = Pick<ActivityDeps, 'store' | 'clock'>;

/** A company hears so long afterwards that its numbers run out. It has a hundred left, or days. */
export const stockReportMs = 10 * 60_000;
export const certificateReportMs = 3_600_000;
export const keyReportMs = 3_600_000;
const readMax = 1_000;

/** @returns whether more companies follow in this turn */
export function createStockReport(
  { store, clock }: ReportDeps,
  thresholds: StockThresholds,
): () => Promise<boolean> {
  let after = 0;
  return async () => {
    const last = await store.reportStocks(after, thresholds, clock());
    after = last ?? 0;
    return last !== undefined;
  };
}

export function reportCertificates({ store, clock }: ReportDeps): Promise<boolean> {
  return store.reportEndingCertificates(clock(), readMax);
}

export function reportKeys({ store, clock }: ReportDeps): Promise<boolean> {
  return store.reportExpiringKeys(clock(), readMax);
}

export async function reportOutages({ store, clock }: ReportDeps): Promise<false> {
  await store.reportOutages(clock());
  return false;
}
