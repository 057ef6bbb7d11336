/** The voucher's printed form on the chosen paper, and the link for the buyer. */
import { useState } from 'react';
import type { Paper, Voucher } from '../../api/answers.js';
import { printAddress, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Copy } from '../../parts/copy.js';
import { PaperField } from '../../parts/paper-field.js';

export function PrintedForm({ place, voucher }: { readonly place: Place; readonly voucher: Voucher }) {
  const { encf, attempt, consultaUrl } = voucher;
  const [paper, setPaper] = useState<Paper>('a4');
  const address = printAddress(place, encf, attempt, paper);
  return (
    <section className="card" aria-labelledby="printed-form">
      <h2 id="printed-form">{es.printedForm.title}</h2>
      <div className="form narrow">
        <PaperField hint={es.printedForm.asNow} value={paper} onChange={setPaper} />
        <div className="actions">
          <a className="button" href={address} target="_blank" rel="noreferrer">
            {es.printedForm.view}
          </a>
          <a className="button" href={address} download={`${encf}-${paper}.pdf`}>
            {es.printedForm.download}
          </a>
        </div>
      </div>
      {consultaUrl === null ? null : (
        <dl className="facts">
          <div>
            <dt>{es.printedForm.link}</dt>
            <dd>
              <a className="wrap" href={consultaUrl} target="_blank" rel="noreferrer">
                {consultaUrl}
              </a>{' '}
              <Copy text={consultaUrl} label={es.printedForm.copyLink} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
