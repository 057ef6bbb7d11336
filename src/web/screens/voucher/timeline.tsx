/** What happened to the voucher, oldest first. */
import type { TimelineEvent, Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import { whenExactly } from '../../shared/format.js';

const signs: Readonly<Record<TimelineEvent['kind'], string>> = {
  received: '○',
  signed: '✎',
  delivery: '→',
  'delivery-ended': '←',
  submitted: '⇄',
  waiting: '◔',
  decision: '☞',
  final: '●',
};

export function Timeline({ voucher }: { readonly voucher: Voucher }) {
  const { timeline, decisions } = voucher;
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{es.voucher.timeline}</h2>
      <ol className="timeline">
        {timeline.map(({ at, kind, text }, index) => (
          <li key={`${at}-${index}`} className={kind}>
            <span aria-hidden="true" className="sign">
              {signs[kind]}
            </span>
            <div>
              <div>{text}</div>
              <time className="soft small" dateTime={at}>
                {whenExactly(at)}
              </time>
            </div>
          </li>
        ))}
      </ol>
      {decisions.length === 0 ? null : (
        <>
          <h3>{es.voucher.decisions}</h3>
          <ul className="plain-list">
            {decisions.map(({ action, by, note, at }) => (
              <li key={`${at}-${action}`}>
                <strong>{es.voucher.decisionNames[action] ?? action}</strong> · {by} ·{' '}
                <span className="soft">{whenExactly(at)}</span>
                <div>{note}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
