/** The content of an issued voucher on paper, with what its printed form shows of its signature and of its state (the same legend). */
import { legendOf, withTestNotice } from '../../../../ecf/model/legend.js';
import type { Content, Paper as Size, Voucher } from '../../../api/answers.js';
import { es } from '../../../es.js';
import { QrPicture } from '../../../parts/qr-picture.js';
import { VoucherLink } from '../../../parts/voucher-cells.js';
import type { Place } from '../../../api/vouchers.js';
import { count } from '../../../shared/format.js';
import { paper as texts } from '../../../texts/paper.js';
import { Paper, type ReadField } from './paper.js';
import { readerOf } from './read-content.js';

interface ContentPaperProps {
  readonly place: Place;
  readonly voucher: Voucher;
  readonly content: Content;
  readonly size: Size;
}

export function ContentPaper({ place, voucher, content, size }: ContentPaperProps) {
  const read = readerOf(content);
  const { reference, lines } = content;
  const reason = read('InformacionReferencia', 'RazonModificacion');
  const adjustments = content.sections.find(({ name }) => name === 'DescuentosORecargos')?.rows ?? [];
  return (
    <Paper
      label={es.printedForm.sheet}
      type={voucher.tipoeCF}
      encf={voucher.ecf}
      modified={reference === null ? undefined : <VoucherLink place={place} encf={reference} />}
      read={read}
      lines={lines.shown.map(({ unitPrice: price, ...line }) => ({ ...line, price }))}
      more={(shown) =>
        lines.total > shown ? <p>{es.printedForm.firstLines(count(shown), count(lines.total))}</p> : null
      }
      code={<Code voucher={voucher} />}
      legend={legendFor(voucher, read)}
      size={size}
    >
      {adjustments.map(({ label, text }) => (
        <p key={label} className="paper-note">
          {label}: {text}
        </p>
      ))}
      {reason === '' ? null : <p className="paper-note">{reason}</p>}
    </Paper>
  );
}

function legendFor(voucher: Voucher, read: ReadField) {
  const { state, contingencia, environment } = voucher;
  const deferred = read('IdDoc', 'IndicadorEnvioDiferido') !== '';
  const facts = { state, signed: isSigned(voucher), deferred, contingency: contingencia !== undefined };
  return withTestNotice(legendOf(facts), environment);
}

/** The signature of an attempt that was signed anew is void, and the PDF does not have it either. */
function isSigned({ signedAt, final, attempt, latestAttempt }: Voucher): boolean {
  return signedAt !== null && (final || attempt === latestAttempt);
}

function Code({ voucher }: { readonly voucher: Voucher }) {
  const { qrUrl, securityCode, fechaFirma, accepted } = voucher;
  if (!isSigned(voucher)) return <p className="paper-code">{texts.codeLater}</p>;
  return (
    <div className="paper-qr">
      {qrUrl === null ? (
        <p className="paper-code">{accepted === 0 ? texts.codeNone : texts.codeMayChange}</p>
      ) : (
        <QrPicture text={qrUrl} label={es.voucher.qr} />
      )}
      <p>
        {es.voucher.securityCode}: {securityCode}
      </p>
      <p>
        {texts.signedOn} {fechaFirma}
      </p>
    </div>
  );
}
