/** What screens are made of: the head with the title, which the browser's tab shows too, and actions; tables; lists of facts. */
import { Fragment, useEffect, type ReactNode } from 'react';
import { es } from '../es.js';

interface PageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, intro, actions, children }: PageProps) {
  useTitle(title);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {intro === undefined ? null : <p className="soft">{intro}</p>}
        </div>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${es.product}`;
  }, [title]);
}

/** The head of a column, what the column shows of a row, and the class of its cells. The values of `number` are aligned at their end. */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row, index: number) => ReactNode,
  className?: string,
];

interface TableProps<Row> {
  /** Says what the table contains. The keyboard can focus the table to scroll it, and a screen reader then says this name. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string | number;
  readonly columns: readonly (Column<Row> | false)[];
  /** The index of the column whose cell names its row; -1 if none does. */
  readonly nameAt?: number;
  readonly widthRem?: number;
  /** What stands below a row, over the whole width; null: nothing. */
  readonly below?: (row: Row) => ReactNode;
}

/** The styles measure every table in it (parts.css). */
const measureRem = 44;
const usualWidthRem = 46;
/** Tables have a smaller text than the page, so their columns need less. */
const tableTextRem = 0.875;

/**
 * If the columns do not have enough room, each row becomes a block, and every value gets the head of its column as its label (parts.css).
 * Some browsers then no longer see a table, so each part names its role.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, keyOf, columns, nameAt = 0, widthRem = usualWidthRem, below } = props;
  const shown = columns.filter((column) => column !== false);
  return (
    // A table that is too wide scrolls within the page; the page itself never scrolls sideways.
    <div
      className="table-scroll"
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ fontSize: `${(tableTextRem * widthRem) / measureRem}rem` }}
    >
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {shown.map(([head, , className]) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className={className === 'number' ? className : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <Fragment key={keyOf(row, index)}>
              <tr role="row">
                {shown.map(([head, cell, className], at) =>
                  at === nameAt ? (
                    <th key={head} role="rowheader" scope="row" className={className} data-label={head}>
                      {cell(row, index)}
                    </th>
                  ) : (
                    <td key={head} role="cell" className={className} data-label={head}>
                      {cell(row, index)}
                    </td>
                  ),
                )}
              </tr>
              <Below columns={shown.length}>{below?.(row)}</Below>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The row of a table below another one. */
export function Below({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  if (children === undefined || children === null) return null;
  return (
    <tr role="row" className="below">
      <td role="cell" colSpan={columns}>
        {children}
      </td>
    </tr>
  );
}

/** A name and its value; null: the list leaves it out. */
export type Fact = readonly [name: string, value: ReactNode, className?: string];

export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value, className]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={className}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
