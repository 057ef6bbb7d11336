/** The voucher's printed form, and the link for the buyer. */
import type { Voucher } from '../../api/answers.js';
import { printAddress, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Copy } from '../../parts/copy.js';
import { PrintCard } from '../content/print-card.js';

export function PrintedForm({ place, voucher }: { readonly place: Place; readonly voucher: Voucher }) {
  const { encf, attempt, consultaUrl } = voucher;
  return (
    <PrintCard
      hint={es.printedForm.asNow}
      addressOf={(paper) => printAddress(place, encf, attempt, paper)}
      name={encf}
    >
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
    </PrintCard>
  );
}
