/** A run that is done. Of small consumption invoices DGII got the summaries; a person uploads the full ones in DGII's portal, one by one. */
import type { CertificationRun } from '../../../api/answers.js';
import { fileAddress, type Place } from '../../../api/vouchers.js';
import { Download } from '../../../parts/download.js';
import { Notice } from '../../../parts/notice.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

interface UploadsProps {
  readonly place: Place;
  readonly run: CertificationRun;
}

export function PortalUploads({ place, run: { kind, rows } }: UploadsProps) {
  if (kind === 'approvals') return <Notice tone="good">{texts.doneTitle.approvals}</Notice>;
  const files = rows.filter(({ isSummary }) => isSummary);
  return (
    <Notice tone="good" title={texts.doneTitle.vouchers}>
      {files.length === 0 ? (
        <p>{texts.doneNoFiles}</p>
      ) : (
        <>
          <p>{texts.doneFiles(files.length)}</p>
          <FullInvoiceList place={place} invoices={files} />
          <p>{texts.counter}</p>
        </>
      )}
    </Notice>
  );
}

interface InvoicesProps {
  readonly place: Place;
  readonly invoices: readonly { readonly encf: string; readonly attempt: number | null }[];
}

export function FullInvoiceList({ place, invoices }: InvoicesProps) {
  return (
    <ul className="plain-list">
      {invoices.map(({ encf, attempt }) => (
        <li key={encf}>
          <Download href={fileAddress('xml', place, encf, attempt ?? 1)} name={`${encf}.xml`}>
            {encf} · {texts.file32}
          </Download>
        </li>
      ))}
    </ul>
  );
}
