/** The deliveries to DGII. */
import { outcomeText } from '../../../ecf/messages/deliveries.js';
import type { Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import { capitalized, whenExactly } from '../../shared/format.js';
import { Cell, Row, RowHead, Table } from '../../parts/page.js';

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
          heads={[
            { number: es.voucher.deliveryNumber },
            es.voucher.started,
            es.voucher.outcome,
            es.voucher.trackIds,
          ]}
        >
          {deliveries.map(({ n, startedAt, outcome, httpStatus, trackId, codes }) => (
            <Row key={n}>
              <RowHead className="number">{n}</RowHead>
              <Cell className="nowrap">{whenExactly(startedAt)}</Cell>
              <Cell>
                {capitalized(outcomeText(outcome))}
                {httpStatus === null ? null : <div className="soft small">HTTP {httpStatus}</div>}
                {codes.length === 0 ? null : <div className="mono small">{codes.join(', ')}</div>}
              </Cell>
              <Cell className="mono small">{trackId ?? es.none}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
