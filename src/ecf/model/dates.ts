/**
 * Dates of the e-CF: DD-MM-YYYY and `dd-MM-yyyy HH:mm:ss` in America/Santo_Domingo, which is UTC-4 all year round
 * (no daylight saving since 1974). Pure arithmetic: instants are milliseconds since 1970-01-01 UTC.
 */
import { dayMs, hourMs } from '../durations.js';

export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const santoDomingoOffsetMs = -4 * hourMs;

/** Undefined unless the text is DD-MM-YYYY and a real day; years 1900-2099, as in the official XSDs. */
export function parseDate(text: string): CalendarDate | undefined {
  const match = /^(\d{2})-(\d{2})-((?:19|20)\d{2})$/.exec(text);
  if (match === null) return undefined;
  const day = Number(match[1]);
  const month = Number(match[2]);
  const year = Number(match[3]);
  return day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : undefined;
}

/** Negative when `a` is before `b`, zero when equal, positive when after; both are DD-MM-YYYY. */
export function compareDates(a: string, b: string): number {
  return sortable(a) - sortable(b);
}

/** True if the last day, DD-MM-YYYY, is before `today`. Null, no last day, is never past. */
export function isPast(lastDay: string | null, today: string): boolean {
  return lastDay !== null && compareDates(lastDay, today) < 0;
}

/** Calendar days from `a` to `b`, negative when `b` is earlier; both are real days, DD-MM-YYYY. */
export function daysBetween(a: string, b: string): number {
  return dayNumber(b) - dayNumber(a);
}

/** The day in Santo Domingo at an instant, DD-MM-YYYY. */
export function localDate(instantMs: number): string {
  return formatDate(civilFromDays(Math.floor((instantMs + santoDomingoOffsetMs) / dayMs)));
}

/** The instant at which a real day, DD-MM-YYYY, starts in Santo Domingo. */
export function startOfDay(text: string): number {
  return daysBetween('01-01-1970', text) * dayMs - santoDomingoOffsetMs;
}

/** FechaHoraFirma (Formato e-CF v1.0 p.59): `dd-MM-yyyy HH:mm:ss`, 24 h, Santo Domingo. */
export function fechaHoraFirma(instantMs: number): string {
  const localMs = instantMs + santoDomingoOffsetMs;
  const days = Math.floor(localMs / dayMs);
  const seconds = Math.floor((localMs - days * dayMs) / 1000);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${formatDate(civilFromDays(days))} ${time}`;
}

function formatDate({ year, month, day }: CalendarDate): string {
  return `${two(day)}-${two(month)}-${String(year).padStart(4, '0')}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function sortable(text: string): number {
  return Number(text.slice(6) + text.slice(3, 5) + text.slice(0, 2));
}

function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1 March of the year 0. Years start in March, so that the leap day is the last day of its year. */
function dayNumber(text: string): number {
  const month = Number(text.slice(3, 5));
  const year = Number(text.slice(6)) - (month <= 2 ? 1 : 0);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const monthFromMarch = (month + 9) % 12;
  return year * 365 + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + Number(text.slice(0, 2)) - 1;
}

/** Days since 1970-01-01 → Gregorian date. It counts in eras of 400 years that start on 1 March. */
function civilFromDays(days: number): CalendarDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}
