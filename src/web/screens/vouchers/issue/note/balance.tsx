/** What is left of the voucher, and what will be left after this note. */
import type { ReactNode } from 'react';
import { amountOf } from '../../../../../ecf/model/amounts.js';
import type { NoteBasis, Voucher } from '../../../../api/answers.js';
import type { Place } from '../../../../api/vouchers.js';
import { es } from '../../../../es.js';
import { Money } from '../../../../parts/money.js';
import { VoucherLink } from '../../../../parts/voucher/cells.js';
import { amountText } from '../../../../shared/format.js';
import { decimalOf } from '../quick/sums.js';
import { issueTexts } from '../../../../texts/issue.js';

interface BalanceProps {
  readonly place: Place;
  readonly voucher: Voucher;
  readonly balance: NoteBasis['balance'];
  readonly isCredit: boolean;
  /** What this note adds up to; `''` while it has no total. */
  readonly now: string;
}

const texts = issueTexts.note.balance;

export function Balance({ place, voucher, balance, isCredit, now }: BalanceProps) {
  const note = decimalOf(now);
  const left = amountOf(balance.left);
  const after = isCredit ? left.minus(note) : left.plus(note);
  const whole = amountOf(balance.total).plus(amountOf(balance.debited));
  const share = (text: string) =>
    whole.lte(0) ? 0 : Number(amountOf(text).div(whole).times(100).toFixed(2));
  const before = share(balance.credited);
  const taken = isCredit ? Math.min(share(note.toFixed()), Math.max(0, 100 - before)) : 0;
  return (
    <section className="card balance" aria-labelledby="balance">
      <h2 id="balance">{texts.title}</h2>
      <Money className="figure" text={balance.left} />
      <svg className="stack" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className="stack-left" width="100" height="8" />
        <rect className="stack-before" width={before} height="8" />
        <rect className="stack-now" x={before} width={taken} height="8" />
      </svg>
      <dl className="facts">
        <Row name={<VoucherLink place={place} encf={voucher.ecf} />} value={amountText(balance.total)} />
        {amountOf(balance.debited).gt(0) ? (
          <Row name={texts.debited} value={amountText(balance.debited)} />
        ) : null}
        {amountOf(balance.credited).gt(0) ? (
          <Row name={texts.credited} value={`−${amountText(balance.credited)}`} />
        ) : null}
        <Row
          name={texts.now}
          value={now === '' ? es.none : `${isCredit ? '−' : '+'}${amountText(note.toFixed())}`}
        />
        <Row name={<strong>{texts.after}</strong>} value={<strong>{amountText(after.toFixed())}</strong>} />
      </dl>
      {after.lt(0) ? <p className="error-text">{texts.tooMuch}</p> : null}
    </section>
  );
}

function Row({ name, value }: { readonly name: ReactNode; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{value}</dd>
    </div>
  );
}
