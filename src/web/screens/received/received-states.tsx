/** The states that DGII and the company give to a received voucher, each with a sign, a word and a colour. */
import type { ReceivedRow } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import type { Tone } from '../../parts/notice.js';

const dgiiTones: Readonly<Record<NonNullable<ReceivedRow['dgii']>, Tone>> = {
  accepted: 'good',
  'conditionally-accepted': 'warn',
  rejected: 'bad',
  'in-process': 'info',
  'not-found': 'warn',
  'not-confirmed': 'bad',
};

export function AtDgii({ dgii }: Pick<ReceivedRow, 'dgii'>) {
  const texts = es.received.dgiiStates;
  return dgii === null ? (
    <Badge tone="plain">{texts.unknown}</Badge>
  ) : (
    <Badge tone={dgiiTones[dgii]}>{texts[dgii]}</Badge>
  );
}

const decisionTones = { pendiente: 'info', aprobado: 'good', rechazado: 'bad' } as const;

export function Decided({ decided }: Pick<ReceivedRow, 'decided'>) {
  const state = decided ?? 'pendiente';
  return <Badge tone={decisionTones[state]}>{es.received.decided[state]}</Badge>;
}
