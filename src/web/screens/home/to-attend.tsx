/**
 * What a person must do, the most urgent first: how many, whose, for how much. Each row leads to the list where it is done. What is at zero
 * is not shown.
 */
import type { WaitingReason } from '../../../ecf/model/document-states.js';
import type { Figures, Involved, Summary } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { shortType } from '../../parts/voucher/cells.js';
import { age, amountText, count, slashDay, swapDay, timeOf, when } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { lastDayOf } from '../numbers/pace.js';
import type { ReceivedFilters } from '../received/filters.js';
import type { Filters } from '../vouchers/filters.js';
import { ListLink, type ListAddress } from './list-link.js';

const texts = es.summary;

type Urgency = 'today' | 'week' | 'calm';

/** In the order of the list. */
const urgencies: readonly Urgency[] = ['today', 'week', 'calm'];

interface Task {
  readonly urgency: Urgency;
  readonly icon: IconName;
  readonly title: string;
  readonly detail?: string;
  /** Whose they are, and what they amount to. */
  readonly involved?: Involved | null;
  readonly action: string;
  readonly to: ListAddress;
}

interface ToAttendProps {
  readonly place: Place;
  readonly summary: Summary;
  /** Absent until the sums of the month are here. */
  readonly figures: Figures | undefined;
}

