/** The vouchers that arrived last. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { VoucherRow } from '../../api/answers.js';
import { vouchersQuery, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { StateBadge } from '../../parts/badge.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { Table } from '../../parts/page.js';
import { partyName, shownAmount, signedTotal, VoucherLink } from '../../parts/voucher/cells.js';
import { timeOf } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';

const rowsMax = 6;

export const latestQuery = (place: Place) => vouchersQuery(place, { limit: rowsMax });

interface LatestProps {
  readonly place: Place;
  readonly query: Pick<
    UseQueryResult<{ readonly items: readonly VoucherRow[] }>,
    'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'dataUpdatedAt' | 'refetch'
  >;
}

export function Latest({ place, query }: LatestProps) {
  return (
    <section aria-labelledby="latest" className="home-part">
      <div className="section-head">
        <h2 id="latest">{es.summary.latest}</h2>
        <Link to="/empresas/$companyId/$environment/comprobantes" params={place}>
          {es.summary.seeAll}
        </Link>
      </div>
      <Loaded query={query} undated>
        {({ items }) => (
          <Rows rows={items} empty={es.vouchers.emptyIn(place.environment)}>
            {(rows) => <LatestTable place={place} rows={rows.slice(0, rowsMax)} />}
          </Rows>
        )}
      </Loaded>
    </section>
  );
}

function LatestTable({ place, rows }: { readonly place: Place; readonly rows: readonly VoucherRow[] }) {
  const now = useNow();
  return (
    <Table
      label={es.summary.latest}
      widthRem={40}
      rows={rows}
      keyOf={({ ecf, attempt }) => `${ecf}-${attempt}`}
      nameAt={2}
      columns={[
        [
          es.vouchers.received,
          ({ receivedAt }) => timeOf(Date.parse(receivedAt), now).slice(0, 10),
          'nowrap',
        ],
        [es.summary.party, (row) => partyName(row) ?? es.none, 'party'],
        [es.vouchers.encf, ({ ecf }) => <VoucherLink place={place} encf={ecf} />, 'encf'],
        [es.vouchers.state, (row) => <StateBadge {...row} />],
        [es.vouchers.total, (row) => shownAmount(signedTotal(row)), 'number'],
      ]}
    />
  );
}
