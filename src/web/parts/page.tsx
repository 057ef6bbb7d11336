/** What screens are made of: the head with the title, which the browser's tab shows too, and actions; tables; lists of facts. */
import { useEffect, type CSSProperties, type ReactNode } from 'react';
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

/** The text of a column's head. `number`: its values are aligned at their end. `false`: the table has no such column. */
type Head = Column | false;
type Column = string | { readonly number: string };

interface TableProps {
  /** Says what the table contains. The keyboard can focus the table to scroll it, and a screen reader then says this name. */
  readonly label: string;
  readonly heads: readonly Head[];
  /** How much room the columns need, in rem. */
  readonly widthRem?: number;
  /** The rows. */
  readonly children: ReactNode;
}

/** What most tables need. The styles measure every table in it (parts.css). */
const usualWidthRem = 44;

/**
 * If the columns do not have enough room, each row becomes a block, and every value gets the head of its column as its label (parts.css).
 * Some browsers then no longer see a table, so each part names its role.
 */
export function Table({ label, heads, widthRem = usualWidthRem, children }: TableProps) {
  const shown = heads.filter((head) => head !== false);
  return (
    // A table that is too wide scrolls within the page; the page itself never scrolls sideways.
    <div
      className="table-scroll"
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ fontSize: `${widthRem / usualWidthRem}rem` }}
    >
      <table role="table" style={labelsOf(shown)}>
        <thead role="rowgroup">
          <tr role="row">{shown.map(headCell)}</tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

/** The styles print the heads from here as labels. */
function labelsOf(heads: readonly Column[]): CSSProperties {
  return Object.fromEntries(
    heads.map((head, index) => [`--head-${index + 1}`, JSON.stringify(textOf(head))]),
  );
}

function headCell(head: Column): ReactNode {
  const text = textOf(head);
  return (
    <th
      key={text}
      role="columnheader"
      scope="col"
      className={typeof head === 'string' ? undefined : 'number'}
    >
      {text}
    </th>
  );
}

function textOf(head: Column): string {
  return typeof head === 'string' ? head : head.number;
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <tr role="row">{children}</tr>;
}

interface CellProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

export function Cell({ className, children }: CellProps) {
  return (
    <td role="cell" className={className}>
      {children}
    </td>
  );
}

/** The cell that names its row. */
export function RowHead({ className, children }: CellProps) {
  return (
    <th role="rowheader" scope="row" className={className}>
      {children}
    </th>
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
