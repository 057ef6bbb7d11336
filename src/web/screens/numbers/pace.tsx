/** Until when the numbers of a type last at the pace of this month. */
import { dayMs } from '../../../ecf/durations.js';
import type { Figures } from '../../api/answers.js';
import { when } from '../../shared/format.js';

/** Further ahead than a year the pace of one month says nothing. */
const aheadMaxDays = 365;

interface Stock {
  readonly ecfType: number;
  readonly available: number;
}

/** The day, `dd/MM/yyyy`; undefined if nobody can tell. @param figures absent until the sums of the month are here */
export function lastDayOf({ ecfType, available }: Stock, figures: Figures | undefined, now: number) {
  const issued = issuedOf(figures, ecfType);
  const days = issued === 0 ? Infinity : available / issued;
  if (available === 0 || days > aheadMaxDays) return undefined;
  return when(new Date(now + days * dayMs).toISOString()).slice(0, 10);
}

/** Whether the company issued vouchers of the type this month. */
export function hasPace({ ecfType }: Stock, figures: Figures | undefined): boolean {
  return issuedOf(figures, ecfType) > 0;
}

/** How many vouchers of the type the company issued a day this month. */
function issuedOf(figures: Figures | undefined, ecfType: number): number {
  const issued = figures?.types.find(({ tipoeCF }) => tipoeCF === ecfType)?.count ?? 0;
  return figures === undefined ? 0 : issued / Number(figures.to.slice(0, 2));
}
