/** The state of a range: its colour, and the expiry with a warning when it is near. */
import type { SequenceState } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { daysUntil } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import type { Tone } from '../../parts/notice.js';

export const toneOf: Readonly<Record<SequenceState, Tone>> = {
  Vigente: 'good',
  Agotada: 'bad',
  Vencida: 'bad',
  'Sin autorizaciones': 'plain',
};

const soonDays = 30;

export function Expiry({ day }: { readonly day: string | null }) {
  const now = useNow();
  if (day === null) return <span className="soft">{es.master.never}</span>;
  const left = daysUntil(day, now);
  return (
    <>
      {day}{' '}
      {left < 0 ? (
        <Badge tone="bad">{es.master.expired}</Badge>
      ) : left < soonDays ? (
        <Badge tone="warn">{es.master.daysLeft(left)}</Badge>
      ) : null}
    </>
  );
}