export function ToAttend({ place, summary, figures }: ToAttendProps) {
  const now = useNow();
  const tasks = tasksOf({ summary, figures, now });
  return (
    <section aria-labelledby="to-attend" className="home-part attend">
      <div className="section-head">
        <h2 id="to-attend">
          {texts.toAttend} {tasks.length === 0 ? null : <span className="count">{tasks.length}</span>}
        </h2>
      </div>
      {tasks.length === 0 ? (
        <p className="card empty">{texts.nothing}</p>
      ) : (
        <ol className="tasks">
          {tasks.map((task) => (
            <li key={task.title} className={task.urgency}>
              <span className="sign">
                <Icon name={task.icon} />
              </span>
              <p>
                <b>{task.title}</b> <Detail task={task} />
              </p>
              <span className="when">{texts.urgency[task.urgency]}</span>
              <Amount task={task} />
              <ListLink place={place} to={task.to} action={task.action} name={task.title} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Detail({ task: { detail, involved } }: { readonly task: Task }) {
  const parts = [namesOf(involved), detail].filter((part) => part !== undefined);
  return parts.length === 0 ? null : <span className="soft">{parts.join(' · ')}</span>;
}

/** Undefined: nobody has a name. */
function namesOf(involved: Involved | null | undefined): string | undefined {
  if (involved === undefined || involved === null || involved.names.length === 0) return undefined;
  const names = involved.names.join(', ');
  return involved.others ? texts.andOthers(names) : names;
}

/** An empty cell keeps the actions of all rows in one column. */
function Amount({ task: { involved } }: { readonly task: Task }) {
  const amount = involved?.amount ?? undefined;
  return (
    <span className="sum">
      {amount === undefined ? null : (
        <>
          <span className="soft">RD$</span> {amountText(amount)}
        </>
      )}
    </span>
  );
}

/** Those that the service repeats by itself ask nothing of a person. */
const waitsByItself: readonly WaitingReason[] = [
  'DGII_UNAVAILABLE',
  'REQUEST_DELAYED',
  'REFERENCE_PENDING',
  'DGII_SILENT',
];

interface Counted {
  readonly one: string;
  readonly many: string;
}

/** The task about so many of them. At zero no task is shown. */
function ifAny(number: number, { one, many }: Counted, task: Omit<Task, 'title'>): readonly Task[] {
  return number === 0 ? [] : [{ ...task, title: `${count(number)} ${number === 1 ? one : many}` }];
}

function leftOf(available: number, type: string): string {
  return available === 0 ? texts.noneLeft(type) : texts.leftOf(count(available), available === 1, type);
}

interface Known {
  readonly summary: Summary;
  readonly figures: Figures | undefined;
  readonly now: number;
}

/** Why a range needs attention: it expired, its numbers do not last, or it expires soon. */
function stockDetail(range: Summary['ranges'][number], { figures, now }: Known): Pick<Task, 'detail'> {
  const { available, state, expiresOn } = range;
  if (state === 'Vencida' && expiresOn !== null) return { detail: texts.expired(slashDay(expiresOn)) };
  const last = lastDayOf(range, figures, now);
  const parts = [
    ...(last === undefined ? [] : [texts.lastsUntil(last)]),
    ...(expiresOn === null || available === 0 ? [] : [texts.expire(slashDay(expiresOn))]),
  ];
  return parts.length === 0 ? {} : { detail: parts.join(' · ') };
}

function revokedTask(revokedAt: string): Task {
  return {
    urgency: 'today',
    icon: 'cross',
    title: texts.revoked,
    detail: texts.since(when(revokedAt).slice(0, 10)),
    action: texts.solve,
    to: { page: 'certificados' },
  };
}

function tasksOf(known: Known): readonly Task[] {
  const { summary, now } = known;
  const { lately, buyers, decisions, waiting, undecided, involved } = summary;
  const revokedAt = summary.certificate?.revokedAt ?? null;
  const overdue = summary.overdue ?? 0;
  const sinceLately = { desde: swapDay(lately.from) };
  const sinceBuyers = { desde: swapDay(buyers.from) };
  const issued = (search: Filters, of?: Involved | null): ListAddress =>
    of?.only ? { page: 'comprobante', encf: of.only.encf } : { page: 'comprobantes', search };
  const received = (search: ReceivedFilters, of?: Involved | null): ListAddress =>
    of?.only ? { page: 'recibido', ...of.only } : { page: 'recibidos', search };
  const tasks: readonly Task[] = [
    ...(revokedAt === null ? [] : [revokedTask(revokedAt)]),
    ...ifAny(lately.rejected, texts.rejected, {
      urgency: 'today',
      icon: 'cross',
      detail: texts.lately,
      involved: involved.rejected,
      action: texts.correct,
      to: issued({ estado: 'rejected', ...sinceLately }, involved.rejected),
    }),
    ...ifAny(lately.refused, texts.refused, {
      urgency: 'today',
      icon: 'cross',
      detail: texts.lately,
      involved: involved.refused,
      action: texts.correct,
      to: issued({ estado: 'refused', ...sinceLately }, involved.refused),
    }),
    ...waiting.flatMap(({ reason, count: number, involved: ofReason }) => {
      const isCalm = waitsByItself.includes(reason);
      const since = ofReason === null ? undefined : texts.since(timeOf(Date.parse(ofReason.since), now));
      return ifAny(number, texts.waiting(es.waiting[reason]), {
        urgency: isCalm ? 'calm' : 'today',
        icon: 'pause',
        ...(isCalm ? { detail: texts.byItself } : since !== undefined && { detail: since }),
        involved: ofReason,
        action: isCalm ? texts.see : texts.solve,
        to: issued({ espera: reason }, ofReason),
      });
    }),
    ...summary.ranges.map((range): Task => ({
      urgency: range.state === 'Vigente' ? 'week' : 'today',
      icon: 'number',
      title: leftOf(range.available, `${shortType(range.ecfType)} (${range.ecfType})`),
      ...stockDetail(range, known),
      action: es.master.add,
      to: { page: 'maestro' },
    })),
    ...ifAny(undecided, texts.undecided, {
      urgency: overdue > 0 ? 'today' : 'week',
      icon: 'inbox',
      ...(overdue > 0
        ? { detail: texts.overdue(count(overdue), overdue === 1) }
        : involved.undecided !== null && { detail: texts.oldest(age(involved.undecided.since, now)) }),
      involved: involved.undecided,
      action: texts.decide,
      to: received({ decision: 'por-decidir' }, involved.undecided),
    }),
    ...ifAny(buyers.rejected, texts.buyerRejected, {
      urgency: 'week',
      icon: 'people',
      detail: texts.last30Days,
      involved: involved.buyerRejected,
      action: texts.see,
      to: issued({ entrega: 'rejected', ...sinceBuyers }, involved.buyerRejected),
    }),
    ...ifAny(decisions.undelivered, texts.decisionsUndelivered, {
      urgency: 'week',
      icon: 'send',
      detail: texts.last30Days,
      involved: involved.decisionsUndelivered,
      action: texts.see,
      to: received({ decision: 'no-llego', desde: swapDay(decisions.from) }, involved.decisionsUndelivered),
    }),
    ...ifAny(buyers.undelivered, texts.undelivered, {
      urgency: 'calm',
      icon: 'mail',
      detail: texts.last30Days,
      involved: involved.undelivered,
      action: texts.see,
      to: issued({ entrega: 'undelivered', ...sinceBuyers }, involved.undelivered),
    }),
    ...ifAny(lately.conditional, texts.conditional, {
      urgency: 'calm',
      icon: 'remark',
      detail: texts.lately,
      involved: involved.conditional,
      action: texts.see,
      to: issued({ estado: 'conditionally-accepted', ...sinceLately }, involved.conditional),
    }),
  ];
  return urgencies.flatMap((urgency) => tasks.filter((task) => task.urgency === urgency));
}
