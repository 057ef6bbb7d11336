/** The voucher's facts, the QR code of its printed form, and what DGII said about it. */
import type { Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import { FactList, type Fact } from '../../parts/page.js';
import { QrPicture } from '../../parts/qr-picture.js';
import { whenExactly } from '../../shared/format.js';
import { useSession } from '../../shell/use-session.js';

export function Facts({ voucher }: { readonly voucher: Voucher }) {
  const { qrUrl, temporalUrl, securityCode, estadoDgii } = voucher;
  const { demo } = useSession().service;
  const facts: readonly Fact[] = [
    [es.voucher.issuedBy, issuedByText(voucher)],
    [es.vouchers.received, whenExactly(voucher.receivedAt)],
    [es.voucher.finalAt, voucher.finalAt === null ? null : whenExactly(voucher.finalAt)],
    [es.voucher.securityCode, securityCode === '' ? null : securityCode],
    [es.voucher.trackIds, voucher.trackIds.length === 0 ? null : voucher.trackIds.join(', ')],
    [es.voucher.dgiiState, estadoDgii === '' ? null : estadoDgii],
    [es.voucher.numberUsed, yesOrNo(voucher.secuenciaUtilizada)],
    [es.vouchers.correlation, voucher.correlationId],
    [
      es.voucher.process,
      temporalUrl === null ? null : (
        <a href={temporalUrl} target="_blank" rel="noreferrer">
          {es.voucher.temporal}
        </a>
      ),
    ],
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

export function Messages({ voucher }: { readonly voucher: Voucher }) {
  const { mensajes, state } = voucher;
  if (mensajes.length === 0) return null;
  const tone = state === 'rejected' || state === 'refused' ? 'bad' : 'warn';
  return (
    <section className="card" aria-labelledby="messages">
      <h2 id="messages">{es.voucher.messages}</h2>
      <ul className="plain-list">
        {mensajes.map(({ codigo, valor, campo, consejo }, index) => (
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
    </section>
  );
}
