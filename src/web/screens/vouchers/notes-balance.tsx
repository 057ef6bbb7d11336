/** What is left of a voucher that has notes. Another credit note may take as much. */
import { useQuery } from '@tanstack/react-query';
import { amountOf } from '../../../ecf/model/amounts.js';
import { ApiError } from '../../api/api-error.js';
import type { NoteBasis, Voucher } from '../../api/answers.js';
import { noteBasisQuery, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Loaded } from '../../parts/loaded.js';
import { Money } from '../../parts/money.js';
import { FactList } from '../../parts/page.js';
import { amountText } from '../../shared/format.js';

const texts = es.voucher.balance;

interface BalanceProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

export function NotesBalance({ place, voucher: { ecf } }: BalanceProps) {
  const basis = useQuery(noteBasisQuery(place, ecf));
  return (
    <section className="card" aria-labelledby="notes-balance">
      <h2 id="notes-balance">{texts.title}</h2>
      {/* The service says why the voucher takes no more notes. That is no failure of this page. */}
      {basis.error instanceof ApiError && basis.error.code === 'NOTE_NOT_POSSIBLE' ? (
        <p className="soft">{basis.error.message}</p>
      ) : (
        <Loaded query={basis} undated>
          {({ balance }) => <Left balance={balance} />}
        </Loaded>
      )}
    </section>
  );
}

function Left({ balance: { left, total, debited, credited } }: Pick<NoteBasis, 'balance'>) {
  const isAny = (text: string) => amountOf(text).gt(0);
  return (
    <>
      <Money className="figure" text={left} />
      <FactList
        facts={[
          [texts.total, amountText(total), 'number'],
          [texts.debited, isAny(debited) ? `+${amountText(debited)}` : null, 'number'],
          [texts.credited, isAny(credited) ? `−${amountText(credited)}` : null, 'number'],
        ]}
      />
    </>
  );
}
