/** The filter of the voucher list that leaves the vouchers of a month. */
import type { Month } from '../../api/months.js';
import { swapDay } from '../../shared/format.js';
import type { Filters } from '../vouchers/filters.js';

export function vouchersOf({ from, to }: Pick<Month, 'from' | 'to'>) {
  return { desde: swapDay(from), hasta: swapDay(to), dia: 'emision' } as const satisfies Filters;
}
