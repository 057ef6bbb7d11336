/** The states that DGII and the company give to a received voucher, each with a sign, a word and a colour. */
import type { Received } from '../../api/answers.js';
import { Badge } from '../../parts/badge.js';
import type { Tone } from '../../parts/notice.js';
import { received as receivedTexts } from '../../texts/received.js';

const dgiiTones: Readonly<Record<NonNullable<Received['dgii']>['state'], Tone>> = {
  accepted: 'good',
  'conditionally-accepted': 'warn',
  rejected: 'bad',
  'in-process': 'info',
  'not-found': 'warn',
  'not-confirmed': 'bad',
};

export function AtDgii({ dgii }: Pick<Received, 'dgii'>) {
  const texts = receivedTexts.dgiiStates;
  return dgii === null ? (
    <Badge tone="plain">{texts.unknown}</Badge>
  ) : (
    <Badge tone={dgiiTones[dgii.state]}>{texts[dgii.state]}</Badge>
  );
}

const decisionTones = { pendiente: 'info', aprobado: 'good', rechazado: 'bad' } as const;

interface DecidedProps {
  /** Without it: nobody has decided. */
  readonly estado: NonNullable<Received['decision']>['estado'] | undefined;
}

export function Decided({ estado }: DecidedProps) {
  const state = estado ?? 'pendiente';
  return <Badge tone={decisionTones[state]}>{receivedTexts.decided[state]}</Badge>;
}
