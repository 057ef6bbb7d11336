/** What DGII said about the voucher, and what a person can do about it. */
import type { Voucher } from '../../api/answers.js';
import { es } from '../../es.js';

export function Messages({ voucher }: { readonly voucher: Voucher }) {
  const { messages, state, verdictAdvice } = voucher;
  if (messages.length === 0 && verdictAdvice === null) return null;
  const tone = state === 'rejected' || state === 'refused' ? 'bad' : 'warn';
  return (
    <section className="card" aria-labelledby="messages">
      <h2 id="messages">{es.voucher.messages}</h2>
      <ul className="plain-list">
        {messages.map(({ codigo, valor, campo, consejo }, index) => (
          <li key={`${codigo}-${index}`} className={`notice ${tone}`}>
            <p>
              {codigo === '' ? null : <strong className="mono">{codigo} </strong>}
              {valor}
            </p>
            {campo === null ? null : (
              <p className="soft">
                {es.voucher.field} <code>{campo}</code>
              </p>
            )}
            {consejo === null ? null : <p>{consejo}</p>}
          </li>
        ))}
      </ul>
      {verdictAdvice === null ? null : <p>{verdictAdvice}</p>}
    </section>
  );
}
