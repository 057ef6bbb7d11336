/** What the list of vouchers shows of each one. */
import { Link } from '@tanstack/react-router';
import type { VoucherRow } from '../../../api/answers.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { StateBadge } from '../../../parts/badge.js';
import type { ListColumn } from '../../../parts/list/list-table.js';
import {
  customerOf,
  Encf,
  Issued,
  nameOf,
  ShortType,
  shownAmount,
  signed,
  signedTotal,
} from '../../../parts/voucher/cells.js';
import { when } from '../../../shared/format.js';
import { list } from '../../../texts/list.js';
import type { ListSearch } from '../filters.js';

const texts = list.vouchers;

/** An e-NCF may have several attempts; the list has the latest. */
export const keyOf = ({ ecf }: Pick<VoucherRow, 'ecf'>): string => ecf;

export function voucherColumns(place: Place, search: ListSearch): readonly ListColumn<VoucherRow>[] {
  return [
    { head: es.vouchers.issued, cell: (row) => <Issued row={row} />, className: 'date' },
    {
      head: texts.customer,
      cell: (row) => <Customer row={row} place={place} search={search} />,
      className: 'lead-name',
    },
    { head: es.vouchers.encf, cell: (row) => <EncfCell row={row} />, className: 'encf' },
    {
      head: es.vouchers.type,
      cell: ({ tipoeCF }) => <ShortType ecfType={tipoeCF} />,
      className: 'second',
    },
    {
      head: texts.invoice,
      cell: ({ numeroFacturaInterna }) => numeroFacturaInterna,
      className: 'seldom soft',
    },
    { head: es.vouchers.state, cell: (row) => <State row={row} />, className: 'state' },
    {
      head: es.vouchers.itbis,
      cell: (row) => (row.totalITBIS === null ? null : shownAmount(signed(row, row.totalITBIS))),
      className: 'seldom number soft',
    },
    { head: texts.total, cell: (row) => shownAmount(signedTotal(row)), className: 'total number' },
  ];
}

interface CustomerProps {
  readonly row: VoucherRow;
  readonly place: Place;
  readonly search: ListSearch;
}

/** Opens the drawer. The list stays where it is, and Back closes the drawer. */
function Customer({ row, place, search }: CustomerProps) {
  const { razonSocialComprador: name, rncComprador: rnc } = row;
  return (
    <>
      <Link
        to="/empresas/$companyId/$environment/comprobantes"
        params={place}
        search={{ ...search, ver: row.ecf }}
        replace={search.ver !== undefined}
        state={(state) => (search.ver === undefined ? { ...state, hasListBefore: true } : state)}
        resetScroll={false}
        aria-label={nameOf(row)}
      >
        {customerOf(row)}
      </Link>
      {name === null || rnc === '' ? null : <span className="rnc faint"> {rnc}</span>}
    </>
  );
}

function EncfCell({ row: { ecf, attempt, receivedAt } }: { readonly row: VoucherRow }) {
  return (
    <>
      <Encf text={ecf} />
      <span className="in-two-lines faint"> · {when(receivedAt).split(' ')[1]}</span>
      {attempt > 1 ? <div className="small soft">{es.vouchers.attempt(attempt)}</div> : null}
    </>
  );
}

function State({ row }: { readonly row: VoucherRow }) {
  const atBuyer = row.atBuyer === null ? undefined : es.vouchers.atBuyerStates[row.atBuyer];
  return (
    <>
      <StateBadge {...row} />
      {atBuyer === undefined ? null : (
        <div className="small soft" title={atBuyer}>
          {atBuyer}
        </div>
      )}
    </>
  );
}
