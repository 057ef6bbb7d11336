/** The list of vouchers: newest first, page by page, with views, filters, a drawer for a look, and what can be done with several. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { localDate } from '../../../../ecf/model/dates.js';
import type { VoucherRow } from '../../../api/answers.js';
import { listVouchers, vouchersQuery } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { ListTable } from '../../../parts/list/list-table.js';
import { Loaded, PageButtons, Rows } from '../../../parts/loaded.js';
import { Page } from '../../../parts/page.js';
import { SearchField } from '../../../parts/list/search-field.js';
import { useSelection } from '../../../parts/list/use-selection.js';
import { nameOf } from '../../../parts/voucher/cells.js';
import { dayMs } from '../../../../ecf/durations.js';
import { slashDay } from '../../../shared/format.js';
import { emptySearch } from '../../../shared/empty-search.js';
import { withoutEmpty } from '../../../shared/list-filters.js';
import { useNow } from '../../../shared/use-now.js';
import { useListFiles } from '../../../shell/use-list-files.js';
import { list } from '../../../texts/list.js';
import { Chosen } from './chosen.js';
import { voucherTable } from './csv.js';
import { FilterBar } from './filter-bar.js';
import { questionOf, type Filters } from '../filters.js';
import { keyOf, voucherColumns } from './list-row.js';
import { Look } from './look.js';
import { Sums } from '../sums.js';
import { useLook } from './use-look.js';
import { useViews, ViewChoice, Views } from './views.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/comprobantes');

export function Screen() {
  const place = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { ver, ...listed } = search;
  const { cursor, ...filters } = listed;
  const vouchers = useQuery(vouchersQuery(place, questionOf(listed)));
  const page = vouchers.data;
  const rows = page?.items ?? [];
  const views = useViews(place, filters);
  const selection = useSelection(JSON.stringify([place, filters]), rows, keyOf);
  const keys = rows.map(keyOf);
  const look = useLook({
    place,
    search,
    keys,
    onChoose: (encf) => rows.filter((row) => keyOf(row) === encf).forEach(selection.toggle),
    onClear: () => {
      selection.clear();
      return selection.rows.length > 0;
    },
  });
  const files = useListFiles({
    place,
    days: filters,
    pageAt: (asked) => listVouchers(place, { ...questionOf(filters), ...asked }),
    tableOf: voucherTable,
    disabled: page === undefined || page.items.length === 0 || vouchers.isPlaceholderData,
  });
  const apply = (chosen: Filters) => void navigate({ search: chosen });
  const dayOf = useDayOf(filters);
  return (
    <Page title={es.nav.vouchers} intro={es.environments[place.environment]} actions={files.buttons}>
      {files.message}
      <div className="list-head">
        <Views place={place} filters={filters} views={views} />
        <FilterBar filters={filters} onApply={apply}>
          <SearchField
            texts={es.search}
            applied={filters.buscar ?? ''}
            onApply={(buscar) =>
              void navigate({ search: withoutEmpty({ ...filters, buscar }), replace: true })
            }
          />
          <ViewChoice views={views} onChoose={apply} />
        </FilterBar>
      </div>
      <Loaded query={vouchers}>
        {({ items }) => (
          <Rows
            rows={items}
            empty={emptySearch(filters, { ...es.vouchers, empty: es.vouchers.emptyIn(place.environment) })}
          >
            {(shown) => (
              <ListTable
                label={es.nav.vouchers}
                rows={shown}
                keyOf={keyOf}
                nameOf={nameOf}
                columns={voucherColumns(place, search)}
                lead="lead-name"
                selection={selection}
                shown={ver}
                dayOf={dayOf}
              />
            )}
          </Rows>
        )}
      </Loaded>
      {Object.keys(filters).length === 0 || vouchers.isError ? null : (
        <Sums place={place} question={questionOf(filters)} />
      )}
      <PageButtons
        query={vouchers}
        isFirst={cursor === undefined}
        onPage={(next) => void navigate({ search: { ...filters, ...next } })}
      />
      <Chosen place={place} selection={selection} />
      {ver === undefined ? null : (
        <Look
          place={place}
          encf={ver}
          row={rows.find((row) => keyOf(row) === ver)}
          list={look.listBefore}
          onMove={look.move}
          onClose={look.close}
        />
      )}
    </Page>
  );
}

/** The day by which the list goes. A list that goes by e-NCF has no days. */
function useDayOf({ encf, dia }: Filters) {
  const now = useNow();
  return ({ fechaEmision, receivedAt }: VoucherRow): string | undefined => {
    if (encf !== undefined) return undefined;
    const day = dia === undefined ? localDate(Date.parse(receivedAt)) : fechaEmision;
    const shown = slashDay(day);
    if (day === localDate(now)) return list.vouchers.today(shown);
    return day === localDate(now - dayMs) ? list.vouchers.yesterday(shown) : shown;
  };
}
