/** What a company issued in this month, beside the same days of the month before. The sums are exact decimals. */
import { dayMs } from '../../ecf/durations.js';
import { amountOf } from '../../ecf/model/amounts.js';
import { localDate, startOfDay } from '../../ecf/model/dates.js';
import { documentStates, type DocumentState } from '../../ecf/model/document-states.js';
import type { MonthTotals } from '../../ledger/months/month-closing-record.js';
import type { DayFigures } from '../../ledger/months/month-figures.js';
import { totalsOf } from '../../services/months/month-totals.js';
import { get, type RouteDeps, type WebRoute } from '../web/web-route.js';

const isAccepted = (state: DocumentState) => documentStates[state].accepted === 1;

export function figuresRoutes({ store, clock }: RouteDeps): readonly WebRoute[] {
  return [
    get('/companies/:companyId/:environment/figures', 'read', async ({ company, environment }) => {
      const { companyId } = company;
      const { now, earlier } = monthsTo(localDate(clock().getTime()));
      const sum = ({ from, to }: Span) =>
        store.sumByDay({
          companyId,
          environment,
          from: new Date(startOfDay(from)),
          before: new Date(startOfDay(to) + dayMs),
        });
      const [ofNow, ofEarlier] = await Promise.all([sum(now), sum(earlier)]);
      const totals = totalsOf(ofNow);
      return {
        ...now,
        ...invoicedIn(totals),
        types: typesOf(totals),
        days: daysOf(ofNow),
        earlier: { ...earlier, invoiced: invoicedIn(totalsOf(ofEarlier)).invoiced },
      };
    }),
  ];
}

interface Span {
  readonly from: string;
  readonly to: string;
}

/** This month until today, and the month before until the same day, or its last one. All days are DD-MM-YYYY. */
export function monthsTo(today: string): { readonly now: Span; readonly earlier: Span } {
  const from = `01${today.slice(2)}`;
  const lastEarlier = localDate(startOfDay(from) - dayMs);
  const day = today.slice(0, 2) < lastEarlier.slice(0, 2) ? today.slice(0, 2) : lastEarlier.slice(0, 2);
  const month = lastEarlier.slice(2);
  return { now: { from, to: today }, earlier: { from: `01${month}`, to: `${day}${month}` } };
}

/** What DGII accepted: sales and debit notes, less credit notes. What the company bought is no part of it. */
function invoicedIn({ sales: { total, itbis } }: MonthTotals) {
  return { invoiced: total, itbis };
}

/** The accepted vouchers of each type. Here a credit note has no sign. */
function typesOf({ types }: MonthTotals) {
  return types.map(({ tipoeCF, count, total }) => {
    return { tipoeCF, count, total: amountOf(total).abs().toFixed(2) };
  });
}

/** Only days on which a voucher was accepted or rejected. */
function daysOf(figures: readonly DayFigures[]) {
  const days = new Map<number, { accepted: number; rejected: number }>();
  for (const { day, state, count } of figures) {
    const sum = days.get(day.getTime()) ?? { accepted: 0, rejected: 0 };
    if (isAccepted(state)) sum.accepted += count;
    else if (state === 'rejected') sum.rejected += count;
    else continue;
    days.set(day.getTime(), sum);
  }
  return [...days].sort(([a], [b]) => a - b).map(([at, counts]) => ({ day: localDate(at), ...counts }));
}
