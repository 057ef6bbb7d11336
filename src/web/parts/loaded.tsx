/** Shows a query: that it is loading, its error, its answer. */
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/answers.js';
import { isLasting } from '../api/api-error.js';
import { es } from '../es.js';
import { Button } from './button.js';
import { Loading, Problem } from './notice.js';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

/** If a repeated query fails, the earlier answer stays on the page below the error. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query;
  return (
    <>
      {isPending ? <Loading /> : null}
      <Problem error={error} {...(isLasting(error) ? {} : { onRetry: () => void refetch() })} />
      {data === undefined ? null : children(data)}
    </>
  );
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  /** What the page says when there are no rows. */
  readonly empty: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A screen reader says that a list became empty, which needs the region to be on the page before. */
export function Rows<Row>({ rows, empty, children }: RowsProps<Row>) {
  const isEmpty = rows.length === 0;
  return (
    <>
      <div role="status">{isEmpty ? <p className="card empty">{empty}</p> : null}</div>
      {isEmpty ? null : children(rows)}
    </>
  );
}

interface PageButtonsProps {
  readonly query: Pick<UseQueryResult<Page<unknown>>, 'data' | 'isPlaceholderData'>;
  readonly isFirst: boolean;
  /** @param search the cursor of the page to show; empty for the first page */
  readonly onPage: (search: { readonly cursor?: string }) => void;
}

/** The buttons below a list that shows one page at a time. */
export function PageButtons({ query: { data, isPlaceholderData }, isFirst, onPage }: PageButtonsProps) {
  const cursor = data?.next ?? undefined;
  return (
    <div className="actions">
      {isFirst ? null : <Button onPress={() => onPage({})}>{es.actions.first}</Button>}
      {cursor === undefined ? null : (
        <Button pending={isPlaceholderData} onPress={() => onPage({ cursor })}>
          {es.actions.next}
        </Button>
      )}
    </div>
  );
}

interface PagesProps<Row> extends Omit<RowsProps<Row>, 'rows'> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
}

/** A list of pages, with a button that loads the next page. */
export function LoadedPages<Row>({ query, ...list }: PagesProps<Row>) {
  return (
    <>
      <Loaded query={query}>
        {({ pages }) => <Rows rows={pages.flatMap(({ items }) => items)} {...list} />}
      </Loaded>
      {query.hasNextPage ? (
        <div>
          <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {es.actions.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}
