/** Reads a whole list, page after page, for a file. */
import type { Page } from '../../api/answers.js';

/** The largest page that the service gives. */
const pageRows = 100;

export interface PageAsked {
  readonly limit: number;
  readonly cursor?: string;
}

/** Stops at `max` rows. @returns `isCut`: the list has more rows */
export async function allRows<Row>(
  pageAt: (asked: PageAsked) => Promise<Page<Row>>,
  max: number,
): Promise<{ readonly rows: readonly Row[]; readonly isCut: boolean }> {
  const rows: Row[] = [];
  let next: string | null = null;
  do {
    const page: Page<Row> = await pageAt({ limit: pageRows, ...(next === null ? {} : { cursor: next }) });
    rows.push(...page.items);
    next = page.next;
  } while (next !== null && rows.length < max);
  return { rows: rows.slice(0, max), isCut: next !== null || rows.length > max };
}
