/** What screens are made of: the head with the title, which the browser's tab shows too, and actions; tables; lists of facts. */
import { useEffect, type ReactNode } from 'react';
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
type Head = string | { readonly number: string } | false;

interface TableProps {
  /** Says what the table contains. The keyboard can focus the table to scroll it, and a screen reader then says this name. */
  readonly label: string;
  readonly heads: readonly Head[];
  /** The rows. */
  readonly children: ReactNode;
}

export function Table({ label, heads, children }: TableProps) {
  return (
    // A wide table scrolls within the page; the page itself never scrolls sideways.
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>{heads.map(headCell)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headCell(head: Head): ReactNode {
  if (head === false) return null;
  const [text, className] = typeof head === 'string' ? [head] : [head.number, 'number'];
  return (
    <th key={text} scope="col" className={className}>
      {text}
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
