/** Days of the archive: AAAA-MM-DD in Santo Domingo, which sort as texts. */
import { dayMs } from '../../ecf/durations.js';
import { localDate, parseDate, startOfDay } from '../../ecf/model/dates.js';
import type { Day } from './manifest-record.js';

export function dayAt(moment: Date): Day {
  return turned(localDate(moment.getTime()));
}

/** The first moment after the day. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(turned(day)) + dayMs);
}

/** The days of a month, AAAA-MM, or one day, both included. Undefined: the text is neither. */
export function daysOf(period: string): { readonly from: Day; readonly to: Day } | undefined {
  const month = /^\d{4}-\d{2}$/.test(period);
  const first = month ? `${period}-01` : period;
  if (parseDate(turned(first)) === undefined) return undefined;
  return { from: first, to: month ? `${period}-31` : first };
}

/** DD-MM-AAAA and AAAA-MM-DD. */
function turned(text: string): string {
  return text.split('-').reverse().join('-');
}
