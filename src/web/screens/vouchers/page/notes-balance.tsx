/** How much notes may still take of a voucher. Another credit note may take as much. */
import { dayMs } from '../../../../ecf/durations.js';
import { amountOf } from '../../../../ecf/model/amounts.js';
import { daysBetween, localDate, startOfDay } from '../../../../ecf/model/dates.js';
import { creditNoteDaysMax } from '../../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../../api/answers.js';
import { es } from '../../../es.js';
import { Money } from '../../../parts/money.js';
import { FactList } from '../../../parts/page.js';
import { amountText, slashDay } from '../../../shared/format.js';
import { useNow } from '../../../shared/use-now.js';

const texts = es.voucher.balance;

export function NotesBalance({ voucher }: { readonly voucher: Voucher }) {
  const taxBack = useTaxBack(voucher);
  const { balance, items } = voucher.notes;
  if (balance === null) return null;
  const none = items.length === 0 ? texts.none : '';
  return (
    <section aria-labelledby="notes-balance">
      <h2 id="notes-balance">{texts.title}</h2>
      {balance.annulled ? (
        <p className="soft">{texts.annulled}</p>
      ) : (
        <>
          <Money className="balance" text={balance.left} />
          <p className="soft small">{`${none} ${taxBack}`.trim()}</p>
        </>
      )}
      <Taken balance={balance} />
    </section>
  );
}

interface TakenProps {
  readonly balance: NonNullable<Voucher['notes']['balance']>;
}

function Taken({ balance: { total, debited, credited } }: TakenProps) {
  const isAny = (text: string) => amountOf(text).gt(0);
  if (!isAny(debited) && !isAny(credited)) return null;
  return (
    <FactList
      facts={[
        [texts.total, amountText(total), 'number'],
        [texts.debited, isAny(debited) ? `+${amountText(debited)}` : null, 'number'],
        [texts.credited, isAny(credited) ? `−${amountText(credited)}` : null, 'number'],
      ]}
    />
  );
}

/** Whether a credit note still returns the ITBIS (IndicadorNotaCredito). */
function useTaxBack({ totalITBIS, fechaEmision }: Voucher): string {
  const today = localDate(useNow());
  if (totalITBIS === null || totalITBIS === 0) return '';
  if (daysBetween(fechaEmision, today) > creditNoteDaysMax) return texts.taxKept;
  return texts.taxBack(slashDay(localDate(startOfDay(fechaEmision) + creditNoteDaysMax * dayMs)));
}
