/** Months as the address and the service name them, AAAA-MM, and as people do. */
import { dayMs } from '../../ecf/durations.js';
import { localDate } from '../../ecf/model/dates.js';
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

/** The month that is so many later, or earlier if negative. */
export function monthFrom(month: string, later: number): string {
  const [year = '', number = ''] = month.split('-');
  const count = Number(year) * 12 + Number(number) - 1 + later;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** The forms about a month are due on the 15th of the next one. Until then people work on the month before. */
const dueDay = 15;

export function monthAtWork(nowMs: number): string {
  return monthAt(nowMs - dueDay * dayMs);
}
