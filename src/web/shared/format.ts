/** Amounts, counts, days, moments and sentences as people read them in the Dominican Republic. */
import { dayMs } from '../../ecf/durations.js';
import { es } from '../es.js';

const locale = 'es-DO';
const zone = 'America/Santo_Domingo';

const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const moment = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  // Not `hour12: false`: with that, some browsers write the first hour of the day as 24.
  hourCycle: 'h23',
  timeZone: zone,
});
const exact = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: zone,
});

const decimal = /^-?\d{1,18}(?:\.\d{1,4})?$/;

/** A voucher's amount has at most the digits that a number holds, and as a text the formatter reads them exactly. */
export function amount(value: number): string {
  return amountText(String(value));
}

export function amountText(text: string): string {
  return decimal.test(text) ? money.format(text as `${number}`) : text;
}

/** Pesos. Added in cents, because a sum of decimals is not exact. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((cents, one) => cents + Math.round(one * 100), 0) / 100;
}

export function count(value: number): string {
  return whole.format(value);
}

export function when(iso: string | null | undefined): string {
  return formatted(moment, iso);
}

export function whenExactly(iso: string | null | undefined): string {
  return formatted(exact, iso);
}

function formatted(format: Intl.DateTimeFormat, iso: string | null | undefined): string {
  if (iso === null || iso === undefined) return es.none;
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format.format(at).replace(',', '');
}

const time = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: zone,
});

/** Only the time of a moment of today; else the day, too. */
export function timeOf(atMs: number, nowMs: number): string {
  const at = when(new Date(atMs).toISOString());
  const isToday = at.slice(0, 10) === when(new Date(nowMs).toISOString()).slice(0, 10);
  return isToday ? time.format(atMs) : at;
}

const long = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: zone,
});

/** `viernes, 27 de noviembre de 2026`. */
export function longDay(atMs: number): string {
  return long.format(atMs);
}

/** Turns DGII's `dd-MM-yyyy` into the `yyyy-MM-dd` of the browser's date field, and back. */
export function swapDay(day: string): string {
  return day.split('-').reverse().join('-');
}

/** Whole days from now to the end of the day, which is given as `dd-MM-yyyy`. */
export function daysUntil(day: string, now: number): number {
  const end = Date.parse(`${swapDay(day)}T23:59:59-04:00`);
  return Math.floor((end - now) / dayMs);
}

export function age(iso: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} d`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** DGII's `dd-MM-yyyy` as people here write a day. */
export function slashDay(day: string): string {
  return day.replaceAll('-', '/');
}

/** `CP` of `Comercial de Prueba SRL`: of the first two words, without small ones if there are others. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\d]/u.test(word));
  const main = words.length > 2 ? words.filter(({ length }) => length > 2) : words;
  return main
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
