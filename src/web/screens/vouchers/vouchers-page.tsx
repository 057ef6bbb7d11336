/** The list of vouchers: newest first, page by page, with filters. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { VoucherRow } from '../../api/answers.js';
import { listVouchers, vouchersQuery, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { StateBadge } from '../../parts/badge.js';
import { amount, when } from '../../shared/format.js';
import { Loaded, PageButtons, Rows } from '../../parts/loaded.js';
import { Cell, Page, Row, RowHead, Table } from '../../parts/page.js';
import { shortType } from '../../shared/short-type.js';
import { emptyText } from '../../shared/list-filters.js';
import { useCsv } from '../../shell/use-csv.js';
import { csvOf } from './csv.js';
import { VoucherFilterForm } from './filter-form.js';
import { questionOf } from './filters.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/comprobantes');

export function VouchersPage() {
  const place = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { cursor, ...filters } = search;
  const vouchers = useQuery(vouchersQuery(place, questionOf(search)));
  const page = vouchers.data;
  const csv = useCsv({
    place,
    days: filters,
    pageAt: (asked) => listVouchers(place, { ...questionOf(filters), ...asked }),
    csvOf,
    disabled: page === undefined || page.items.length === 0 || vouchers.isPlaceholderData,
  });
  return (
    <Page title={es.nav.vouchers} intro={es.environments[place.environment]} actions={csv.button}>
      {csv.message}
      <VoucherFilterForm
        // A link may open this page with other filters; the new key makes the form show them.
        key={JSON.stringify(filters)}
        filters={filters}
        onApply={(chosen) => void navigate({ search: chosen })}
      />
      <Loaded query={vouchers}>
        {({ items }) => (
          <Rows rows={items} empty={emptyText(filters, es.vouchers)}>
            {(rows) => <Vouchers place={place} rows={rows} />}
          </Rows>
        )}
      </Loaded>
      <PageButtons
        query={vouchers}
        isFirst={cursor === undefined}
        onPage={(search) => void navigate({ search: { ...filters, ...search } })}
      />
    </Page>
  );
}

interface VouchersProps {
  readonly place: Place;
  readonly rows: readonly VoucherRow[];
}

function Vouchers({ place, rows }: VouchersProps) {
  return (
    <Table
      label={es.nav.vouchers}
      widthRem={66}
      heads={[
        es.vouchers.encf,
        es.vouchers.type,
        es.vouchers.buyerHead,
        { number: es.vouchers.total },
        es.vouchers.state,
        es.vouchers.issued,
        es.vouchers.received,
      ]}
    >
      {rows.map((row) => (
        <Row key={`${row.encf}-${row.attempt}`}>
          <RowHead className="encf">
            <Link
              to="/empresas/$companyId/$environment/comprobantes/$encf"
              params={{ ...place, encf: row.encf }}
            >
              {row.encf}
            </Link>
            {row.attempt > 1 ? <div className="soft">{es.vouchers.attempt(row.attempt)}</div> : null}
          </RowHead>
          <Cell>
            <span className="soft">{row.ecfType}</span> {shortType(row.ecfType)}
          </Cell>
          <Cell>
            {row.buyerName ?? (row.buyerRnc === '' ? es.none : row.buyerRnc)}
            {row.buyerName === null || row.buyerRnc === '' ? null : (
              <span className="small block soft">{row.buyerRnc}</span>
            )}
          </Cell>
          <Cell className="number">
            {amount(row.total)}
            {row.totalItbis === null ? null : (
              <span className="small block soft">
                {es.vouchers.itbis} {amount(row.totalItbis)}
              </span>
            )}
          </Cell>
          <Cell>
            <StateBadge state={row.state} status={row.status} waiting={row.waiting} />
            {row.atBuyer === null ? null : (
              <div className="soft">{es.vouchers.atBuyerStates[row.atBuyer]}</div>
            )}
          </Cell>
          <Cell className="nowrap">{row.issuedOn}</Cell>
          <Cell className="nowrap">{when(row.receivedAt)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
