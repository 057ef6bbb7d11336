/** A month of a company: what it adds up to, what is unfinished, and its closing, which keeps the sums. */
import { localDate } from '../../ecf/model/dates.js';
import { dayMs } from '../../ecf/durations.js';
import type { DocumentState } from '../../ecf/model/document-states.js';
import type { MonthClosing } from '../../ledger/months/month-closing-record.js';
import type { DayFigures } from '../../ledger/months/month-figures.js';
import { customersOfMonth } from '../../services/months/customers-of-month.js';
import { addUp, salesByDay, totalsOf } from '../../services/months/month-totals.js';
import { decidableStates } from '../../services/received/decide-reception.js';
import { WebError } from '../web/web-error.js';
import { get, put, type RouteDeps, type WebRoute } from '../web/web-route.js';
import { monthOf, monthPath } from './month-asked.js';

/** Counts no further, because a larger number would tell a person nothing more. */
const undecidedMax = 1_000;

export function monthRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock } = deps;
  return [
    get(monthPath, 'read', async (request) => {
      const { company, environment } = request;
      const { companyId } = company;
      const { month, from, before } = monthOf(request);
      const asked = { companyId, environment, from, before };
      // Two steps, because all questions at once would take most of the connections to MongoDB.
      const [figures, outdated, closing] = await Promise.all([
        store.sumByDay(asked),
        store.countOutdated(companyId),
        store.findMonthClosing({ companyId, environment, month }),
      ]);
      const [unfinished, undecided, unused] = await Promise.all([
        store.countUnfinished(asked),
        store.countUndecided(
          { companyId, environment, dgii: decidableStates(environment), before },
          undecidedMax,
        ),
        store.countUnusedBefore(asked),
      ]);
      return {
        month,
        from: localDate(from.getTime()),
        to: localDate(before.getTime() - dayMs),
        isOver: isOver(before, clock()),
        ...totalsOf(figures),
        days: salesByDay(figures),
        rejected: inState(figures, 'rejected'),
        refused: inState(figures, 'refused'),
        unfinished,
        undecided,
        unused,
        outdated,
        closing: closing === undefined ? null : closingAnswer(closing),
      };
    }),
    get(`${monthPath}/customers`, 'read', async (request) => {
      const { company, environment } = request;
      const { from, before } = monthOf(request);
      return customersOfMonth(deps, { companyId: company.companyId, environment, from, before });
    }),
    put(`${monthPath}/closing`, { permission: 'months', audit: 'month.close' }, async (request) => {
      const { company, environment, actor, body } = request;
      const { companyId } = company;
      const { month, from, before } = monthOf(request);
      const now = clock();
      if (!isOver(before, now)) throw new WebError('MONTH_NOT_OVER');
      const totals = totalsOf(await store.sumByDay({ companyId, environment, from, before }));
      const { sales, purchases } = body as Seen;
      if (sales !== totals.sales.total || purchases !== totals.purchases.total)
        throw new WebError('MONTH_CHANGED');
      await store.putMonthClosing({ companyId, environment, month }, { at: now, by: actor.by, totals });
      return {};
    }),
  ];
}

/** What the person saw when closing the month. */
interface Seen {
  readonly sales: string;
  readonly purchases: string;
}

function isOver(before: Date, now: Date): boolean {
  return before <= now;
}

function inState(figures: readonly DayFigures[], state: DocumentState) {
  const { count, total } = addUp(figures.filter((one) => one.state === state));
  return { count, total };
}

function closingAnswer({ at, by, totals }: MonthClosing) {
  return { at: at.toISOString(), by, ...totals };
}
