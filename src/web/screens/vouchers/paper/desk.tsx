/** The voucher on the paper that the person chooses, with its PDF to print or to save. */
import { useQuery } from '@tanstack/react-query';
import type { Paper, Voucher } from '../../../api/answers.js';
import { contentQuery, printAddress, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Download } from '../../../parts/download.js';
import { Icon } from '../../../parts/icon.js';
import { Loaded } from '../../../parts/loaded.js';
import { Segments } from '../../../parts/segments.js';
import { useSession } from '../../../shell/use-session.js';
import type { PaperChoice } from '../print-card.js';
import { ContentPaper } from './content-paper.js';

interface DeskProps {
  readonly place: Place;
  readonly voucher: Voucher;
  readonly paper: PaperChoice;
}

const sizes = Object.entries(es.printedForm.sheets) as readonly [Paper, string][];

export function Desk({ place, voucher, paper: { chosen, choose } }: DeskProps) {
  const { ecf: encf, attempt } = voucher;
  const content = useQuery(contentQuery(place, encf, attempt));
  const address = printAddress(place, encf, attempt, chosen);
  return (
    <section className="desk" aria-label={es.printedForm.title}>
      <div className="desk-bar">
        <Segments label={es.printedForm.paper} value={chosen} options={sizes} onChange={choose} />
        <a
          className="icon-button"
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={es.printedForm.open}
          title={es.printedForm.open}
        >
          <Icon name="printer" />
        </a>
        <Download href={address} name={`${encf}-${chosen}.pdf`} icon="download">
          {es.printedForm.download}
        </Download>
      </div>
      <Loaded query={content} undated>
        {(data) => <ContentPaper place={place} voucher={voucher} content={data} size={chosen} />}
      </Loaded>
      <AtDgii voucher={voucher} />
    </section>
  );
}

/** Where the QR code leads. */
function AtDgii({ voucher: { qrUrl, signedAt } }: { readonly voucher: Voucher }) {
  const { demo } = useSession().service;
  // The PDF has the code as soon as the voucher is signed.
  if (demo) return signedAt === null ? null : <p className="hint">{es.voucher.qrOfDemo}</p>;
  if (qrUrl === null) return null;
  return (
    <p className="hint">
      <a href={qrUrl} target="_blank" rel="noreferrer">
        {es.voucher.checkAtDgii}
      </a>
    </p>
  );
}
