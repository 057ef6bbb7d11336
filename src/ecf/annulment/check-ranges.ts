/** Checks a list of ranges that somebody wants to annul. A fault names the range, by its place in the list and by its numbers, and says why. */
import { amountOf, shownNumber } from '../model/amounts.js';
import { formatEncf, parseEncf } from '../model/encf.js';
import { encfsOf, lengthOf, readRange, type EncfRange, type SerialRun } from './encf-ranges.js';

/** The most numbers in one request. The caller splits a larger one. */
const annulmentNumbersMax = 10_000;

export interface RangesFault {
  readonly code: 'ANNULMENT_RANGE_INVALID' | 'ANNULMENT_RANGES_OVERLAP' | 'ANNULMENT_TOO_LARGE';
  /** Index of the range in the list. Absent: the fault is about the whole list. */
  readonly index?: number;
  /** For people. */
  readonly mensaje: string;
}

export type CheckedRanges =
  | { readonly ok: true; readonly encfs: ReadonlySet<string> }
  | { readonly ok: false; readonly fault: RangesFault };

export function checkRanges(ranges: readonly EncfRange[]): CheckedRanges {
  const runs: SerialRun[] = [];
  for (const [index, range] of ranges.entries()) {
    const run = readRange(range);
    if (run === undefined) {
      const mensaje = `${nameOf(ranges, index)} ${whyInvalid(range)}`;
      return faulty({ code: 'ANNULMENT_RANGE_INVALID', index, mensaje });
    }
    runs.push(run);
  }
  const count = runs.reduce((sum, run) => sum + lengthOf(run), 0);
  if (count === 0) return faulty({ code: 'ANNULMENT_RANGE_INVALID', mensaje: 'Falta un rango.' });
  if (count > annulmentNumbersMax) {
    const [asked, most] = [count, annulmentNumbersMax].map((number) => shownNumber(amountOf(String(number))));
    const mensaje = `Son ${asked} números, y una solicitud anula a lo sumo ${most}.`;
    return faulty({ code: 'ANNULMENT_TOO_LARGE', mensaje });
  }
  const seen = new Map<string, number>();
  for (const [index, run] of runs.entries())
    for (const encf of encfsOf(run)) {
      const earlier = seen.get(encf);
      if (earlier !== undefined) {
        const mensaje = `${nameOf(ranges, index)} repite ${encf}, que está en el rango ${earlier + 1}.`;
        return faulty({ code: 'ANNULMENT_RANGES_OVERLAP', index, mensaje });
      }
      seen.set(encf, index);
    }
  return { ok: true, encfs: new Set(seen.keys()) };
}

/** Why `readRange` does not take it. */
export function whyInvalid({ desde, hasta }: EncfRange): string {
  const [first, last] = [parseEncf(desde), parseEncf(hasta)];
  if (first === undefined || last === undefined) {
    const wrong = (first === undefined ? desde : hasta).slice(0, formatEncf(31, 1).length + 1);
    return `no es válido: «${wrong}» no es un e-NCF.`;
  }
  if (first.type !== last.type) return 'no es válido: sus dos e-NCF deben ser del mismo tipo.';
  return 'no es válido: termina antes de empezar.';
}

function nameOf(ranges: readonly EncfRange[], index: number): string {
  const { desde = '', hasta = '' } = ranges[index] ?? {};
  const shown = [desde, hasta].map((text) => text.slice(0, formatEncf(31, 1).length + 1));
  return `El rango ${index + 1} (${shown.join(' a ')})`;
}

function faulty(fault: RangesFault): CheckedRanges {
  return { ok: false, fault };
}
