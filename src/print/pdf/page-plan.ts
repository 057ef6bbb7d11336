/** Decides which lines each sheet of the page form shows. */
import type { StatedPage } from '../content/content.js';

export interface Sheet {
  /** The indexes of the sheet's lines; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Such as `Página No. 1 de 2`; undefined if there is only one sheet. */
  readonly label: string | undefined;
  /** True for the sheet with the voucher's totals. */
  readonly last: boolean;
  /** True if the XML's page continues on the next sheet; the page's subtotals are then printed there. */
  readonly continues: boolean;
}

/** The height that lines may take, in points: on a sheet with page subtotals, and on the last sheet, which has the totals. */
export interface Room {
  readonly middle: number;
  readonly last: number;
}

/** @param heights the height of each line */
export function planSheets(
  heights: readonly number[],
  room: Room,
  stated: readonly StatedPage[],
): readonly Sheet[] {
  const ends = sheetEnds(heights, room, new Set(stated.map(({ linesTo }) => linesTo)));
  return ends.map((to, index) => {
    const page = stated.find(({ linesTo }) => linesTo >= to);
    const continues = page !== undefined && page.linesTo !== to;
    const number = page === undefined ? String(index + 1) : page.number;
    const count = stated.length > 0 ? stated.length : ends.length;
    return {
      from: ends[index - 1] ?? 0,
      to,
      label:
        ends.length === 1 ? undefined : `Página No. ${number} de ${count}${continues ? ' (continúa)' : ''}`,
      last: index === ends.length - 1,
      continues,
    };
  });
}

/** For each sheet, the index after its last line. */
function sheetEnds(
  heights: readonly number[],
  room: Room,
  statedEnds: ReadonlySet<number>,
): readonly number[] {
  const ends: number[] = [];
  let used = 0;
  for (const [index, height] of heights.entries()) {
    if (used > 0 && used + height > room.middle) {
      ends.push(index);
      used = 0;
    }
    used += height;
    if (statedEnds.has(index + 1) && index + 1 < heights.length) {
      ends.push(index + 1);
      used = 0;
    }
  }
  // The totals need more room than page subtotals. If they do not fit below the lines, the last line moves to a further sheet with them.
  const lastStart = ends.at(-1) ?? 0;
  if (used > room.last && heights.length - lastStart > 1) ends.push(heights.length - 1);
  return [...ends, heights.length];
}
