/** Shows how much of what DGII authorized is used, as a bar and as text. */
import type { Sequence } from '../../api/answers.js';
import { es } from '../../es.js';
import { count } from '../../shared/format.js';

const lowShare = 0.9;

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
