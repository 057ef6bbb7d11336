/** What a person should know about the numbers of a type. The summary and the master show the same, so that they never disagree. */
import { daysBetween } from '../../ecf/model/dates.js';
import type { AuthorizationStatus, SequenceStatus } from '../../ledger/numbers/numbers.js';
import {
  stockWarnings,
  type StockThresholds,
  type StockWarning,
} from '../../ledger/numbers/stock-warnings.js';

export interface RangeWarning {
  /** `RANGE_EXPIRING`: some of the numbers expire soon, and others do not. */
  readonly code: StockWarning['code'] | 'RANGE_EXPIRING';
  readonly mensaje: string;
  /** Numbers or days that are left. */
  readonly quedan: number;
}

/** Few numbers, all numbers that expire soon, or some of them: numbers that expire unused are lost. */
export function rangeWarnings(
  sequence: SequenceStatus,
  today: string,
  thresholds: StockThresholds,
): readonly RangeWarning[] {
  const stock = stockWarnings(sequence, today, thresholds);
  if (stock.some(({ code }) => code === 'SEQUENCE_EXPIRING')) return stock;
  const expiring = sequence.authorizations.filter((one) => expiresSoon(one, today, thresholds));
  const numbers = expiring.reduce((sum, { available }) => sum + available, 0);
  if (numbers === 0) return stock;
  const days = Math.min(...expiring.map((one) => daysLeft(one, today)));
  const when = days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`;
  const which = numbers === 1 ? '1 número' : `${numbers} números`;
  const mensaje = `${which} del tipo ${sequence.ecfType} ${numbers === 1 ? 'vence' : 'vencen'} ${when}.`;
  return [...stock, { code: 'RANGE_EXPIRING', mensaje, quedan: numbers }];
}

export function expiresSoon(
  authorization: AuthorizationStatus,
  today: string,
  { expiryDays }: Pick<StockThresholds, 'expiryDays'>,
): boolean {
  const { state, available } = authorization;
  return state === 'Vigente' && available > 0 && daysLeft(authorization, today) <= expiryDays;
}

function daysLeft({ expiresOn }: Pick<AuthorizationStatus, 'expiresOn'>, today: string): number {
  return expiresOn === null ? Infinity : daysBetween(today, expiresOn);
}
