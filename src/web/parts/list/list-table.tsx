/**
 * A long list: one line a row, and the whole row opens what it is about. Where it is narrow, columns that a person seldom needs are hidden
 * for the eye, and at last each row has two lines (style/list.css). A screen reader always meets the whole table.
 */
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { list as texts } from '../../texts/list.js';
import { Below } from '../page.js';
import type { Selection } from './use-selection.js';

export interface ListColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Says what the column is in two-line rows, and which columns are hidden first. */
  readonly className: string;
}

interface ListTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What a screen reader calls the row. */
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly ListColumn<Row>[];
  /** The class of the column that names its row, and has its one link. */
  readonly lead: string;
  readonly selection?: Selection<Row> | undefined;
  /** Rows that cannot be chosen have no box. Absent: all can be. */
  readonly canPick?: (row: Row) => boolean;
  /** What stands below a row, over the whole width; null: nothing. */
  readonly below?: (row: Row) => ReactNode;
  /** The row that the drawer shows. */
  readonly shown?: string | undefined;
  /** Two-line rows have the day above the first row of each. */
  readonly dayOf?: (row: Row) => string | undefined;
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, rows, keyOf, columns, lead, selection, canPick = () => true, below, shown, dayOf } = props;
  return (
    <div className="list" role="region" aria-label={label}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {selection === undefined ? null : <PickAll rows={rows.filter(canPick)} selection={selection} />}
            {columns.map(({ head, className }) => (
              <th key={head} role="columnheader" scope="col" className={className}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <Fragment key={keyOf(row)}>
              <tr
                role="row"
                data-row={keyOf(row)}
                data-day={newDay(rows, index, dayOf)}
                aria-current={shown === keyOf(row) ? 'true' : undefined}
                className={selection?.has(row) === true ? 'chosen' : undefined}
              >
                {selection === undefined ? null : (
                  <td role="cell" className="pick">
                    {canPick(row) ? <Pick {...props} selection={selection} row={row} /> : null}
                  </td>
                )}
                {columns.map(({ head, cell, className }) =>
                  className === lead ? (
                    <th key={head} role="rowheader" scope="row" className={className}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={head} role="cell" className={className}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
              <Below columns={columns.length + (selection === undefined ? 0 : 1)}>{below?.(row)}</Below>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The day of this row, if the row before has another one. */
function newDay<Row>(
  rows: readonly Row[],
  index: number,
  dayOf: ListTableProps<Row>['dayOf'],
): string | undefined {
  const [row, before] = [rows[index], rows[index - 1]];
  if (dayOf === undefined || row === undefined) return undefined;
  const day = dayOf(row);
  return before !== undefined && dayOf(before) === day ? undefined : day;
}

interface PickProps<Row> {
  readonly row: Row;
  readonly nameOf: (row: Row) => string;
  readonly selection: Selection<Row>;
}

function Pick<Row>({ row, nameOf, selection }: PickProps<Row>) {
  const isChosen = selection.has(row);
  return (
    <input
      type="checkbox"
      aria-label={texts.choose(nameOf(row))}
      checked={isChosen}
      disabled={selection.isFull && !isChosen}
      onChange={() => selection.toggle(row)}
    />
  );
}

interface PickAllProps<Row> {
  readonly rows: readonly Row[];
  readonly selection: Selection<Row>;
}

function PickAll<Row>({ rows, selection }: PickAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = rows.filter(selection.has).length;
  const isAll = chosen > 0 && chosen === rows.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = chosen > 0 && !isAll;
  });
  return (
    <th role="columnheader" scope="col" className="pick">
      <input
        ref={box}
        type="checkbox"
        aria-label={texts.chooseAll}
        checked={isAll}
        onChange={() => selection.toggleAll(rows)}
      />
    </th>
  );
}
