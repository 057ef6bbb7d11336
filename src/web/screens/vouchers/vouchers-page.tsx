/** The list of vouchers: newest first, page by page, with filters. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { parseEcfType } from '../../../ecf/model/ecf-types.js';
import type { VoucherRow } from '../../api/answers.js';
import { listVouchers, vouchersQuery, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { StateBadge } from '../../parts/badge.js';
import { Check, SelectField, TextField } from '../../parts/field.js';
import {
  CheckedFilter,
  EncfFilter,
  FilterForm,
  RncFilter,
  useFilterDraft,
  VoucherDayFilters,
} from '../../parts/form.js';
import { Loaded, PageButtons, Rows } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { Amounts, partyName, ShortType, typeOptions, VoucherLink } from '../../parts/voucher-cells.js';
import { when } from '../../shared/format.js';
import { emptyText, withoutEmpty } from '../../shared/list-filters.js';
import { useCsv } from '../../shell/use-csv.js';
import { csvOf } from './csv.js';
import { amountPattern, questionOf, type Filters } from './filters.js';
import { SearchField } from './search-field.js';
import { Sums } from './sums.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/comprobantes');

export function Screen() {
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
      <SearchField
        applied={filters.buscar ?? ''}
        onApply={(buscar) => void navigate({ search: withoutEmpty({ ...filters, buscar }), replace: true })}
      />
      <VoucherFilterForm filters={filters} onApply={(chosen) => void navigate({ search: chosen })} />
      <Loaded query={vouchers}>
        {({ items }) => (
          <Rows rows={items} empty={emptyWith(filters, place)}>
            {(rows) => <Vouchers place={place} rows={rows} />}
          </Rows>
        )}
      </Loaded>
      {Object.keys(filters).length === 0 || vouchers.isError ? null : (
        <Sums place={place} question={questionOf(filters)} />
      )}
      <PageButtons
        query={vouchers}
        isFirst={cursor === undefined}
        onPage={(search) => void navigate({ search: { ...filters, ...search } })}
      />
    </Page>
  );
}

/** Says what was searched, so that a person sees a typing error. */
function emptyWith({ buscar, ...others }: Filters, place: Place): string {
  if (buscar === undefined) return emptyText(others, { ...es.vouchers, empty: emptyIn(place) });
  return Object.keys(others).length === 0 ? es.search.noMatch(buscar) : es.search.noMatchFiltered(buscar);
}

function emptyIn({ environment }: Place): string {
  return `${es.vouchers.empty} ${es.vouchers.issuedIn(environment)}`;
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
      rows={rows}
      keyOf={({ ecf, attempt }) => `${ecf}-${attempt}`}
      columns={[
        [
          es.vouchers.encf,
          ({ ecf, attempt, numeroFacturaInterna }) => (
            <>
              <VoucherLink place={place} encf={ecf} />
              {numeroFacturaInterna === null ? null : (
                <div className="soft">{es.search.internal(numeroFacturaInterna)}</div>
              )}
              {attempt > 1 ? <div className="soft">{es.vouchers.attempt(attempt)}</div> : null}
            </>
          ),
          'encf',
        ],
        [es.vouchers.type, ({ tipoeCF }) => <ShortType ecfType={tipoeCF} />],
        [es.vouchers.buyerHead, (row) => <Party row={row} />, 'party'],
        [es.vouchers.total, (row) => <Amounts row={row} />, 'number'],
        [
          es.vouchers.state,
          (row) => (
            <>
              <StateBadge {...row} />
              {row.atBuyer === null ? null : (
                <div className="soft">{es.vouchers.atBuyerStates[row.atBuyer]}</div>
              )}
            </>
          ),
        ],
        [es.vouchers.issued, ({ fechaEmision }) => fechaEmision, 'nowrap'],
        [es.vouchers.received, ({ receivedAt }) => when(receivedAt), 'nowrap'],
      ]}
    />
  );
}

function Party({ row }: { readonly row: VoucherRow }) {
  const { razonSocialComprador: name, rncComprador: rnc } = row;
  return (
    <>
      {partyName(row) ?? es.none}
      {name === null || rnc === '' ? null : <span className="small block soft">{rnc}</span>}
    </>
  );
}

interface FilterFormProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}

const amountFilter = {
  type: 'search',
  inputMode: 'decimal',
  pattern: amountPattern,
  wrong: es.search.amountForm,
} as const;

/** They are shown when a person asks for them, or when one of them is applied. */
const seldomFilters = [
  'espera',
  'comprador',
  'montoDesde',
  'montoHasta',
  'entrega',
  'correlacion',
  'referencia',
  'pendientes',
] as const satisfies readonly (keyof Filters)[];

const reasons = { any: es.vouchers.anyReason, ...es.waiting };

function VoucherFilterForm({ filters, onApply }: FilterFormProps) {
  const { draft, put, field, form } = useFilterDraft(filters, onApply);
  const rest = (
    <>
      <SelectField
        label={es.vouchers.waiting}
        empty={es.vouchers.all}
        options={reasons}
        {...field('espera')}
      />
      <RncFilter label={es.vouchers.buyer} {...field('comprador')} />
      <CheckedFilter {...amountFilter} label={es.search.amountFrom} {...field('montoDesde')} />
      <CheckedFilter {...amountFilter} label={es.search.amountTo} {...field('montoHasta')} />
      <SelectField
        label={es.vouchers.atBuyer}
        empty={es.vouchers.all}
        options={es.vouchers.atBuyerFilter}
        {...field('entrega')}
      />
      <TextField
        label={es.vouchers.correlation}
        type="search"
        maxLength={128}
        value={draft.correlacion ?? ''}
        onChange={(correlacion) => put({ correlacion: correlacion.trim() })}
      />
      <TextField
        label={es.vouchers.reference}
        type="search"
        maxLength={64}
        value={draft.referencia ?? ''}
        onChange={(referencia) => put({ referencia: referencia.trim() })}
      />
      <Check
        label={es.vouchers.pendingOnly}
        checked={draft.pendientes === true}
        onChange={(checked) => put({ pendientes: checked ? true : undefined })}
      />
    </>
  );
  return (
    <FilterForm {...form} rest={rest} restIsSet={seldomFilters.some((name) => filters[name] !== undefined)}>
      <EncfFilter {...field('encf')} />
      <SelectField
        label={es.vouchers.type}
        empty={es.vouchers.all}
        options={typeOptions}
        value={String(draft.tipo ?? '')}
        onChange={(text) => put({ tipo: parseEcfType(text) })}
      />
      <SelectField
        label={es.vouchers.state}
        empty={es.vouchers.all}
        options={es.states}
        {...field('estado')}
      />
      <VoucherDayFilters draft={draft} put={put} />
    </FilterForm>
  );
}
