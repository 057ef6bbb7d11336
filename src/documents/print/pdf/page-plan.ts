/** Decides which lines and which totals each sheet of the page form shows. */
import type { StatedPage } from '../content/content.js';

/** The indexes of some rows; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A sheet with its lines. It has none if it only continues the totals. */
export interface Sheet extends Range {
  /** Such as `Página No. 1 de 2`; undefined if there is only one sheet. */
  readonly label: string | undefined;
  /** The voucher's totals on this sheet; undefined on a sheet with page subtotals. */
  readonly totals: Range | undefined;
  /** True if the XML's page continues on the next sheet; the page's subtotals are then printed there. */
  readonly continues: boolean;
}

export interface Heights {
  readonly lines: readonly number[];
  readonly totals: readonly number[];
}

/** Heights in points: for the lines of any sheet, and for the lines and totals of a sheet that has totals. */
export interface Room {
  readonly middle: number;
  readonly last: number;
}

/** @param stated the pages that the XML describes, in order; none if it describes none */
export function planSheets(
  { lines, totals }: Heights,
  room: Room,
  stated: readonly StatedPage[],
): readonly Sheet[] {
  const statedEnds = new Set(stated.map(({ linesTo }) => linesTo));
  const withLines = rangesOf(lineEnds({ lines, totals }, room, statedEnds));
  const lastLines = lines.slice(withLines.at(-1)?.from);
  const totalsRanges = rangesOf(totalEnds(totals, room.last - total(lastLines), room.last));
  const withoutLines = totalsRanges.slice(1).map(() => ({ from: lines.length, to: lines.length }));
  const sheets = [...withLines, ...withoutLines];
  return sheets.map(({ from, to }, index) => {
    const page = stated.find(({ linesTo }) => linesTo >= to);
    const more = index < sheets.length - 1;
    const continues = page !== undefined && more && (page.linesTo > to || to === lines.length);
    const number = page === undefined ? String(index + 1) : page.number;
    const count = stated.length > 0 ? stated.length : sheets.length;
    const shown = totalsRanges[index - (withLines.length - 1)];
    return {
      from,
      to,
      label:
        sheets.length === 1 ? undefined : `Página No. ${number} de ${count}${continues ? ' (continúa)' : ''}`,
      totals: shown?.to === 0 ? undefined : shown,
      continues,
    };
  });
}

function lineEnds(
  { lines, totals }: Heights,
  room: Room,
  statedEnds: ReadonlySet<number>,
): readonly number[] {
  const ends: number[] = [];
  let used = 0;
  for (const [index, height] of lines.entries()) {
    if (used > 0 && used + height > room.middle) {
      ends.push(index);
      used = 0;
    }
    used += height;
    if (statedEnds.has(index + 1) && index + 1 < lines.length) {
      ends.push(index + 1);
      used = 0;
    }
  }
  // The totals need more room than page subtotals. If they do not fit below the lines, the last line moves to a further sheet with them.
  // Totals that do not fit there either start where they are and continue on sheets without lines.
  const lastStart = ends.at(-1) ?? 0;
  const needed = total(totals);
  const fitsBelowOne = (lines.at(-1) ?? 0) + needed <= room.last;
  if (used + needed > room.last && fitsBelowOne && lines.length - lastStart > 1) ends.push(lines.length - 1);
  return [...ends, lines.length];
}

/** For each sheet with totals, the index after its last total. The first index is 0 if no total fits below the lines. */
function totalEnds(heights: readonly number[], below: number, whole: number): readonly number[] {
  const ends: number[] = [];
  let left = below;
  for (const [index, height] of heights.entries()) {
    // A sheet without lines shows at least one total.
    if (height > left && index !== ends.at(-1)) {
      ends.push(index);
      left = whole;
    }
    left -= height;
  }
  return [...ends, heights.length];
}

function rangesOf(ends: readonly number[]): readonly Range[] {
  return ends.map((to, index) => ({ from: ends[index - 1] ?? 0, to }));
}

function total(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0);
}
