/** A day as people type it, `dd/MM/yyyy`, and as forms keep it, `yyyy-MM-dd`. */
import { es } from '../../es.js';

const kept = /^(\d{4})-(\d{2})-(\d{2})$/;
/** With a sign between the parts, or eight digits. */
const complete = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$|^(\d{2})(\d{2})(\d{4})$/;

/** The day that was typed. What is no complete day stays as it was typed. */
export function typedDay(text: string): string {
  const [day = '', month = '', year = ''] = (complete.exec(text.trim()) ?? []).slice(1).filter(Boolean);
  const typed = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(typed) ? typed : text;
}

/** @param value a day, or what was typed so far */
export function shownDay(value: string): string {
  return isDay(value) ? value.split('-').reverse().join('/') : value;
}

/** What is wrong with the value; undefined if it is a day, not before `min`, or empty. */
export function wrongDay(
  value: string,
  min: string | undefined,
  early: string = es.dayEarly,
): string | undefined {
  if (value === '') return undefined;
  if (!isDay(value)) return es.dayWrong;
  return min !== undefined && isDay(min) && value < min ? early : undefined;
}

function isDay(text: string): boolean {
  const [, year, month, day] = kept.exec(text) ?? [];
  if (year === undefined) return false;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.toISOString().slice(0, 10) === text;
}
