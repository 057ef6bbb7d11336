/** What a person attends to before the month is closed, each with its one action. Nothing of it forbids to close. */
import type { Month } from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { amountText, count } from '../../shared/format.js';
import { monthTexts as texts } from '../../texts/months.js';
import { ListLink, type ListAddress } from '../home/list-link.js';
import type { Filters } from '../vouchers/filters.js';
import { vouchersOf } from './vouchers-of.js';

interface Point {
  readonly left: number;
  readonly icon: IconName;
  /** How urgent it is, as the first page shows it. */
  readonly tone: 'today' | 'week';
  readonly title: { readonly one: string; readonly many: string };
  readonly detail: string;
  /** What the row says when nothing is left. */
  readonly none: string;
  readonly action: string;
  readonly to: ListAddress;
}

export function pointsOf(month: Month): readonly Point[] {
  const { rejected, refused, unfinished, undecided, unused } = month;
  const ofMonth = vouchersOf(month);
  const issued = (search: Filters) => ({
    page: 'comprobantes' as const,
    search: { ...ofMonth, ...search },
  });
  const notCounted = (total: string) => `RD$ ${amountText(total)} ${texts.rejectedDetail}`;
  return [
    {
      left: rejected.count,
      icon: 'cross',
      tone: 'today',
      title: texts.rejected,
      detail: notCounted(rejected.total),
      none: texts.noneRejected,
      action: texts.actions.correct,
      to: issued({ estado: 'rejected' }),
    },
    {
      left: refused.count,
      icon: 'cross',
      tone: 'today',
      title: texts.refused,
      detail: notCounted(refused.total),
      none: texts.noneRefused,
      action: texts.actions.correct,
      to: issued({ estado: 'refused' }),
    },
    {
      left: unfinished,
      icon: 'pause',
      tone: 'week',
      title: texts.unfinished,
      detail: texts.unfinishedDetail,
      none: texts.noneUnfinished,
      action: texts.actions.see,
      to: issued({ pendientes: true }),
    },
    {
      left: undecided,
      icon: 'inbox',
      tone: 'week',
      title: texts.undecided,
      detail: texts.undecidedDetail,
      none: texts.noneUndecided,
      action: texts.actions.decide,
      to: { page: 'recibidos', search: { decision: 'por-decidir', hasta: ofMonth.hasta } },
    },
    {
      left: unused,
      icon: 'unused',
      tone: 'week',
      title: texts.unused,
      detail: texts.unusedDetail,
      none: texts.noneUnused,
      action: texts.actions.review,
      to: { page: 'sin-usar' },
    },
  ];
}

export function BeforeClosing({ place, month }: { readonly place: Place; readonly month: Month }) {
  const points = pointsOf(month);
  const done = points.filter(({ left }) => left === 0).length;
  return (
    <section aria-labelledby="before-closing" className="home-part attend">
      <div className="section-head">
        <h2 id="before-closing">{texts.before}</h2>
        <span className="small soft">{texts.ready(done, points.length)}</span>
      </div>
      <ul className="tasks checks">
        {points.map((point) => (
          <PointRow key={point.none} place={place} point={point} />
        ))}
      </ul>
    </section>
  );
}

function PointRow({ place, point }: { readonly place: Place; readonly point: Point }) {
  const { left, icon, tone, title, detail, none, action, to } = point;
  if (left === 0)
    return (
      <li className="fine">
        <span className="sign">
          <Icon name="check" />
        </span>
        <p>{none}</p>
        <span className="small">{texts.fine}</span>
      </li>
    );
  const text = `${count(left)} ${left === 1 ? title.one : title.many}`;
  return (
    <li className={tone}>
      <span className="sign">
        <Icon name={icon} />
      </span>
      <p>
        <b>{text}</b> <span className="soft">{detail}</span>
      </p>
      <ListLink place={place} to={to} action={action} name={text} />
    </li>
  );
}
