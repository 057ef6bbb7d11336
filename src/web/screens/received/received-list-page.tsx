/** The vouchers that other taxpayers sent to the company: newest first, page by page, with filters. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { localDate } from '../../../ecf/model/dates.js';
import type { Received as ReceivedRow } from '../../api/answers.js';
import { listReceived, receivedContentQuery, receivedListQuery } from '../../api/received.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SelectField } from '../../parts/field.js';
import { EncfFilter, FilterForm, RncFilter, useFilterDraft, VoucherDayFilters } from '../../parts/form.js';
import { Loaded, PageButtons, Rows } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { Unindexed } from '../../parts/unindexed.js';
import { Amounts, Encf, shortType } from '../../parts/voucher-cells.js';
import { useSelection, type Selection } from '../../parts/use-selection.js';
import { VoucherLines } from '../../parts/voucher-lines.js';
import { daysUntil, slashDay, when } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { emptySearch } from '../../shared/empty-search.js';
import { withoutEmpty } from '../../shared/list-filters.js';
import { toggled } from '../../shared/toggled.js';
import { useListFiles } from '../../shell/use-list-files.js';
import { useMay } from '../../shell/use-session.js';
import { receivedTable } from './csv.js';
import { DecideMany } from './decide-many.js';
import { receivedQuestionOf, type ReceivedFilters } from './filters.js';
import { AtDgii, Decided } from './received-states.js';
import { ReceivedTabs } from './received-tabs.js';
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
  const selection = useSelection(JSON.stringify([place, filters]), items, keyOf);
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
      <ReceivedTabs place={place} />
      <div className="list-tools">
        <SearchField
          texts={texts.search}
          applied={filters.buscar ?? ''}
          onApply={(buscar) =>
            void navigate({ search: withoutEmpty<ReceivedFilters>({ ...filters, buscar }), replace: true })
          }
        />
      </div>
      <Unindexed vouchers={unindexed} />
      <ReceivedFilterForm filters={filters} onApply={(chosen) => void navigate({ search: chosen })} />
      <Loaded query={received}>
        {(page) => (
          <Rows rows={page.items} empty={emptySearch(filters, texts)}>
            {(rows) => <Received place={place} rows={rows} selection={mayDecide ? selection : undefined} />}
          </Rows>
        )}
      </Loaded>
      {mayDecide ? <DecideMany place={place} selection={selection} /> : null}
      <PageButtons
        query={received}
        isFirst={cursor === undefined}
        onPage={(search) => void navigate({ search: { ...filters, ...search } })}
      />
    </Page>
  );
}

interface ReceivedProps {
  readonly place: Place;
  readonly rows: readonly ReceivedRow[];
  /** Absent: the person may not decide. */
  readonly selection: Selection<ReceivedRow> | undefined;
}

const keyOf = ({ rncEmisor, encf }: ReceivedRow) => `${rncEmisor}-${encf}`;

const encfAndType = `${es.vouchers.encf}, ${es.vouchers.type.toLowerCase()}`;

function Received({ place, rows, selection }: ReceivedProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (row: ReceivedRow) => setOpen((before) => toggled(before, keyOf(row)));
  return (
    <Table
      label={es.nav.received}
      widthRem={66}
      rows={rows}
      keyOf={keyOf}
      below={(row) => (open.has(keyOf(row)) ? <Lines place={place} row={row} /> : null)}
      columns={[
        [
          encfAndType,
          (row) => (
            <>
              {selection === undefined ? null : <Pick row={row} selection={selection} />}
              <Link
                to="/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf"
                params={{ ...place, rncEmisor: row.rncEmisor, encf: row.encf }}
              >
                <Encf text={row.encf} />
              </Link>
              <span className="small block soft">
                {row.tipoeCF} {shortType(row.tipoeCF)}
              </span>
            </>
          ),
          'encf',
        ],
        [
          texts.issuer,
          (row) => (
            <>
              {row.razonSocialEmisor}
              <span className="small block soft">{row.rncEmisor}</span>
              <Button
                small
                kind="quiet"
                label={`${texts.lines}: ${row.encf}`}
                expanded={open.has(keyOf(row))}
                onPress={() => toggle(row)}
              >
                {texts.lines}
              </Button>
            </>
          ),
          'party',
        ],
        [es.vouchers.total, (row) => <Amounts row={row} />, 'number'],
        [texts.dgii, ({ dgii }) => <AtDgii dgii={dgii} />],
        [texts.decision, (row) => <Decision row={row} />],
        [es.vouchers.issued, ({ fechaEmision }) => fechaEmision, 'nowrap'],
        [es.vouchers.received, ({ receivedAt }) => when(receivedAt), 'nowrap'],
      ]}
    />
  );
}

function isUndecided({ decision }: ReceivedRow): boolean {
  return decision === null;
}

interface PickProps {
  readonly row: ReceivedRow;
  readonly selection: Selection<ReceivedRow>;
}

/** Only what nobody has decided about can be chosen. */
function Pick({ row, selection }: PickProps) {
  if (!isUndecided(row)) return null;
  const isChosen = selection.has(row);
  return (
    <input
      className="pick-box"
      type="checkbox"
      aria-label={texts.pickOne(row.encf, row.razonSocialEmisor)}
      checked={isChosen}
      disabled={selection.isFull && !isChosen}
      onChange={() => selection.toggle(row)}
    />
  );
}

function Lines({ place, row }: { readonly place: Place; readonly row: ReceivedRow }) {
  const { rncEmisor, encf, xmlSha256 } = row;
  const content = useQuery(receivedContentQuery({ ...place, rncEmisor, encf }, xmlSha256));
  return (
    <Loaded query={content} undated>
      {(data) => <VoucherLines content={data} />}
    </Loaded>
  );
}

function Decision({ row }: { readonly row: ReceivedRow }) {
  const { decision, undelivered, recordatorio, decideBefore } = row;
  return (
    <>
      <Decided estado={decision?.estado} />
      {decideBefore === null ? null : <Deadline moment={decideBefore} />}
      {undelivered === null ? null : <div className="soft">{texts.undelivered[undelivered]}</div>}
      {recordatorio ? (
        <div>
          <Badge tone="warn">{texts.late}</Badge>
        </div>
      ) : null}
    </>
  );
}

function Deadline({ moment }: { readonly moment: string }) {
  const day = localDate(Date.parse(moment));
  const left = daysUntil(day, useNow());
  const shown = slashDay(day);
  return (
    <div className="small soft">
      {left < 0 ? texts.ended(shown) : texts.decideBefore(texts.daysLeft(left), shown)}
    </div>
  );
}

interface FilterFormProps {
  readonly filters: ReceivedFilters;
  readonly onApply: (filters: ReceivedFilters) => void;
}

function ReceivedFilterForm({ filters, onApply }: FilterFormProps) {
  const { draft, put, field, form } = useFilterDraft(filters, onApply);
  return (
    <FilterForm {...form}>
      <SelectField
        label={texts.decision}
        empty={es.vouchers.all}
        options={texts.decidedFilter}
        {...field('decision')}
      />
      <SelectField label={texts.dgii} empty={es.vouchers.all} options={texts.dgiiStates} {...field('dgii')} />
      <SelectField label={texts.order} empty={texts.usualOrder} options={texts.orders} {...field('orden')} />
      <RncFilter label={texts.issuerRnc} {...field('emisor')} />
      <EncfFilter {...field('encf')} />
      <VoucherDayFilters draft={draft} put={put} />
    </FilterForm>
  );
}
