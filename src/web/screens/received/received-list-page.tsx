/** The vouchers that other taxpayers sent to the company: newest first, page by page, with filters. */
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Received } from '../../api/answers.js';
import { listReceived, receivedContentQuery, receivedListQuery } from '../../api/received.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { ChoiceChip, DaysChip, SetChip } from '../../parts/list/chips.js';
import { FilterChips } from '../../parts/list/filter-chips.js';
import { EncfFilter, RncFilter, VoucherDayFilters } from '../../parts/form/form.js';
import { ListTable } from '../../parts/list/list-table.js';
import { Loaded, PageButtons, Rows } from '../../parts/loaded.js';
import { Page } from '../../parts/page.js';
import { SearchField } from '../../parts/list/search-field.js';
import { Unindexed } from '../../parts/list/unindexed.js';
import { useListKeys } from '../../parts/list/use-list-keys.js';
import { useSelection } from '../../parts/list/use-selection.js';
import { VoucherLines } from '../../parts/voucher/lines.js';
import { emptySearch } from '../../shared/empty-search.js';
import { withoutEmpty } from '../../shared/list-filters.js';
import { toggled } from '../../shared/toggled.js';
import { useListFiles } from '../../shell/use-list-files.js';
import { useMay } from '../../shell/use-session.js';
import { receivedTable } from './csv.js';
import { DecideMany, type DecisionOrder } from './decide-many.js';
import { receivedQuestionOf, type ReceivedFilters } from './filters.js';
import { keyOf } from './received-key.js';
import { isUndecided, nameOf, receivedColumns } from './received-row.js';
import { ReceivedTabs } from './received-tabs.js';
import { list } from '../../texts/list.js';
import { received as texts } from '../../texts/received.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/recibidos');

export function Screen() {
  const place = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { cursor, ...filters } = search;
  const received = useQuery(receivedListQuery(place, receivedQuestionOf(search)));
  const { items = [], unindexed = 0 } = received.data ?? {};
  const mayDecide = useMay('decisions', place.companyId, place.environment);
  const [order, setOrder] = useState<DecisionOrder>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const selection = useSelection(JSON.stringify([place, filters]), items, keyOf);
  useListKeys({
    keys: items.map(keyOf),
    ...(mayDecide && {
      onChoose: (key: string) =>
        items.filter((row) => keyOf(row) === key && isUndecided(row)).forEach(selection.toggle),
    }),
    onClose: () => {
      selection.clear();
      return selection.rows.length > 0;
    },
  });
  const files = useListFiles({
    place,
    list: 'recibidos',
    days: filters,
    pageAt: (asked) => listReceived(place, { ...receivedQuestionOf(filters), ...asked }),
    tableOf: receivedTable,
    disabled: items.length === 0 || received.isPlaceholderData,
  });
  return (
    <Page
      title={es.nav.received}
      intro={`${es.environments[place.environment]}. ${texts.intro}`}
      actions={files.buttons}
    >
      {files.message}
      <div className="list-head">
        <ReceivedTabs place={place} shown={filters.decision} />
        <ReceivedFilterBar filters={filters} onApply={(chosen) => void navigate({ search: chosen })}>
          <SearchField
            texts={texts.search}
            applied={filters.buscar ?? ''}
            onApply={(buscar) =>
              void navigate({ search: withoutEmpty<ReceivedFilters>({ ...filters, buscar }), replace: true })
            }
          />
        </ReceivedFilterBar>
      </div>
      <Unindexed vouchers={unindexed} />
      <Loaded query={received}>
        {(page) => (
          <Rows rows={page.items} empty={emptySearch(filters, texts)}>
            {(rows) => (
              <ListTable
                label={es.nav.received}
                rows={rows}
                keyOf={keyOf}
                nameOf={nameOf}
                columns={receivedColumns(place, {
                  list: { search, vouchers: rows.map(({ rncEmisor, encf }) => ({ rncEmisor, encf })) },
                  isOpen: (row) => open.has(keyOf(row)),
                  onOpen: (row) => setOpen(toggled(open, keyOf(row))),
                  onOrder: mayDecide ? setOrder : undefined,
                })}
                lead="lead-name"
                selection={mayDecide ? selection : undefined}
                canPick={isUndecided}
                below={(row) => (open.has(keyOf(row)) ? <Lines place={place} row={row} /> : null)}
              />
            )}
          </Rows>
        )}
      </Loaded>
      {mayDecide ? <DecideMany place={place} selection={selection} order={order} onOrder={setOrder} /> : null}
      <PageButtons
        query={received}
        isFirst={cursor === undefined}
        onPage={(search) => void navigate({ search: { ...filters, ...search } })}
      />
    </Page>
  );
}

function Lines({ place, row }: { readonly place: Place; readonly row: Received }) {
  const { rncEmisor, encf, xmlSha256 } = row;
  const content = useQuery(receivedContentQuery({ ...place, rncEmisor, encf }, xmlSha256));
  return (
    <Loaded query={content} undated>
      {(data) => <VoucherLines content={data} />}
    </Loaded>
  );
}

interface ReceivedFilterBarProps {
  readonly filters: ReceivedFilters;
  readonly onApply: (filters: ReceivedFilters) => void;
  readonly children: ReactNode;
}

function ReceivedFilterBar({ filters, onApply, children }: ReceivedFilterBarProps) {
  const { decision, dgii, orden, emisor, encf } = filters;
  return (
    <FilterChips
      filters={filters}
      onApply={onApply}
      panels={[
        { label: list.days, fields: ({ draft, put }) => <VoucherDayFilters draft={draft} put={put} /> },
        {
          label: es.vouchers.moreFilters,
          fields: ({ field }) => (
            <>
              <RncFilter label={texts.issuerRnc} {...field('emisor')} />
              <EncfFilter {...field('encf')} />
            </>
          ),
        },
      ]}
      chips={(put) => (
        <>
          <ChoiceChip
            label={texts.decision}
            options={texts.decidedFilter}
            value={decision ?? ''}
            onChange={(chosen) => put({ decision: chosen as ReceivedFilters['decision'] })}
          />
          <ChoiceChip
            label={texts.dgii}
            options={texts.dgiiStates}
            value={dgii ?? ''}
            onChange={(chosen) => put({ dgii: chosen as ReceivedFilters['dgii'] })}
          />
          <ChoiceChip
            label={texts.order}
            options={texts.orders}
            value={orden ?? ''}
            onChange={(chosen) => put({ orden: chosen as ReceivedFilters['orden'] })}
          />
          <DaysChip days={filters} put={put} />
          <SetChip label={texts.issuerRnc} text={emisor} onRemove={() => put({ emisor: undefined })} />
          <SetChip label={es.vouchers.encf} text={encf} onRemove={() => put({ encf: undefined })} />
        </>
      )}
    >
      {children}
    </FilterChips>
  );
}
