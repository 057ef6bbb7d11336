/** What happened to a received voucher: its reception, what DGII shows of it, the decision, and both deliveries of the decision. */
import type { Received } from '../../api/answers.js';
import { es } from '../../es.js';
import type { IconName } from '../../parts/icon.js';
import { StepList, type Step } from '../../parts/voucher/step-list.js';
import { received as texts } from '../../texts/received.js';

export function History({ received }: { readonly received: Received }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{es.voucher.timeline}</h2>
      <StepList steps={latestFirst(stepsOf(received))} />
    </section>
  );
}

/** What has not happened yet comes first. Of two steps at the same moment, the later one in the story does. */
function latestFirst(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted(({ at: a }, { at: b }) =>
    a === b ? 0 : a === null || (b !== null && a > b) ? -1 : 1,
  );
}

function stepsOf(received: Received): readonly Step[] {
  const { comunicacion, decision, dgii, acuse, receivedAt } = received;
  return [
    ...(comunicacion === undefined
      ? []
      : (['dgii', 'emisor'] as const).map((name) => delivery(name, comunicacion[name]))),
    ...(decision === null ? [] : [decided(decision)]),
    ...(dgii === null ? [] : [asked(dgii)]),
    acuse === null
      ? { icon: 'clock', className: 'waiting', text: texts.notAcknowledged, at: null }
      : { icon: 'sign', className: 'signed', text: texts.acknowledged, at: acuse.fecha },
    { icon: 'inbox', className: 'received', text: texts.arrivedHere, at: receivedAt },
  ];
}

type Leg = NonNullable<Received['comunicacion']>['dgii'];

const legSigns: Readonly<Record<Leg['state'], readonly [IconName, string]>> = {
  waiting: ['clock', 'waiting'],
  delivered: ['send', 'ok'],
  refused: ['cross', 'bad'],
  'not-electronic': ['none', 'ended'],
  'given-up': ['cross', 'bad'],
};

function delivery(name: 'dgii' | 'emisor', { state, status, motivo, attempts, lastAt }: Leg): Step {
  const [icon, className] = legSigns[state];
  const detail = [motivo, attempts > 1 ? texts.tries(attempts) : null].filter((text) => text !== null);
  return {
    icon,
    className,
    text: `${texts.legNames[name]}: ${status}`,
    detail: detail.length === 0 ? null : detail.join(' · '),
    at: lastAt,
  };
}

function decided({ estado, motivo, por, fecha }: NonNullable<Received['decision']>): Step {
  const [icon, className] = estado === 'aprobado' ? (['check', 'ok'] as const) : (['cross', 'bad'] as const);
  return { icon, className, text: texts.decidedByWhom[estado](por), detail: motivo, at: fecha };
}

function asked({ state, fecha }: NonNullable<Received['dgii']>): Step {
  return { icon: 'seal', className: 'asked', text: `${texts.dgii}: ${texts.dgiiStates[state]}`, at: fecha };
}
