/** After the credit note that left nothing of a voucher: the sale once more, for the buyer who was meant, or with what was wrong put right. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { documentStates } from '../../../../ecf/model/document-states.js';
import type { Voucher } from '../../../api/answers.js';
import { voucherQuery, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { saleToCopy } from './new-vouchers.js';

interface SellAgainProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

export function SellAgain({ place, voucher }: SellAgainProps) {
  const { tipoeCF, state, ncfModificado } = voucher;
  const isCredit = tipoeCF === 34 && documentStates[state].accepted === 1 && ncfModificado !== null;
  const { data: original } = useQuery({
    ...voucherQuery(place, ncfModificado ?? ''),
    // The person was on its page a moment ago, before this note.
    staleTime: 0,
    enabled: isCredit && place.environment !== 'certification',
  });
  const sale = original === undefined ? undefined : saleToCopy(place, original);
  if (sale === undefined || Number(original?.notes.balance?.left) !== 0) return null;
  return (
    <section aria-labelledby="sell-again">
      <h2 id="sell-again">{es.voucher.cancelled}</h2>
      <p className="soft small">{es.voucher.cancelledText(original?.ecf ?? '')}</p>
      <Link className="button" to="/empresas/$companyId/$environment/emitir" params={place} search={sale}>
        {es.voucher.sellAgain}
      </Link>
    </section>
  );
}
