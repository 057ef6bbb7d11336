/** What happened to a voucher, the latest first, each with its sign. */
import { whenExactly } from '../../shared/format.js';
import { Icon, type IconName } from '../icon.js';

export interface Step {
  readonly icon: IconName;
  /** `ok` and `bad` are the ends. */
  readonly className: string;
  readonly text: string;
  readonly detail?: string | null;
  /** Null: it has not happened yet. */
  readonly at: string | null;
}

export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ icon, className, text, detail = null, at }, index) => (
        <li key={`${at}-${index}`} className={className}>
          <Icon name={icon} />
          <div>
            <div>{text}</div>
            {detail === null ? null : <p className="soft small">{detail}</p>}
            {at === null ? null : (
              <time className="soft small" dateTime={at}>
                {whenExactly(at)}
              </time>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
