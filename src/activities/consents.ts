/** What every sender checks before it sends to DGII or to other taxpayers, and what it writes ahead. */
import { hostname } from 'node:os';
import type { Environment } from '../ecf/model/environments.js';
import type { Company } from '../ledger/companies/company.js';
import type { WrittenAhead } from '../ledger/written-ahead.js';
import type { ActivityDeps } from './deps.js';

/** For operators: which process makes a delivery. */
const thisProcess = `${hostname()}:${process.pid}`;

type Timed = Pick<ActivityDeps, 'clock' | 'settings'>;

/** The record of a transmission that starts now, to write before its first byte. @param timeoutMs its time limit */
export function aheadNow({ clock, settings }: Timed, n: number, timeoutMs: number): WrittenAhead {
  const startedAt = clock();
  const leaseUntil = new Date(startedAt.getTime() + timeoutMs + settings.leaseMarginMs);
  return { n, startedAt, leaseUntil, host: thisProcess };
}

/** This process stood still since it wrote the record. The lease could end before the deadline, so it must not send now. */
export function stoodStill({ clock, settings }: Timed, { startedAt }: WrittenAhead): boolean {
  return clock().getTime() - startedAt.getTime() > settings.leaseMarginMs;
}

interface ToSend {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf?: string;
  readonly annulmentId?: string;
}

/**
 * Production takes two consents: the operator's and the company's own. Both are checked before each delivery. Logs an error if one is
 * missing.
 */
export function checkConsents(
  { settings, log }: Pick<ActivityDeps, 'settings' | 'log'>,
  { companyId, environment, encf, annulmentId }: ToSend,
  company: Company | undefined,
): boolean {
  const allowed =
    environment !== 'production' || (settings.allowProduction && company?.productionAllowed === true);
  if (!allowed) log.error({ companyId, encf, annulmentId }, 'production is not allowed');
  return allowed;
}
