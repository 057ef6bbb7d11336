/** The vouchers that other taxpayers sent to the company: newest first, page by page, with filters. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Received as ReceivedRow } from '../../api/answers.js';
import { listReceived, receivedListQuery } from '../../api/received.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { SelectField } from '../../parts/field.js';
import { EncfFilter, FilterForm, RncFilter, useFilterDraft, VoucherDayFilters } from '../../parts/form.js';
import { Loaded, PageButtons, Rows } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { Amounts, Encf, shortType } from '../../parts/voucher-cells.js';
import { when } from '../../shared/format.js';
import { emptyText } from '../../shared/list-filters.js';
import { useCsv } from '../../shell/use-csv.js';
import { receivedCsv } from './csv.js';
import { receivedQuestionOf, type ReceivedFilters } from './filters.js';
import { AtDgii, Decided } from './received-states.js';
import { ReceivedTabs } from './received-tabs.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/recibidos');

export function Screen() {
  const place = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { cursor, ...filters } = search;
  const received = useQuery(receivedListQuery(place, receivedQuestionOf(search)));
  const items = received.data?.items ?? [];
  const csv = useCsv({
    place,
    list: 'recibidos',
    days: filters,
    pageAt: (asked) => listReceived(place, { ...receivedQuestionOf(filters), ...asked }),
    csvOf: receivedCsv,
    disabled: items.length === 0 || received.isPlaceholderData,
  });
  return (
    <Page
      title={es.nav.received}
      intro={`${es.environments[place.environment]}. ${es.received.intro}`}
      actions={csv.button}
    >
      {csv.message}
      <ReceivedTabs place={place} />
      <ReceivedFilterForm filters={filters} onApply={(chosen) => void navigate({ search: chosen })} />
      <Loaded query={received}>
        {(page) => (
          <Rows rows={page.items} empty={emptyText(filters, es.received)}>
            {(rows) => <Received place={place} rows={rows} />}
          </Rows>
        )}
      </Loaded>
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
}

const texts = es.received;
const encfAndType = `${es.vouchers.encf}, ${es.vouchers.type.toLowerCase()}`;

function Received({ place, rows }: ReceivedProps) {
  return (
    <Table
      label={es.nav.received}
      widthRem={66}
      rows={rows}
      keyOf={({ rncEmisor, encf }) => `${rncEmisor}-${encf}`}
      columns={[
        [
          encfAndType,
          ({ rncEmisor, encf, tipoeCF }) => (
            <>
              <Link
                to="/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf"
                params={{ ...place, rncEmisor, encf }}
              >
                <Encf text={encf} />
              </Link>
              <span className="small block soft">
                {tipoeCF} {shortType(tipoeCF)}
              </span>
            </>
          ),
          'encf',
        ],
        [
          texts.issuer,
          ({ razonSocialEmisor, rncEmisor }) => (
            <>
              {razonSocialEmisor}
              <span className="small block soft">{rncEmisor}</span>
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

function Decision({ row: { decision, undelivered, recordatorio } }: { readonly row: ReceivedRow }) {
  return (
    <>
      <Decided estado={decision?.estado} />
      {undelivered === null ? null : <div className="soft">{texts.undelivered[undelivered]}</div>}
      {recordatorio ? (
        <div>
          <Badge tone="warn">{texts.late}</Badge>
        </div>
      ) : null}
    </>
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
        label={es.received.decision}
        empty={es.vouchers.all}
        options={es.received.decidedFilter}
        {...field('decision')}
      />
      <SelectField
        label={es.received.dgii}
        empty={es.vouchers.all}
        options={es.received.dgiiStates}
        {...field('dgii')}
      />
      <RncFilter label={es.received.issuerRnc} {...field('emisor')} />
      <EncfFilter {...field('encf')} />
      <VoucherDayFilters draft={draft} put={put} />
    </FilterForm>
  );
}
