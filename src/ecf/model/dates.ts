/**
 * Dates of the e-CF: DD-MM-YYYY and `dd-MM-yyyy HH:mm:ss` in America/Santo_Domingo, which is UTC-4 all year round
 * (no daylight saving since 1974). No clock: instants are milliseconds since 1970-01-01 UTC.
 */
/* eslint-disable no-restricted-globals -- Date converts given days and instants here; the core may not ask for the time */
import { dayMs, hourMs } from '../durations.js';

const santoDomingoOffsetMs = -4 * hourMs;

/**
 * The instant at which the day starts in UTC. Undefined unless the text is DD-MM-YYYY and a real day; years 1900-2099, as in the official
 * XSDs.
 */
export function parseDate(text: string): number | undefined {
  if (!/^\d{2}-\d{2}-(?:19|20)\d{2}$/.test(text)) return undefined;
  const start = startInUtc(text);
  // 31-04 would be 01-05.
  return utcDateTime(start).startsWith(text) ? start : undefined;
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
  return (startInUtc(b) - startInUtc(a)) / dayMs;
}

/** The day in Santo Domingo at an instant, DD-MM-YYYY. */
export function localDate(instantMs: number): string {
  return fechaHoraFirma(instantMs).slice(0, 10);
}

/** The instant at which a real day, DD-MM-YYYY, starts in Santo Domingo. */
export function startOfDay(text: string): number {
  return startInUtc(text) - santoDomingoOffsetMs;
}

/** The month that is so many later, or earlier if negative. Both are YYYY-MM. */
export function monthFrom(month: string, later: number): string {
  const [year = '', number = ''] = month.split('-');
  const count = Number(year) * 12 + Number(number) - 1 + later;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** The instant at which a month, YYYY-MM, starts in Santo Domingo. */
export function startOfMonth(month: string): number {
  const [year, number] = month.split('-');
  return startOfDay(`01-${number}-${year}`);
}

/** FechaHoraFirma (Formato e-CF v1.0 p.59): `dd-MM-yyyy HH:mm:ss`, 24 h, Santo Domingo. */
export function fechaHoraFirma(instantMs: number): string {
  return utcDateTime(instantMs + santoDomingoOffsetMs);
}

/** Day and time in UTC, `dd-MM-yyyy HH:mm:ss`. */
export function utcDateTime(instantMs: number): string {
  const [day = '', time = ''] = new Date(instantMs).toISOString().slice(0, 19).split('T');
  return `${day.split('-').reverse().join('-')} ${time}`;
}

function startInUtc(text: string): number {
  return Date.UTC(Number(text.slice(6)), Number(text.slice(3, 5)) - 1, Number(text.slice(0, 2)));
}

function sortable(text: string): number {
  return Number(text.slice(6) + text.slice(3, 5) + text.slice(0, 2));
}
