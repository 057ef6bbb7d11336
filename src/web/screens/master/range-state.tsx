/** The state of a range: its colour, and the expiry with a warning when it is near. */
import type { SequenceState, Sequence } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import type { Tone } from '../../parts/notice.js';
import { daysUntil, count } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';

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

const lowShare = 0.9;

/** Shows how much of what DGII authorized is used, as a bar and as text. */
export function UsedBar({ sequence }: { readonly sequence: Pick<Sequence, 'used' | 'total'> }) {
  const { used, total } = sequence;
  const share = total === 0 ? 0 : used / total;
  const tone = share >= 1 ? 'bad' : share >= lowShare ? 'warn' : '';
  return (
    <>
      <div className={`bar ${tone}`} aria-hidden="true">
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </div>
      <span className="small">{es.master.usedOf(count(used), count(total), Math.floor(share * 100))}</span>
    </>
  );
}
