/** Compares the sales that DGII accepted with what the company's own books say. Nothing of it leaves the page. */
import { Link } from '@tanstack/react-router';
import { Big } from 'big.js';
import { useState } from 'react';
import type { Month } from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { TextField } from '../../parts/form/field.js';
import { Icon } from '../../parts/icon.js';
import { amountText } from '../../shared/format.js';
import { monthTexts as texts } from '../../texts/months.js';
import { amountPattern } from '../vouchers/filters.js';
import { vouchersOf } from './vouchers-of.js';

const form = new RegExp(`^-?${amountPattern}$`);

export function Compare({ place, month }: { readonly place: Place; readonly month: Month }) {
  const [own, setOwn] = useState('');
  const isAmount = form.test(own.trim());
  return (
    <section aria-labelledby="compare" className="home-part compare">
      <div className="section-head">
        <h2 id="compare">{texts.compare}</h2>
      </div>
      <TextField
        label={texts.own}
        hint={texts.ownHint}
        inputMode="decimal"
        maxLength={24}
        value={own}
        onChange={setOwn}
        error={own.trim() === '' || isAmount ? undefined : texts.ownWrong}
      />
      {isAmount ? (
        <div role="status">
          <Difference
            place={place}
            month={month}
            difference={new Big(own.trim().replaceAll(',', '')).minus(month.sales.total)}
          />
        </div>
      ) : null}
    </section>
  );
}

interface DifferenceProps {
  readonly place: Place;
  readonly month: Month;
  /** The own amount less DGII's. */
  readonly difference: Big;
}

/** A voucher of just this amount is the usual cause, so the page offers to look for it. */
function Difference({ place, month, difference }: DifferenceProps) {
  if (difference.eq(0))
    return (
      <p className="ok-text">
        <Icon name="check" /> {texts.same}
      </p>
    );
  const exact = difference.abs().toFixed(2);
  const shown = amountText(exact);
  return (
    <>
      <p className="warn-text">
        <Icon name="warning" /> {difference.gt(0) ? texts.more(shown) : texts.less(shown)}
      </p>
      <p>
        <Link
          to="/empresas/$companyId/$environment/comprobantes"
          params={place}
          search={{ ...vouchersOf(month), montoDesde: exact, montoHasta: exact }}
        >
          {texts.find(shown)}
        </Link>
      </p>
    </>
  );
}
