/** An issued voucher on paper, with what its printed form shows of its signature and of its state (the same legend). */
import { useQuery } from '@tanstack/react-query';
import { legendOf, withTestNotice } from '../../../../ecf/model/legend.js';
import type { Content, Voucher } from '../../../api/answers.js';
import { contentQuery, printAddress, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Loaded } from '../../../parts/loaded.js';
import { Loading } from '../../../parts/notice.js';
import { QrPicture } from '../../../parts/qr-picture.js';
import { VoucherLink } from '../../../parts/voucher/cells.js';
import { ContentSheet } from '../../../parts/voucher/content-sheet.js';
import { PaperDesk } from '../../../parts/voucher/paper-desk.js';
import { readerOf } from '../../../parts/voucher/read-content.js';
import { useCompanyLook, type PaperChoice } from '../../../parts/voucher/use-paper.js';
import { useSession } from '../../../shell/use-session.js';
import { paper as texts } from '../../../texts/paper.js';

interface DeskProps {
  readonly place: Place;
  readonly voucher: Voucher;
  readonly paper: PaperChoice;
}

export function Desk({ place, voucher, paper }: DeskProps) {
  const { ecf: encf, attempt, tipoeCF } = voucher;
  const query = useQuery(contentQuery(place, encf, attempt));
  const { look, isAwaited } = useCompanyLook(place.companyId);
  return (
    <PaperDesk
      paper={paper}
      pdf={{ addressOn: (one) => printAddress(place, encf, attempt, one), name: encf }}
    >
      <Loaded query={query} undated>
        {(content) =>
          isAwaited ? (
            <Loading />
          ) : (
            <ContentSheet
              type={tipoeCF}
              encf={encf}
              content={content}
              linkTo={(other) => <VoucherLink place={place} encf={other} />}
              code={<Code voucher={voucher} />}
              legend={legendFor(voucher, content)}
              size={paper.chosen}
              look={look}
            />
          )
        }
      </Loaded>
      <AtDgii voucher={voucher} />
    </PaperDesk>
  );
}

/** Where the QR code leads. */
function AtDgii({ voucher: { qrUrl, signedAt, accepted } }: { readonly voucher: Voucher }) {
  const { demo } = useSession().service;
  // The PDF has the code as soon as the voucher is signed.
  if (demo) return signedAt === null || accepted === 0 ? null : <p className="hint">{es.voucher.qrOfDemo}</p>;
  if (qrUrl === null) return null;
  return (
    <p className="hint">
      <a href={qrUrl} target="_blank" rel="noreferrer">
        {es.voucher.checkAtDgii}
      </a>
    </p>
  );
}

function legendFor(voucher: Voucher, content: Content) {
  const { state, contingencia, environment } = voucher;
  const deferred = readerOf(content)('IdDoc', 'IndicadorEnvioDiferido') !== '';
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
