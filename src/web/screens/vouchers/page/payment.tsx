/** How and until when the customer pays, and where the customer's mail goes. */
import { useQuery } from '@tanstack/react-query';
import type { Content, Voucher } from '../../../api/answers.js';
import { contentQuery, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { FactList, type Fact } from '../../../parts/page.js';
import { slashDay } from '../../../shared/format.js';
import { readerOf } from '../../../parts/voucher/read-content.js';

const texts = es.voucher.payment;

interface PaymentProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

export function Payment({ place, voucher: { ecf, attempt, correoCliente } }: PaymentProps) {
  const { data } = useQuery(contentQuery(place, ecf, attempt));
  const facts: readonly Fact[] = [...(data === undefined ? [] : factsOf(data)), [texts.mail, correoCliente]];
  if (facts.every(([, value]) => value === null)) return null;
  return (
    <section aria-labelledby="payment">
      <h2 id="payment">{texts.title}</h2>
      <FactList facts={facts} />
    </section>
  );
}

function factsOf(content: Content): readonly Fact[] {
  const read = readerOf(content);
  const terms = [read('IdDoc', 'TipoPago'), read('IdDoc', 'TerminoPago')].filter((text) => text !== '');
  const due = read('IdDoc', 'FechaLimitePago');
  return [
    [texts.terms, terms.length === 0 ? null : terms.join(', ')],
    [texts.due, due === '' ? null : slashDay(due)],
  ];
}
