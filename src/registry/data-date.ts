/** The day up to which DGII's file is current, from its name: `RNC_Contribuyentes_Actualizado_29_Ago_2026.csv`. */
import { parseDate } from '../ecf/model/dates.js';

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** DD-MM-YYYY; undefined when the name has no date. */
export function dateInName(name: string): string | undefined {
  const match = /(?<!\d)(\d{1,2})[ _.-]?(?:de[ _])?([a-z]{3})[a-z]*[ _.-]?(?:de[ _])?(\d{4})(?!\d)/i.exec(
    name,
  );
  if (match === null) return undefined;
  const [, day = '', word = '', year = ''] = match;
  // September is abbreviated as Sep or Set.
  const month = months.indexOf(word.toLowerCase().replace('set', 'sep')) + 1;
  const date = [day.padStart(2, '0'), String(month).padStart(2, '0'), year].join('-');
  return parseDate(date) === undefined ? undefined : date;
}
