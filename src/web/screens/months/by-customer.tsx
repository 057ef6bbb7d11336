/** The customers of the month by what was billed. Each name opens the customer's vouchers of the month. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  monthCustomersQuery,
  type CustomerAmounts,
  type Month,
  type MonthCustomers,
} from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { Loaded } from '../../parts/loaded.js';
import { monthName } from '../../shared/months.js';
import { monthTexts as texts } from '../../texts/months.js';
import { AmountRow, AmountTable } from './amount-table.js';
import { customerColumns, customerId, restOf, sumOfCustomers } from './month-table.js';
import { vouchersOf } from './vouchers-of.js';

interface ByCustomerProps {
  readonly place: Place;
  readonly month: Month;
}

export function ByCustomer({ place, month }: ByCustomerProps) {
  const query = useQuery(monthCustomersQuery(place, month.month));
  const row = (amounts: CustomerAmounts, about: ReactNode, key?: string) => (
    <AmountRow key={key} amounts={amounts} columns={customerColumns}>
      {about}
    </AmountRow>
  );
  return (
    <Loaded query={query}>
      {(all) => (
        <AmountTable
          label={`${texts.byCustomer}: ${monthName(month.month)}`}
          head={texts.heads.customer}
          columns={customerColumns}
        >
          <tbody>
            {all.customers.map((one) =>
              row(
                one,
                <Customer place={place} month={month} customer={one} />,
                `${one.rncComprador}:${customerId(one)}`,
              ),
            )}
            {restOf(all).map(({ label, amounts }) => row(amounts, label, label))}
          </tbody>
          <tbody className="sum">{row(sumOfCustomers(all), texts.salesSum)}</tbody>
        </AmountTable>
      )}
    </Loaded>
  );
}

interface CustomerProps extends ByCustomerProps {
  readonly customer: MonthCustomers['customers'][number];
}

function Customer({ place, month, customer }: CustomerProps) {
  const { rncComprador, razonSocialComprador } = customer;
  const id = customerId(customer);
  // The list has no filter of foreign ids, but its search finds them.
  const own = rncComprador === '' ? { buscar: id } : { comprador: rncComprador };
  return (
    <span className="customer">
      <Link
        to="/empresas/$companyId/$environment/comprobantes"
        params={place}
        search={{ ...vouchersOf(month), ...own }}
      >
        {razonSocialComprador ?? id}
      </Link>
      {razonSocialComprador === undefined ? null : <span className="small soft">{id}</span>}
    </span>
  );
}
