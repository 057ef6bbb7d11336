/** Which lines are on which sheet of the page form. */
import type { StatedPage } from '../content/content.js';

export interface Sheet {
  /** Indexes of its lines; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** `Página No. 1 de 2`; undefined when there is one sheet. */
  readonly label: string | undefined;
  /** The totals of the voucher are here. */
  readonly last: boolean;
  /** Lines of a page that the XML describes follow on the next sheet, so its subtotals do too. */
  readonly continues: boolean;
}

/** The height that lines may take on a sheet with page subtotals, and on the sheet with the totals. */
export interface Room {
  readonly middle: number;
  readonly last: number;
}

/** @param heights of the lines */
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

/** After which line each sheet ends. */
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
  // The totals need more room than page subtotals: the last line goes with them to a sheet of its own.
  const lastStart = ends.at(-1) ?? 0;
  if (used > room.last && heights.length - lastStart > 1) ends.push(heights.length - 1);
  return [...ends, heights.length];
}
