/** Who issued the voucher and when DGII answered, the QR code of its printed form, and what DGII said about it. */
import type { Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import { FactList, type Fact } from '../../parts/page.js';
import { QrPicture } from '../../parts/qr-picture.js';
import { whenExactly } from '../../shared/format.js';
import { useSession } from '../../shell/use-session.js';

export function Facts({ voucher }: { readonly voucher: Voucher }) {
  const { qrUrl } = voucher;
  const { demo } = useSession().service;
  const facts: readonly Fact[] = [
    [es.voucher.issuedBy, issuedByText(voucher)],
    [es.vouchers.received, whenExactly(voucher.receivedAt)],
    [es.voucher.finalAt, voucher.finalAt === null ? null : whenExactly(voucher.finalAt)],
    [es.voucher.numberUsed, yesOrNo(voucher.secuenciaUtilizada)],
  ];
  return (
    <div className="with-qr">
      <FactList facts={facts} />
      {qrUrl === null ? null : (
        <figure>
          <QrPicture text={qrUrl} label={es.voucher.qr} />
          <figcaption>
            {demo ? (
              <span className="soft small">{es.voucher.qrOfDemo}</span>
            ) : (
              <a href={qrUrl} target="_blank" rel="noreferrer">
                {es.voucher.checkAtDgii}
              </a>
            )}
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** A person issues only in the certification; all other vouchers come from the company's system. */
function issuedByText({ issuedBy }: Voucher): string | null {
  if (issuedBy === null) return null;
  return issuedBy.conditionalConfirmed ? es.voucher.confirmedFaults(issuedBy.por) : issuedBy.por;
}

function yesOrNo(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? es.yes : es.no;
}

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
