/** The vouchers that the service finds for what a person types in the menu. */
import { useQuery } from '@tanstack/react-query';
import type { VoucherRow } from '../api/answers.js';
import { vouchersQuery, type Place } from '../api/vouchers.js';
import { useIdle } from '../shared/use-idle.js';

/** As in the search of the list of vouchers. */
const idleMs = 300;
/** One letter finds too much to be of use. */
const charsMin = 2;
/** The list has the rest. */
const foundMax = 6;

const nowhere: Place = { companyId: 0, environment: 'production' };

export interface Found {
  readonly rows: readonly VoucherRow[];
  /** The rows are not yet those of what is typed. */
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

export function useFound(place: Place | undefined, typed: string): Found {
  const wanted = typed.trim();
  const asked = useIdle(wanted, idleMs);
  const isAsking = place !== undefined && wanted.length >= charsMin;
  const of = place ?? nowhere;
  const query = useQuery({
    ...vouchersQuery(of, { search: asked, limit: foundMax }),
    enabled: isAsking && asked.length >= charsMin,
    refetchInterval: false,
  });
  if (!isAsking) return { rows: [], isSearching: false, hasFailed: false };
  const isSearching = asked !== wanted || query.isPlaceholderData || query.isPending;
  return {
    rows: query.data?.items ?? [],
    isSearching: isSearching && !query.isError,
    hasFailed: query.isError,
  };
}
