/** The customers of a month by what was billed: the largest one by one, the others in one sum. The sums are exact decimals with two places. */
import { amountOf, sum } from '../../ecf/model/amounts.js';
import type { Store } from '../../ledger/ledger.js';
import type { CustomerAmounts, MonthCustomer } from '../../ledger/months/month-customers.js';
import type { FiguresQuery } from '../../ledger/months/month-figures.js';

/** A person reads no more, and this many names are one small read. */
export const customersMax = 50;

export interface CustomersOfMonth {
  readonly customers: readonly MonthCustomer[];
  readonly others: CustomerAmounts & { readonly customers: number };
  readonly unidentified: CustomerAmounts;
}

export async function customersOfMonth(
  { store }: { readonly store: Pick<Store, 'sumByCustomer'> },
  query: FiguresQuery,
): Promise<CustomersOfMonth> {
  const { customers, identified, unidentified } = await store.sumByCustomer(query, customersMax);
  return {
    customers: customers.map((one) => ({ ...one, ...rounded(one) })),
    others: { customers: identified.customers - customers.length, ...less(identified, customers) },
    unidentified: rounded(unidentified),
  };
}

function less(all: CustomerAmounts, shown: readonly CustomerAmounts[]): CustomerAmounts {
  const rest = (name: 'net' | 'itbis' | 'total') =>
    amountOf(all[name])
      .minus(sum(shown.map((one) => amountOf(one[name]))))
      .toFixed(2);
  return {
    count: shown.reduce((left, { count }) => left - count, all.count),
    net: rest('net'),
    itbis: rest('itbis'),
    total: rest('total'),
  };
}

function rounded(amounts: CustomerAmounts): CustomerAmounts {
  return less(amounts, []);
}
