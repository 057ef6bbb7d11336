/** A table of counted amounts: a row for each type, day or customer, and the columns that its user names. */
import type { ReactNode } from 'react';
import { es } from '../../es.js';
import { amountText, count } from '../../shared/format.js';
import { monthTexts as texts } from '../../texts/months.js';

type Head = keyof typeof texts.heads;

interface AmountTableProps<Column extends Head> {
  readonly label: string;
  readonly head: string;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}

/** A table that is too wide scrolls within the page: side by side the amounts can be compared. */
export function AmountTable<Column extends Head>({
  label,
  head,
  columns,
  children,
}: AmountTableProps<Column>) {
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

interface RowProps<Column extends Head> {
  readonly amounts: { readonly count: number } & Readonly<Record<Column, string>>;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}

export function AmountRow<Column extends Head>({ amounts, columns, children }: RowProps<Column>) {
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
