/** The rows that a person has chosen. They stay chosen on the other pages of the list, until its filters change. */
import { useState } from 'react';

/** As many as one ZIP may have (openapi-web.yaml), and few enough to do them one after the other in some minutes. */
export const chosenMax = 200;

export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** Chooses these rows, as far as there is room; if all are chosen, none of them. */
  readonly toggleAll: (rows: readonly Row[]) => void;
  readonly remove: (rows: readonly Row[]) => void;
  readonly clear: () => void;
  readonly isFull: boolean;
}

type Chosen<Row> = ReadonlyMap<string, Row>;

/**
 * @param of what the list shows: another list begins with nothing chosen
 * @param loaded the rows on the screen, which are newer than those that were chosen
 */
export function useSelection<Row>(
  of: string,
  loaded: readonly Row[],
  keyOf: (row: Row) => string,
): Selection<Row> {
  const [kept, setKept] = useState<{ readonly of: string; readonly chosen: Chosen<Row> }>({
    of,
    chosen: new Map(),
  });
  const chosen: Chosen<Row> = kept.of === of ? kept.chosen : new Map();
  const put = (next: Chosen<Row>) => setKept({ of, chosen: next });
  const newer = new Map(loaded.map((row) => [keyOf(row), row]));
  const has = (row: Row) => chosen.has(keyOf(row));
  const without = (rows: readonly Row[]) => {
    const gone = new Set(rows.map(keyOf));
    return new Map([...chosen].filter(([key]) => !gone.has(key)));
  };
  const withAll = (rows: readonly Row[]) => {
    const all = [...chosen, ...rows.map((row) => [keyOf(row), row] as const)];
    return new Map([...new Map(all)].slice(0, chosenMax));
  };
  return {
    rows: [...chosen].map(([key, row]) => newer.get(key) ?? row),
    has,
    toggle: (row) => put(has(row) ? without([row]) : withAll([row])),
    toggleAll: (rows) => put(rows.every(has) ? without(rows) : withAll(rows)),
    remove: (rows) => put(without(rows)),
    clear: () => put(new Map()),
    isFull: chosen.size >= chosenMax,
  };
}
