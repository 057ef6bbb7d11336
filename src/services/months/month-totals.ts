/** What the accepted vouchers of a month add up to. Credit notes count negative. The sums are exact decimals with two places. */
import { amountOf, sum } from '../../ecf/model/amounts.js';
import { localDate } from '../../ecf/model/dates.js';
import { baseAmountNames } from '../../ecf/model/document-facts.js';
import { documentStates } from '../../ecf/model/document-states.js';
import { bought, subtracted } from '../../ecf/model/ecf-types.js';
import type { Amounts, CountedAmounts, MonthTotals } from '../../ledger/months/month-closing-record.js';
import type { DayFigures } from '../../ledger/months/month-figures.js';

export function totalsOf(figures: readonly DayFigures[]): MonthTotals {
  const accepted = acceptedOf(figures);
  const types = [...new Set(accepted.map(({ tipoeCF }) => tipoeCF))].sort((a, b) => a - b);
  return {
    types: types.map((type) => ({
      tipoeCF: type,
      ...addUp(accepted.filter(({ tipoeCF }) => tipoeCF === type)),
    })),
    sales: addUp(accepted.filter(isSale)),
    purchases: addUp(accepted.filter((one) => !isSale(one))),
  };
}

/** Days without a sale are absent. Each day is DD-MM-YYYY. */
export function salesByDay(figures: readonly DayFigures[]): readonly (CountedAmounts & { day: string })[] {
  const sales = acceptedOf(figures).filter(isSale);
  const days = [...new Set(sales.map(({ day }) => day.getTime()))].sort((a, b) => a - b);
  return days.map((at) => ({
    day: localDate(at),
    ...addUp(sales.filter(({ day }) => day.getTime() === at)),
  }));
}

function acceptedOf(figures: readonly DayFigures[]): readonly DayFigures[] {
  return figures.filter(({ state }) => documentStates[state].accepted === 1);
}

function isSale({ tipoeCF }: DayFigures): boolean {
  return !bought.includes(tipoeCF);
}

export function addUp(figures: readonly DayFigures[]): CountedAmounts {
  const added = (name: keyof Amounts) =>
    sum(
      figures.map((one) => {
        const amount = amountOf(one[name]);
        return one.tipoeCF === subtracted ? amount.times(-1) : amount;
      }),
    ).toFixed(2);
  const base = baseAmountNames.map((name) => [name, added(name)]);
  return {
    count: figures.reduce((all, { count }) => all + count, 0),
    ...(Object.fromEntries(base) as Pick<Amounts, (typeof baseAmountNames)[number]>),
    itbis: added('itbis'),
    total: added('total'),
  };
}
