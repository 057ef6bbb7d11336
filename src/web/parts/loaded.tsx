/** Shows a query: that it is loading, its error, its answer. */
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/answers.js';
import { isLasting } from '../api/api-error.js';
import { useLostSince } from '../api/connection.js';
import { es } from '../es.js';
import { age, timeOf } from '../shared/format.js';
import { useNow } from '../shared/use-now.js';
import { Button } from './button.js';
import { Loading, Problem } from './notice.js';

type Shown = 'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'dataUpdatedAt' | 'refetch';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, Shown>;
  readonly children: (data: Data) => ReactNode;
  /** The answer never changes, or each part of it says when it came. */
  readonly undated?: true;
}

/** If a repeated query fails, the earlier answer stays; while other filters load, the earlier rows stay, marked. */
export function Loaded<Data>({ query, children, undated }: LoadedProps<Data>) {
  const { data, error, isPending, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const refresh = () => void refetch();
  const updated = (place: 'above' | 'below') =>
    data === undefined || isPlaceholderData || undated === true ? null : (
      <Updated place={place} atMs={dataUpdatedAt} isFailing={error !== null} onRefresh={refresh} />
    );
  return (
    <>
      {isPending ? <Loading /> : null}
      <Problem error={error} {...(isLasting(error) ? {} : { onRetry: refresh })} />
      {isPlaceholderData ? <Earlier /> : null}
      {updated('above')}
      {data === undefined ? null : children(data)}
      {updated('below')}
    </>
  );
}

/** The rows below it are pale (parts.css). */
function Earlier() {
  return (
    <p className="earlier" role="status">
      {es.updated.earlier}
    </p>
  );
}

/** Pages repeat their queries every two minutes at the latest, unless nobody touches them. */
const oldAfterMs = 5 * 60_000;

interface UpdatedProps {
  /** A warning stands above what it is about, and the usual line below. Absent: the page has one place for both. */
  readonly place?: 'above' | 'below';
  readonly atMs: number;
  readonly isFailing?: boolean;
  readonly onRefresh?: () => void;
}

/** When an answer came. It turns into a warning when it is old, so that nobody takes it for the present state. */
export function Updated({ place, atMs, isFailing = false, onRefresh }: UpdatedProps) {
  // The clock of this hook may be a minute behind.
  const now = Math.max(useNow(), atMs);
  const isLost = useLostSince() !== undefined;
  const isOld = isFailing || isLost || now - atMs >= oldAfterMs;
  if (place === (isOld ? 'below' : 'above')) return null;
  return (
    <p className={isOld ? 'updated old' : 'updated'}>
      {es.updated.at(timeOf(atMs, now))}
      {isOld ? ` · ${es.updated.old(age(new Date(atMs).toISOString(), now))}` : null}
      {isOld && onRefresh !== undefined ? (
        <Button small kind="quiet" onPress={onRefresh}>
          {es.updated.refresh}
        </Button>
      ) : null}
    </p>
  );
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
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
