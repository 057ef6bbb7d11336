/** What the filters of lists share. They live in the address, so that a link shows the same list. */
import { swapDay } from './format.js';

/** A day as the address and the browser's date field write it. */
export const day = /^\d{4}-\d{2}-\d{2}$/;

/** An RNC, or a cédula. */
export const rnc = /^(?:\d{9}|\d{11})$/;

/** The text that the address has under this name, if it matches `form`. A text of digits only arrives as a number. */
export function textIn<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  form = /./,
): { readonly [Given in Name]?: string } {
  const given = search[name];
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && form.test(text) ? ({ [name]: text } as Record<Name, string>) : {};
}

/** The filters that all lists have: an e-NCF or its beginning, and days in Santo Domingo. The last day is included. */
export function commonQuestion({ encf, desde, hasta }: { [Name in 'encf' | 'desde' | 'hasta']?: string }) {
  return {
    // People leave out the E.
    encf: encf?.toUpperCase().replace(/^(?=\d)/, 'E'),
    from: desde === undefined ? undefined : swapDay(desde),
    to: hasta === undefined ? undefined : swapDay(hasta),
  };
}

/** What a list without rows says. */
export function emptyText(
  filters: object,
  texts: { readonly empty: string; readonly noMatch: string },
): string {
  return Object.keys(filters).length === 0 ? texts.empty : texts.noMatch;
}

/** The filters that a person set. */
export function withoutEmpty<Filters>(values: {
  readonly [Name in keyof Filters]: Filters[Name] | '' | undefined;
}): Filters {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set) as Filters;
}
