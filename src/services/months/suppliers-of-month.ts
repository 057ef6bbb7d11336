/** The suppliers in a month's form 606, each with what was bought from it and the kind of expense that a person chose for it. */
import type { ExpenseKind } from '../../ecf/codes/expense-kinds.js';
import { amountOf, sum, type Amount } from '../../ecf/model/amounts.js';
import type { Store } from '../../ledger/ledger.js';
import type { FiguresQuery } from '../../ledger/months/month-figures.js';
import type { MonthSupplier } from '../../ledger/months/month-suppliers.js';

/** A person gives no more of them a kind in one go. Those without one come first, so the others follow. */
const suppliersMax = 200;

export interface SupplierOfMonth extends MonthSupplier {
  readonly expense: ExpenseKind | null;
}

export interface SuppliersOfMonth {
  /** By what was bought, the largest first. */
  readonly suppliers: readonly SupplierOfMonth[];
  /** How many suppliers the month has in all. */
  readonly count: number;
  /** How many of them have no kind of expense. */
  readonly open: number;
}

type Deps = {
  readonly store: Pick<Store, 'sumReceivedBySupplier' | 'sumBoughtBySupplier' | 'findExpenses'>;
};

export async function suppliersOfMonth(
  { store }: Deps,
  own: Pick<Required<MonthSupplier>, 'rnc' | 'razonSocial'>,
  query: FiguresQuery,
): Promise<SuppliersOfMonth | 'too-slow'> {
  const received = await store.sumReceivedBySupplier(query);
  if (received === 'too-slow') return received;
  const purchases = await store.sumBoughtBySupplier(query, 41);
  // Of a minor expense, form 606 names the company itself.
  const minor = (await store.sumBoughtBySupplier(query, 43)).map((one) => ({ ...one, ...own }));
  const suppliers = merged([...received, ...purchases, ...minor]);
  const expenses = await store.findExpenses(
    query.companyId,
    suppliers.map(({ rnc }) => rnc),
  );
  const all = suppliers.map((one) => ({ ...one, expense: expenses.get(one.rnc) ?? null }));
  const open = all.filter(({ expense }) => expense === null);
  const shown = [...open, ...all.filter(({ expense }) => expense !== null)].slice(0, suppliersMax);
  return { suppliers: shown.sort(largestFirst), count: all.length, open: open.length };
}

const largestFirst = (a: MonthSupplier, b: MonthSupplier) => amountOf(b.total).cmp(amountOf(a.total));

/** The largest first. */
function merged(found: readonly MonthSupplier[]): MonthSupplier[] {
  const byRnc = new Map<string, MonthSupplier[]>();
  for (const one of found) byRnc.set(one.rnc, [...(byRnc.get(one.rnc) ?? []), one]);
  return [...byRnc.values()].map(added).sort(largestFirst);
}

function added(parts: readonly MonthSupplier[]): MonthSupplier {
  const total: Amount = sum(parts.map((one) => amountOf(one.total)));
  return {
    ...(parts[0] as MonthSupplier),
    count: parts.reduce((all, { count }) => all + count, 0),
    total: total.toFixed(2),
  };
}
