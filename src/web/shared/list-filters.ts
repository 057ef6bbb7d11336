/** What the filters of lists share. They live in the address, so that a link shows the same list. */
import { swapDay } from './format.js';

/** A day as the address and the browser's date field write it. */
export const day = /^\d{4}-\d{2}-\d{2}$/;

/** A month, `yyyy-MM`. */
export const month = /^20\d{2}-(?:0[1-9]|1[0-2])$/;

export const rnc = /^(?:\d{9}|\d{11})$/;

/** The first and the last day of a list, `yyyy-MM-dd`. */
export interface Days {
  readonly desde?: string;
  readonly hasta?: string;
}

export const daysIn = (search: Record<string, unknown>): Days => ({
  ...textIn(search, 'desde', day),
  ...textIn(search, 'hasta', day),
});

/** The days of a list of vouchers: those of reception; of issue with `dia`. */
export interface VoucherDays extends Days {
  readonly dia?: 'emision';
}

/** Without days, nothing is filtered by them. */
export function voucherDaysIn(search: Record<string, unknown>): VoucherDays {
  const days = daysIn(search);
  return Object.keys(days).length === 0 ? days : { ...days, ...choiceIn(search, 'dia', ['emision']) };
}

export function choiceIn<Name extends string, const Value>(
  search: Record<string, unknown>,
  name: Name,
  values: readonly Value[],
): { readonly [Given in Name]?: Value } {
  const chosen = values.find((one) => one === search[name]);
  return chosen === undefined ? {} : ({ [name]: chosen } as Record<Name, Value>);
}

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
export function commonQuestion({ encf, desde, hasta }: Days & { readonly encf?: string }) {
  return {
    // People leave out the E.
    encf: encf?.toUpperCase().replace(/^(?=\d)/, 'E'),
    from: desde === undefined ? undefined : swapDay(desde),
    to: hasta === undefined ? undefined : swapDay(hasta),
  };
}

export function voucherQuestion({ dia, ...search }: VoucherDays & { readonly encf?: string }) {
  const { from, to, ...common } = commonQuestion(search);
  return { ...common, ...(dia === undefined ? { from, to } : { issuedFrom: from, issuedTo: to }) };
}

export function emptyText(
  filters: object,
  texts: { readonly empty: string; readonly noMatch: string },
): string {
  return Object.keys(filters).length === 0 ? texts.empty : texts.noMatch;
}

export function withoutEmpty<Filters>(values: {
  readonly [Name in keyof Filters]: Filters[Name] | '' | undefined;
}): Filters {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set) as Filters;
}
