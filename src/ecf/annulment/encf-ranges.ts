/** Ranges of e-NCFs, as a request for annulment and its result name them. Both ends are included. */
import { formatEncf, parseEncf } from '../model/encf.js';
import type { EcfType } from '../model/ecf-types.js';

/** Texts, so that a range is stored and shown as it was written. */
export interface EncfRange {
  readonly desde: string;
  readonly hasta: string;
}

export interface SerialRun {
  readonly type: EcfType;
  readonly from: number;
  readonly to: number;
}

/** Undefined: an end is no e-NCF, the ends have different types, or the first one is higher. */
export function readRange({ desde, hasta }: EncfRange): SerialRun | undefined {
  const [first, last] = [parseEncf(desde), parseEncf(hasta)];
  if (first === undefined || last === undefined) return undefined;
  if (first.type !== last.type || first.serial > last.serial) return undefined;
  return { type: first.type, from: first.serial, to: last.serial };
}

export function rangeOf({ type, from, to }: SerialRun): EncfRange {
  return { desde: formatEncf(type, from), hasta: formatEncf(type, to) };
}

export function lengthOf({ from, to }: SerialRun): number {
  return to - from + 1;
}

/** How many numbers the range has. 0: the text is no range. */
export function countOf(range: EncfRange): number {
  const run = readRange(range);
  return run === undefined ? 0 : lengthOf(run);
}

export function* encfsOf({ type, from, to }: SerialRun): Generator<string> {
  for (let serial = from; serial <= to; serial += 1) yield formatEncf(type, serial);
}

/** @param runs in ascending order, no number twice */
export function joinedRuns(runs: readonly SerialRun[]): SerialRun[] {
  const joined: SerialRun[] = [];
  for (const { type, from, to } of runs) {
    const last = joined.at(-1);
    if (last?.type === type && last.to + 1 === from) joined[joined.length - 1] = { ...last, to };
    else joined.push({ type, from, to });
  }
  return joined;
}

/**
 * The fewest ranges that hold exactly these e-NCFs, in ascending order. Two neighbours share a range only if `sameKind` says so.
 * @param encfs each at most once, in any order
 */
export function rangesOf(
  encfs: Iterable<string>,
  sameKind: (one: string, next: string) => boolean = () => true,
): EncfRange[] {
  const ranges: { desde: string; hasta: string }[] = [];
  // All e-NCFs have the same length, so their order as texts is that of type and number.
  for (const encf of [...encfs].sort()) {
    const last = ranges.at(-1);
    if (last !== undefined && follows(last.hasta, encf) && sameKind(last.hasta, encf)) last.hasta = encf;
    else ranges.push({ desde: encf, hasta: encf });
  }
  return ranges;
}

function follows(one: string, next: string): boolean {
  return one.slice(0, 3) === next.slice(0, 3) && Number(one.slice(3)) + 1 === Number(next.slice(3));
}
