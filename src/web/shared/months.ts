/** Months as the address and the service name them, AAAA-MM, and as people do. */
import { dayMs } from '../../ecf/durations.js';
import { localDate, monthFrom } from '../../ecf/model/dates.js';
import { months } from '../texts/summary.js';

/** `noviembre de 2026`. */
export function monthName(month: string): string {
  const [year = '', number = ''] = month.split('-');
  return `${months[Number(number) - 1] ?? ''} de ${year}`;
}

export function monthAt(atMs: number): string {
  const [, month = '', year = ''] = localDate(atMs).split('-');
  return `${year}-${month}`;
}

/** Vouchers are kept for ten years. */
const monthsMax = 11 * 12;

/** The months that the company may have vouchers of, the latest first. */
export function keptMonths(latest: string): readonly string[] {
  return Array.from({ length: monthsMax }, (_, ago) => monthFrom(latest, -ago));
}

/** The forms about a month are due on the 15th of the next one. Until then people work on the month before. */
const dueDay = 15;

export function monthAtWork(nowMs: number): string {
  return monthAt(nowMs - dueDay * dayMs);
}
