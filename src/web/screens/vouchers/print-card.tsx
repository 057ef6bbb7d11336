/** Opens or saves the printed form of a voucher on the chosen paper. */
import { useState } from 'react';
import type { Paper } from '../../api/answers.js';
import { es } from '../../es.js';
import { Download } from '../../parts/download.js';
import { SelectField } from '../../parts/field.js';
import { Notice } from '../../parts/notice.js';
import { tryStorage } from '../../shared/browser-storage.js';
import { useSession } from '../../shell/use-session.js';

interface PrintCardProps {
  readonly hint: string;
  readonly paper: PaperChoice;
  readonly addressOf: (paper: Paper) => string;
  /** The name of the saved file, without the paper. */
  readonly name: string;
}

const cardId = 'printed-form';

export function PrintCard({ hint, paper: { chosen, choose }, addressOf, name }: PrintCardProps) {
  const { demo } = useSession().service;
  const address = addressOf(chosen);
  return (
    <section className="card" aria-labelledby={cardId}>
      <h2 id={cardId}>{es.printedForm.title}</h2>
      {demo ? <Notice tone="info">{es.printedForm.ofDemo}</Notice> : null}
      <div className="form narrow">
        <PaperField hint={hint} value={chosen} onChange={choose} />
        <div className="actions">
          <a className="button" href={address} target="_blank" rel="noreferrer">
            {es.printedForm.view}
          </a>
          <Download href={address} name={`${name}-${chosen}.pdf`} large>
            {es.printedForm.download}
          </Download>
        </div>
      </div>
    </section>
  );
}

const paperName = 'papel';

export interface PaperChoice {
  readonly chosen: Paper;
  readonly choose: (paper: Paper) => void;
}

/** The paper that the person chose last in this browser; at first letter, the usual paper in the Dominican Republic. */
export function usePaper(): PaperChoice {
  const [chosen, setPaper] = useState<Paper>(() => {
    const last = tryStorage(() => localStorage.getItem(paperName)) ?? '';
    return Object.hasOwn(es.printedForm.papers, last) ? (last as Paper) : 'letter';
  });
  const choose = (paper: Paper) => {
    setPaper(paper);
    tryStorage(() => localStorage.setItem(paperName, paper));
  };
  return { chosen, choose };
}

interface PaperFieldProps {
  readonly hint: string;
  readonly value: Paper;
  readonly onChange: (paper: Paper) => void;
}

export function PaperField(field: PaperFieldProps) {
  return <SelectField label={es.printedForm.paper} options={es.printedForm.papers} {...field} />;
}
