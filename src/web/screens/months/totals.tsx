/** What DGII accepted of the month, by type or by day and by rate of ITBIS, or by customer. */
import { useState } from 'react';
import { bought, ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Month } from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { Segments } from '../../parts/segments.js';
import { shortType } from '../../parts/voucher/cells.js';
import { slashDay } from '../../shared/format.js';
import { monthName } from '../../shared/months.js';
import { monthTexts as texts } from '../../texts/months.js';
import { AmountRow, AmountTable } from './amount-table.js';
import { ByCustomer } from './by-customer.js';
import { amountColumns } from './month-table.js';

type Grouping = 'type' | 'day' | 'customer';

export function Totals({ place, month }: { readonly place: Place; readonly month: Month }) {
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
            ['customer', texts.byCustomer],
          ]}
          onChange={setGrouping}
        />
      </div>
      {isEmpty ? (
        <p className="card empty">{texts.noVouchers}</p>
      ) : (
        <>
          {grouping === 'type' ? <ByType month={month} /> : null}
          {grouping === 'day' ? <ByDay month={month} /> : null}
          {grouping === 'customer' ? <ByCustomer place={place} month={month} /> : null}
          <p className="small soft">{texts.lateNotes}</p>
        </>
      )}
    </section>
  );
}

function ByType({ month }: { readonly month: Month }) {
  const { types, sales, purchases } = month;
  const columns = columnsOf(month);
  const row = (one: Month['types'][number]) => (
    <AmountRow key={one.tipoeCF} amounts={one} columns={columns}>
      <span title={ecfTypes[one.tipoeCF].nombre}>
        <span className="code-tag">{one.tipoeCF}</span> {shortType(one.tipoeCF)}
      </span>
    </AmountRow>
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
        <AmountRow amounts={sales} columns={columns}>
          {texts.salesSum}
        </AmountRow>
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
            <AmountRow amounts={purchases} columns={columns}>
              {texts.purchasesSum}
            </AmountRow>
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
          <AmountRow key={one.day} amounts={one} columns={columns}>
            {slashDay(one.day)}
          </AmountRow>
        ))}
      </tbody>
      <tbody className="sum">
        <AmountRow amounts={sales} columns={columns}>
          {texts.salesSum}
        </AmountRow>
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
