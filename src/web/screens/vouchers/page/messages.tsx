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
  );
}
