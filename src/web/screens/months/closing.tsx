/** The closing of a month: keeps its totals, and later says what has changed since. */
import { Big } from 'big.js';
import { closeMonth, type Month } from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';
import { amountText, count, slashDay, whenExactly } from '../../shared/format.js';
import { monthName } from '../../shared/months.js';
import { useMay } from '../../shell/use-session.js';
import { monthTexts as texts } from '../../texts/months.js';
import { pointsOf } from './before-closing.js';

type Closed = NonNullable<Month['closing']>;

export function Closing({ place, month }: { readonly place: Place; readonly month: Month }) {
  const mayClose = useMay('months', place.companyId, place.environment);
  const { closing, isOver, to, sales, purchases } = month;
  const form = useForm({
    start: {},
    send: () => closeMonth(place, month.month, { sales: sales.total, purchases: purchases.total }),
    refreshes: [{ queryKey: ['month', place, month.month] }],
  });
  const changes = closing === null ? [] : changesSince(closing, month);
  const left = pointsOf(month).filter((point) => point.left > 0).length;
  const isDone = closing !== null && changes.length === 0;
  return (
    <section className="home-part closing" aria-label={texts.close(monthName(month.month))}>
      {closing === null ? (
        <p className="small soft">{texts.about}</p>
      ) : (
        <p className="small soft">
          {texts.closedBy(closing.by, whenExactly(closing.at))} {isDone ? texts.unchanged : null}
        </p>
      )}
      {changes.length === 0 ? null : (
        <Notice tone="warn" title={texts.changed}>
          {changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
        </Notice>
      )}
      <Problem error={form.problem()} />
      {mayClose && isOver && !isDone ? (
        <Button kind="primary" pending={form.pending} onPress={() => void form.submit()}>
          <Icon name="calendar" />
          {closing === null ? texts.close(monthName(month.month)) : texts.closeAgain}
        </Button>
      ) : null}
      {isOver ? null : <p className="small soft">{texts.notOver(slashDay(to))}</p>}
      {mayClose && isOver && closing === null && left > 0 ? (
        <p className="small soft">{texts.left(count(left), left === 1)}</p>
      ) : null}
    </section>
  );
}

function changesSince(closed: Closed, now: Month): readonly string[] {
  const difference = (side: 'sales' | 'purchases') => new Big(now[side].total).minus(closed[side].total);
  const shown = (amount: Big) => `${amount.gt(0) ? '+' : '−'}${amountText(amount.abs().toFixed(2))}`;
  const [ofSales, ofPurchases] = [difference('sales'), difference('purchases')];
  const changes = [
    ...(ofSales.eq(0) ? [] : [texts.changedSales(shown(ofSales))]),
    ...(ofPurchases.eq(0) ? [] : [texts.changedPurchases(shown(ofPurchases))]),
  ];
  if (changes.length > 0) return changes;
  const isSame = JSON.stringify(rowsOf(closed)) === JSON.stringify(rowsOf(now));
  return isSame ? [] : [texts.changedRates];
}

/** In one order of members, whatever the service sends. */
function rowsOf({ types }: Pick<Month, 'types'>) {
  return types.map((one) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
}
