/** What happened to the voucher, the latest first, and its deliveries to DGII. */
import { outcomeText } from '../../../ecf/messages/deliveries.js';
import { documentStates } from '../../../ecf/model/document-states.js';
import type { TimelineEvent, Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import type { IconName } from '../../parts/icon.js';
import { Table } from '../../parts/page.js';
import { StepList } from '../../parts/voucher/step-list.js';
import { whenExactly, capitalized } from '../../shared/format.js';

const signs: Readonly<Record<Exclude<TimelineEvent['kind'], 'final'>, IconName>> = {
  received: 'bolt',
  signed: 'sign',
  delivery: 'send',
  'delivery-ended': 'clock',
  submitted: 'send',
  waiting: 'pause',
  decision: 'hand',
  mail: 'mail',
  'mail-sent': 'check',
  'mail-failed': 'cross',
};

/** The sign of what happened, and its class. The last one says how the voucher ended. */
function signOf(kind: TimelineEvent['kind'], { state }: Voucher): readonly [IconName, string] {
  if (kind === 'mail-failed') return [signs[kind], 'bad'];
  if (kind !== 'final') return [signs[kind], kind];
  if (state === 'annulled') return ['none', 'annulled'];
  return documentStates[state].accepted === 1 ? ['check', 'ok'] : ['cross', 'bad'];
}

export function Timeline({ voucher }: { readonly voucher: Voucher }) {
  const { decisions } = voucher;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{es.voucher.timeline}</h2>
      <Steps voucher={voucher} />
      {decisions.length === 0 ? null : (
        <>
          <h3>{es.voucher.decisions}</h3>
          <ul className="plain-list">
            {decisions.map(({ action, por, nota, fecha }) => (
              <li key={`${fecha}-${action}`}>
                <strong>{es.voucher.decisionNames[action] ?? action}</strong> · {por} ·{' '}
                <span className="soft">{whenExactly(fecha)}</span>
                <div>{nota}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface StepsProps {
  readonly voucher: Voucher;
  /** Only so many of the last ones. */
  readonly last?: number;
}

export function Steps({ voucher, last }: StepsProps) {
  const steps = shownSteps(voucher).toReversed().slice(0, last);
  return (
    <StepList
      steps={steps.map(({ fecha: at, kind, texto: text }) => {
        const [icon, className] = signOf(kind, voucher);
        return { icon, className, text, at };
      })}
    />
  );
}

/** Of one delivery that led to the result, its parts say nothing more. The technical details have them. */
const parts: readonly TimelineEvent['kind'][] = ['delivery-ended', 'submitted'];

function shownSteps({ timeline, deliveries, final }: Voucher): readonly TimelineEvent[] {
  const isUsual = final && deliveries.length === 1;
  return isUsual ? timeline.filter(({ kind }) => !parts.includes(kind)) : timeline;
}

export function Deliveries({ voucher }: { readonly voucher: Voucher }) {
  const { deliveries } = voucher;
  return (
    <section aria-labelledby="deliveries">
      <h3 id="deliveries">{es.voucher.deliveries}</h3>
      {deliveries.length === 0 ? (
        <p className="soft">{es.voucher.noDeliveries}</p>
      ) : (
        <Table
          label={es.voucher.deliveries}
          rows={deliveries}
          keyOf={({ n }) => n}
          columns={[
            [es.voucher.deliveryNumber, ({ n }) => n, 'number'],
            [es.voucher.started, ({ startedAt }) => whenExactly(startedAt), 'nowrap'],
            [
              es.voucher.outcome,
              ({ outcome, sending, httpStatus, codes }) => (
                <>
                  {sending ? es.actions.sending : capitalized(outcomeText(outcome))}
                  {httpStatus === null ? null : <div className="soft small">HTTP {httpStatus}</div>}
                  {codes.length === 0 ? null : <div className="mono small">{codes.join(', ')}</div>}
                </>
              ),
            ],
            [es.voucher.trackIds, ({ trackId }) => trackId ?? es.none, 'mono small'],
          ]}
        />
      )}
    </section>
  );
}
