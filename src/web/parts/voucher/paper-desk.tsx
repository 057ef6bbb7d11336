/** A voucher on the paper that the person chooses, with its PDF to print or to save. */
import type { ReactNode } from 'react';
import type { Paper } from '../../api/answers.js';
import { es } from '../../es.js';
import { Download } from '../download.js';
import { Icon } from '../icon.js';
import { Segments } from '../segments.js';
import type { PaperChoice } from './use-paper.js';

interface PaperDeskProps {
  readonly paper: PaperChoice;
  /** Absent if there is no PDF. */
  readonly pdf: PdfFile | undefined;
  /** The paper, and what is below it. */
  readonly children: ReactNode;
}

export interface PdfFile {
  readonly addressOn: (paper: Paper) => string;
  /** Of the saved file, without the paper. */
  readonly name: string;
}

const sizes = Object.entries(es.printedForm.sheets) as readonly [Paper, string][];

export function PaperDesk({ paper: { chosen, choose }, pdf, children }: PaperDeskProps) {
  return (
    <section className="desk" aria-label={es.printedForm.title}>
      <div className="desk-bar">
        <Segments label={es.printedForm.paper} value={chosen} options={sizes} onChange={choose} />
        {pdf === undefined ? null : (
          <PdfLinks href={pdf.addressOn(chosen)} name={`${pdf.name}-${chosen}.pdf`} />
        )}
      </div>
      {children}
    </section>
  );
}

function PdfLinks({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <>
      <a
        className="icon-button"
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-label={es.printedForm.open}
        title={es.printedForm.open}
      >
        <Icon name="printer" />
      </a>
      <Download href={href} name={name} icon="download">
        {es.printedForm.download}
      </Download>
    </>
  );
}
