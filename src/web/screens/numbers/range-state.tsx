/** The state of a type's numbers or of one range: what it is called, its colour, and the expiry. Summary and master share it. */
import type { Authorization, SequenceState, Sequence } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import type { Tone } from '../../parts/notice.js';
import { daysUntil, count, slashDay } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';

const toneOf: Readonly<Record<SequenceState, Tone>> = {
  Vigente: 'good',
  Agotada: 'bad',
  Vencida: 'bad',
  'Sin autorizaciones': 'plain',
};

type Warned = Pick<Sequence, 'state' | 'advertencias'>;

/** Only what is not as usual. The expiry has a column of its own. */
export function Trouble({ state, advertencias: warnings }: Warned) {
  if (state === 'Vigente' && warnings.every((one) => isExpiring([one]))) return null;
  return <StockBadge state={state} advertencias={warnings} />;
}

/** A state alone would call two numbers that are left good. The service says what is few, and what is soon. */
function levelOf({ state, advertencias: warnings }: Warned): { readonly tone: Tone; readonly text: string } {
  if (state !== 'Vigente' || warnings.length === 0) return { tone: toneOf[state], text: state };
  const isLow = warnings.some(({ code }) => code === 'SEQUENCE_LOW_STOCK');
  const expires = isExpiring(warnings);
  const text = !isLow ? es.master.expiring : expires ? es.master.lowAndExpiring : es.master.low;
  return { tone: 'warn', text };
}

function isExpiring(warnings: Sequence['advertencias']): boolean {
  return warnings.some(({ code }) => code !== 'SEQUENCE_LOW_STOCK');
}

export function StockBadge(warned: Warned) {
  const { tone, text } = levelOf(warned);
  return <Badge tone={tone}>{text}</Badge>;
}

interface RangeBadgeProps {
  readonly range: Authorization;
  /** Of its type: few numbers are few in each of its ranges. */
  readonly warnings: Sequence['advertencias'];
}

export function RangeBadge({ range: { state, closed, expiresSoon }, warnings }: RangeBadgeProps) {
  if (closed) return <Badge tone="plain">{es.master.closed}</Badge>;
  const own = warnings.filter((one) => expiresSoon || !isExpiring([one]));
  return <StockBadge state={state} advertencias={own} />;
}

interface ExpiryProps {
  readonly day: string | null;
  readonly isSoon: boolean;
}

export function Expiry({ day, isSoon }: ExpiryProps) {
  const now = useNow();
  if (day === null) return <span className="soft">{es.master.never}</span>;
  const left = daysUntil(day, now);
  return (
    <>
      {slashDay(day)}{' '}
      {left < 0 ? (
        <Badge tone="bad">{es.master.expired}</Badge>
      ) : isSoon ? (
        <Badge tone="warn">{es.master.daysLeft(left)}</Badge>
      ) : null}
    </>
  );
}

type Counted = Warned & Pick<Sequence, 'used' | 'total'>;

/** What is left of all. Its colour says whether that is enough; the expiry has a column of its own. */
export function LeftBar({ sequence }: { readonly sequence: Counted }) {
  const ofStock = sequence.advertencias.filter((one) => !isExpiring([one]));
  return <Bar sequence={{ ...sequence, advertencias: ofStock }} share={1 - usedShare(sequence)} />;
}

export function UsedBar({ sequence }: { readonly sequence: Counted }) {
  const { used, total } = sequence;
  const share = usedShare(sequence);
  return (
    <>
      <Bar sequence={sequence} share={share} />
      <span className="small">{es.master.usedOf(count(used), count(total), Math.floor(share * 100))}</span>
    </>
  );
}

const usedShare = ({ used, total }: Counted): number => (total === 0 ? 0 : Math.min(1, used / total));

function Bar({ sequence, share }: { readonly sequence: Warned; readonly share: number }) {
  const { tone } = levelOf(sequence);
  return (
    <div className={tone === 'warn' || tone === 'bad' ? `bar ${tone}` : 'bar'} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}

export function Warnings({ warnings }: { readonly warnings: Sequence['advertencias'] }) {
  return warnings.map(({ code, mensaje }) => (
    <p key={code} className="warning-text">
      <span aria-hidden="true">! </span>
      {mensaje}
    </p>
  ));
}
