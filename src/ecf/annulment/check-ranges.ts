/** Checks a list of ranges that somebody wants to annul. A fault names the range, by its place in the list and by its numbers, and says why. */
import { amountOf, shownNumber } from '../model/amounts.js';
import { formatEncf, parseEncf } from '../model/encf.js';
import { joinedRuns, lengthOf, rangeOf, readRange, type EncfRange, type SerialRun } from './encf-ranges.js';

/** The most numbers in one request. The caller splits a larger one. */
export const annulmentNumbersMax = 10_000;

export interface RangesFault {
  readonly code: 'ANNULMENT_RANGE_INVALID' | 'ANNULMENT_RANGES_OVERLAP' | 'ANNULMENT_TOO_LARGE';
  /** Index of the range in the list. Absent: the fault is about the whole list. */
  readonly index?: number;
  readonly mensaje: string;
}

export type CheckedRanges =
  /** `ranges`: the fewest that hold the same numbers, in ascending order. `count`: how many numbers. */
  | { readonly ok: true; readonly ranges: readonly EncfRange[]; readonly count: number }
  | { readonly ok: false; readonly fault: RangesFault };

interface ListedRun extends SerialRun {
  readonly index: number;
}

/** Compares the ends of the ranges only, so ten thousand numbers cost no more than one. */
export function checkRanges(ranges: readonly EncfRange[]): CheckedRanges {
  const runs: ListedRun[] = [];
  for (const [index, range] of ranges.entries()) {
    const run = readRange(range);
    if (run === undefined) {
      const mensaje = `${nameOf(ranges, index)} ${whyInvalid(range)}`;
      return faulty({ code: 'ANNULMENT_RANGE_INVALID', index, mensaje });
    }
    runs.push({ ...run, index });
  }
  const count = runs.reduce((sum, run) => sum + lengthOf(run), 0);
  if (count === 0) return faulty({ code: 'ANNULMENT_RANGE_INVALID', mensaje: 'Falta un rango.' });
  if (count > annulmentNumbersMax) {
    const [asked, most] = [count, annulmentNumbersMax].map((number) => shownNumber(amountOf(String(number))));
    const mensaje = `Son ${asked} números, y una solicitud anula a lo sumo ${most}.`;
    return faulty({ code: 'ANNULMENT_TOO_LARGE', mensaje });
  }
  runs.sort((one, other) => one.type - other.type || one.from - other.from);
  for (const [place, run] of runs.entries()) {
    const before = runs[place - 1];
    if (before?.type !== run.type || before.to < run.from) continue;
    const [earlier, index] = [before.index, run.index].sort((one, other) => one - other) as [number, number];
    const encf = formatEncf(run.type, run.from);
    const mensaje = `${nameOf(ranges, index)} repite ${encf}, que está en el rango ${earlier + 1}.`;
    return faulty({ code: 'ANNULMENT_RANGES_OVERLAP', index, mensaje });
  }
  return { ok: true, ranges: joinedRuns(runs).map(rangeOf), count };
}

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
