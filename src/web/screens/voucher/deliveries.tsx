/** The deliveries to DGII. */
import { outcomeText } from '../../../ecf/messages/deliveries.js';
import type { Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import { capitalized, whenExactly } from '../../shared/format.js';
import { Table } from '../../parts/page.js';

export function Deliveries({ voucher }: { readonly voucher: Voucher }) {
  const { deliveries } = voucher;
  return (
    <section className="card" aria-labelledby="deliveries">
      <h2 id="deliveries">{es.voucher.deliveries}</h2>
      {deliveries.length === 0 ? (
        <p className="soft">{es.voucher.noDeliveries}</p>
      ) : (
        <Table
          label={es.voucher.deliveries}
          rows={deliveries}
          keyOf={({ n }) => n}
          columns={[
            [es.voucher.deliveryNumber, ({ n }) => n, 'number'],
            [es.voucher.started, ({ startedAt }) => whenExactly(startedAt), 'nowrap'],
            [
              es.voucher.outcome,
              ({ outcome, httpStatus, codes }) => (
                <>
                  {capitalized(outcomeText(outcome))}
                  {httpStatus === null ? null : <div className="soft small">HTTP {httpStatus}</div>}
                  {codes.length === 0 ? null : <div className="mono small">{codes.join(', ')}</div>}
                </>
              ),
            ],
            [es.voucher.trackIds, ({ trackId }) => trackId ?? es.none, 'mono small'],
          ]}
        />
      )}
    </section>
  );
}
