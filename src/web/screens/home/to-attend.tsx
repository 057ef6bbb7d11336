/** What a person must do, the most urgent first. Each row leads to the list where it is done. What is at zero is not shown. */
import { Link } from '@tanstack/react-router';
import type { WaitingReason } from '../../../ecf/model/document-states.js';
import type { SequenceState, Summary } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { shortType } from '../../parts/voucher-cells.js';
import { count, swapDay } from '../../shared/format.js';
import type { ReceivedFilters } from '../received/filters.js';
import type { Filters } from '../vouchers/filters.js';

const texts = es.summary;

type Urgency = 'today' | 'week' | 'calm';

/** In the order of the list. */
const urgencies: readonly Urgency[] = ['today', 'week', 'calm'];

interface Task {
  readonly urgency: Urgency;
  readonly icon: IconName;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly action: string;
  readonly to: Destination;
}

type Destination =
  | { readonly page: 'comprobantes'; readonly search: Filters }
  | { readonly page: 'recibidos'; readonly search: ReceivedFilters }
  | { readonly page: 'maestro' };

interface ToAttendProps {
  readonly place: Place;
  readonly summary: Summary;
}

export function ToAttend({ place, summary }: ToAttendProps) {
  const tasks = tasksOf(summary);
  return (
    <section aria-labelledby="to-attend" className="home-part">
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
                <b>{task.title}</b>{' '}
                {task.detail === undefined ? null : <span className="soft">{task.detail}</span>}
              </p>
              <span className="when">{texts.urgency[task.urgency]}</span>
              <TaskLink place={place} task={task} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function TaskLink({ place, task: { to, action, title } }: { readonly place: Place; readonly task: Task }) {
  const shared = { className: 'button small', params: place, 'aria-label': `${action}: ${title}` };
  switch (to.page) {
    case 'comprobantes':
      return (
        <Link {...shared} to="/empresas/$companyId/$environment/comprobantes" search={to.search}>
          {action}
        </Link>
      );
    case 'recibidos':
      return (
        <Link {...shared} to="/empresas/$companyId/$environment/recibidos" search={to.search}>
          {action}
        </Link>
      );
    case 'maestro':
      return (
        <Link {...shared} to="/empresas/$companyId/$environment/maestro">
          {action}
        </Link>
      );
  }
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

function expiryOf(state: SequenceState, expiresOn: string | null, available: number): string | undefined {
  if (expiresOn === null) return undefined;
  if (state === 'Vencida') return texts.expired(expiresOn);
  return available === 0 ? undefined : texts.expire(expiresOn);
}

function tasksOf(summary: Summary): readonly Task[] {
  const { lately, buyers, decisions, waiting, undecided, overdue } = summary;
  const sinceLately = { desde: swapDay(lately.from) };
  const sinceBuyers = { desde: swapDay(buyers.from) };
  const issued = (search: Filters) => ({ page: 'comprobantes' as const, search });
  const received = (search: ReceivedFilters) => ({ page: 'recibidos' as const, search });
  const tasks: readonly Task[] = [
    ...ifAny(lately.rejected, texts.rejected, {
      urgency: 'today',
      icon: 'cross',
      detail: texts.lately,
      action: texts.correct,
      to: issued({ estado: 'rejected', ...sinceLately }),
    }),
    ...waiting.flatMap(({ reason, count: number }) => {
      const isCalm = waitsByItself.includes(reason);
      return ifAny(number, texts.waiting(es.waiting[reason]), {
        urgency: isCalm ? 'calm' : 'today',
        icon: 'pause',
        detail: isCalm ? texts.byItself : undefined,
        action: isCalm ? texts.see : texts.solve,
        to: issued({ espera: reason }),
      });
    }),
    ...summary.ranges.map(({ ecfType, available, state, expiresOn }): Task => ({
      urgency: state === 'Vigente' ? 'week' : 'today',
      icon: 'number',
      title: leftOf(available, `${shortType(ecfType)} (${ecfType})`),
      detail: expiryOf(state, expiresOn, available),
      action: es.master.add,
      to: { page: 'maestro' },
    })),
    ...ifAny(overdue ?? 0, texts.overdue, {
      urgency: 'week',
      icon: 'inbox',
      action: texts.decide,
      to: received({ decision: 'atrasado' }),
    }),
    ...ifAny(undecided, texts.undecided, {
      urgency: 'week',
      icon: 'inbox',
      action: texts.decide,
      to: received({ decision: 'por-decidir' }),
    }),
    ...ifAny(buyers.rejected, texts.buyerRejected, {
      urgency: 'week',
      icon: 'people',
      detail: texts.last30Days,
      action: texts.see,
      to: issued({ entrega: 'rejected', ...sinceBuyers }),
    }),
    ...ifAny(decisions.undelivered, texts.decisionsUndelivered, {
      urgency: 'week',
      icon: 'send',
      detail: texts.last30Days,
      action: texts.see,
      to: received({ decision: 'no-llego', desde: swapDay(decisions.from) }),
    }),
    ...ifAny(buyers.undelivered, texts.undelivered, {
      urgency: 'calm',
      icon: 'mail',
      detail: texts.last30Days,
      action: texts.see,
      to: issued({ entrega: 'undelivered', ...sinceBuyers }),
    }),
    ...ifAny(lately.conditional, texts.conditional, {
      urgency: 'calm',
      icon: 'remark',
      detail: texts.lately,
      action: texts.see,
      to: issued({ estado: 'conditionally-accepted', ...sinceLately }),
    }),
  ];
  return urgencies.flatMap((urgency) => tasks.filter((task) => task.urgency === urgency));
}
