/** What DGII said about the voucher. */
import type { Voucher } from '../../../api/answers.js';
import { es } from '../../../es.js';

/** What DGII said, if the page does not begin with it. */
export function Messages({ voucher: { mensajes } }: { readonly voucher: Voucher }) {
  if (mensajes.length === 0) return null;
  return (
    <section className="card" aria-labelledby="messages">
      <h2 id="messages">{es.voucher.messages}</h2>
      <MessageList messages={mensajes} className="notice warn" />
    </section>
  );
}

interface MessageListProps {
  readonly messages: Voucher['mensajes'];
  /** Of each message. */
  readonly className?: string;
}

export function MessageList({ messages, className }: MessageListProps) {
  return (
    <ul className="plain-list">
      {messages.map(({ codigo, valor, campo, consejo }, index) => (
        <li key={`${codigo}-${index}`} className={className}>
          {/* What a person can do says more than DGII's words and its name of the field. */}
          {consejo === null ? null : (
            <p>
              <strong>{consejo}</strong>
            </p>
          )}
          <p className={consejo === null ? undefined : 'soft'}>
            {codigo === '' ? null : <span className="mono">{codigo} </span>}
            {valor}
          </p>
          {campo === null ? null : (
            <p className="soft small">
              {es.voucher.field} <code>{campo}</code>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
