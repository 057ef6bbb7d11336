/** What DGII accepted of the month, by type or by day, and by rate of ITBIS. */
import { useState, type ReactNode } from 'react';
import { bought, ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { CountedAmounts, Month } from '../../api/months.js';
import { es } from '../../es.js';
import { Segments } from '../../parts/segments.js';
import { shortType } from '../../parts/voucher/cells.js';
import { amountText, count, slashDay } from '../../shared/format.js';
import { monthName } from '../../shared/months.js';
import { monthTexts as texts } from '../../texts/months.js';
import { amountColumns } from './month-table.js';

type Grouping = 'type' | 'day';

export function Totals({ month }: { readonly month: Month }) {
  const [grouping, setGrouping] = useState<Grouping>('type');
  const isEmpty = month.types.length === 0;
  return (
    <section aria-labelledby="totals" className="home-part">
      <div className="section-head">
        <h2 id="totals">{texts.totals}</h2>
        <span className="small soft">{texts.totalsDetail}</span>
        <Segments<Grouping>
          label={texts.group}
          value={grouping}
          options={[
            ['type', texts.byType],
            ['day', texts.byDay],
          ]}
          onChange={setGrouping}
        />
      </div>
      {isEmpty ? <p className="card empty">{texts.noVouchers}</p> : null}
      {isEmpty ? null : grouping === 'type' ? <ByType month={month} /> : <ByDay month={month} />}
      {isEmpty ? null : <p className="small soft">{texts.lateNotes}</p>}
    </section>
  );
}

function ByType({ month }: { readonly month: Month }) {
  const { types, sales, purchases } = month;
  const columns = columnsOf(month);
  const row = (one: Month['types'][number]) => (
    <Row key={one.tipoeCF} amounts={one} columns={columns}>
      <span title={ecfTypes[one.tipoeCF].nombre}>
        <span className="code-tag">{one.tipoeCF}</span> {shortType(one.tipoeCF)}
      </span>
    </Row>
  );
  const isBought = ({ tipoeCF }: Month['types'][number]) => bought.includes(tipoeCF);
  const ofPurchases = types.filter(isBought);
  return (
    <AmountTable
      label={`${texts.totals}: ${monthName(month.month)}`}
      head={texts.heads.sales}
      columns={columns}
    >
      <tbody>{types.filter((one) => !isBought(one)).map(row)}</tbody>
      <tbody className="sum">
        <Row amounts={sales} columns={columns}>
          {texts.salesSum}
        </Row>
      </tbody>
      {ofPurchases.length === 0 ? null : (
        <>
          <tbody>
            <tr className="subhead">
              <th scope="rowgroup" colSpan={columns.length + 2}>
                {texts.purchases}
              </th>
            </tr>
            {ofPurchases.map(row)}
          </tbody>
          <tbody className="sum">
            <Row amounts={purchases} columns={columns}>
              {texts.purchasesSum}
            </Row>
          </tbody>
        </>
      )}
    </AmountTable>
  );
}

function ByDay({ month }: { readonly month: Month }) {
  const { days, sales } = month;
  const columns = columnsOf(month);
  return (
    <AmountTable label={`${texts.byDay}: ${monthName(month.month)}`} head={texts.heads.day} columns={columns}>
      <tbody>
        {days.map((one) => (
          <Row key={one.day} amounts={one} columns={columns}>
            {slashDay(one.day)}
          </Row>
        ))}
      </tbody>
      <tbody className="sum">
        <Row amounts={sales} columns={columns}>
          {texts.salesSum}
        </Row>
      </tbody>
    </AmountTable>
  );
}

/** What every month is asked for. The other columns are shown if they have an amount. */
const usualColumns: readonly (typeof amountColumns)[number][] = ['montoGravadoI1', 'itbis', 'total'];

function columnsOf({ types }: Month) {
  return amountColumns.filter(
    (name) => usualColumns.includes(name) || types.some((one) => Number(one[name]) !== 0),
  );
}

type Columns = ReturnType<typeof columnsOf>;

interface AmountTableProps {
  readonly label: string;
  readonly head: string;
  readonly columns: Columns;
  readonly children: ReactNode;
}

/** A table that is too wide scrolls within the page: side by side the amounts can be compared. */
function AmountTable({ label, head, columns, children }: AmountTableProps) {
  return (
    <div className="amounts" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className="number">
              {texts.heads.count}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="number">
                {texts.heads[name]}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

interface RowProps {
  readonly amounts: CountedAmounts;
  readonly columns: Columns;
  readonly children: ReactNode;
}

function Row({ amounts, columns, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td className="number">{count(amounts.count)}</td>
      {columns.map((name) => (
        <td key={name} className="number">
          <Amount text={amounts[name]} />
        </td>
      ))}
    </tr>
  );
}

/** Zeros are quiet, so that the amounts are seen. */
function Amount({ text }: { readonly text: string }) {
  return Number(text) === 0 ? <span className="soft">{es.none}</span> : amountText(text).replace('-', '−');
}
