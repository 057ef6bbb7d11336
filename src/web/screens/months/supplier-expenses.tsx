/** The suppliers in the month's form 606. A person chooses the kind of expense of each one once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expenseKinds, type ExpenseKind } from '../../../ecf/codes/expense-kinds.js';
import {
  monthSuppliersQuery,
  setSupplierExpense,
  type Month,
  type MonthSuppliers,
} from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { Loaded } from '../../parts/loaded.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { amountText, count } from '../../shared/format.js';
import { useChoice } from '../../shared/use-choice.js';
import { useMay } from '../../shell/use-session.js';
import { monthTexts as texts } from '../../texts/months.js';

type Supplier = MonthSuppliers['suppliers'][number];

export function SupplierExpenses({ place, month }: { readonly place: Place; readonly month: Month }) {
  const query = useQuery(monthSuppliersQuery(place, month.month));
  if (query.data?.count === 0) return null;
  return (
    <section aria-labelledby="expenses" className="home-part">
      <div className="section-head">
        <h2 id="expenses">{texts.expenses}</h2>
        <span className="small soft">{texts.expensesDetail}</span>
      </div>
      <Loaded query={query} undated>
        {(data) => <Suppliers place={place} month={month.month} data={data} />}
      </Loaded>
    </section>
  );
}

interface SuppliersProps {
  readonly place: Place;
  readonly month: string;
  readonly data: MonthSuppliers;
}

/** Once all have a kind, the list is folded: nothing is left to do. */
function Suppliers({ place, month, data }: SuppliersProps) {
  const { suppliers, count: all, open } = data;
  const [isOpen, setIsOpen] = useState(open > 0);
  const mayChoose = useMay('months', place.companyId, place.environment);
  return (
    <details
      className="expenses"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{open === 0 ? texts.expensesDone : texts.expensesOpen(count(open), count(all))}</summary>
      <p className="small soft">{texts.expensesAbout}</p>
      <ul className="plain-list suppliers">
        {suppliers.map((one) => (
          <li key={one.rnc}>
            <About supplier={one} />
            {mayChoose ? (
              <ExpenseChoice place={place} month={month} supplier={one} />
            ) : (
              <span>{one.expense === null ? texts.noExpense : kindText(one.expense)}</span>
            )}
          </li>
        ))}
      </ul>
      {suppliers.length < all ? (
        <p className="small soft">{texts.expensesCut(count(suppliers.length), count(all))}</p>
      ) : null}
    </details>
  );
}

function About({ supplier }: { readonly supplier: Supplier }) {
  const { rnc, razonSocial, total } = supplier;
  return (
    <>
      <span>
        {razonSocial ?? rnc}
        {razonSocial === undefined ? null : <span className="small soft">{rnc}</span>}
      </span>
      <span className="number">
        {amountText(total).replace('-', '−')}
        <span className="small soft">
          {texts.supplierVouchers(count(supplier.count), supplier.count === 1)}
        </span>
      </span>
    </>
  );
}

interface ExpenseChoiceProps {
  readonly place: Place;
  readonly month: string;
  readonly supplier: Supplier;
}

const kinds = Object.keys(expenseKinds).sort() as ExpenseKind[];

/** Each supplier has an action of its own, so a person can go on while one is saved. */
function ExpenseChoice({ place, month, supplier }: ExpenseChoiceProps) {
  const { rnc, razonSocial, expense } = supplier;
  const client = useQueryClient();
  const [sent, setSent] = useState<ExpenseKind | null>();
  const action = useAction(
    (chosen: ExpenseKind | null) => setSupplierExpense(place, rnc, { expense: chosen }),
    (saved) =>
      client.setQueryData(monthSuppliersQuery(place, month).queryKey, (before) =>
        before === undefined ? before : withExpense(before, rnc, saved.expense),
      ),
  );
  const choose = async (chosen: string) => {
    const kind = chosen === '' ? null : (chosen as ExpenseKind);
    setSent(kind);
    await action.run(kind);
    setSent(undefined);
  };
  const shown = sent === undefined ? expense : sent;
  const choice = useChoice(shown ?? '', (chosen) => void choose(chosen));
  return (
    <>
      <select
        className="control"
        aria-label={texts.expenseOf(razonSocial ?? rnc)}
        aria-busy={action.pending}
        {...choice}
      >
        <option value="">{texts.noExpense}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindText(kind)}
          </option>
        ))}
      </select>
      <Problem error={action.error} />
    </>
  );
}

function kindText(kind: ExpenseKind): string {
  return `${kind} ${expenseKinds[kind]}`;
}

function withExpense(before: MonthSuppliers, rnc: string, expense: ExpenseKind | null): MonthSuppliers {
  const suppliers = before.suppliers.map((one) => (one.rnc === rnc ? { ...one, expense } : one));
  const wasOpen = before.suppliers.find((one) => one.rnc === rnc)?.expense === null;
  const open = before.open - (wasOpen ? 1 : 0) + (expense === null ? 1 : 0);
  return { ...before, suppliers, open };
}
