/**
 * The list from which a person opened a voucher. The entry in the browser's history keeps it as the person saw it, so the page of the voucher
 * steps through the same rows, also after it is loaded anew. A link that somebody sends has no list.
 */
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Place } from '../../api/vouchers.js';
import type { ListSearch } from './filters.js';

export interface ListBefore {
  /** Its filters and its page. */
  readonly search: Omit<ListSearch, 'ver'>;
  /** In its order. */
  readonly encfs: readonly string[];
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    listBefore?: ListBefore;
  }
}

export function useListBefore(): ListBefore | undefined {
  return useLocation({ select: ({ state }) => state.listBefore });
}

/** Back then leads to the list, however many vouchers the person has seen. */
export function useShowOther(place: Place) {
  const navigate = useNavigate();
  return (encf: string) =>
    void navigate({
      to: '/empresas/$companyId/$environment/comprobantes/$encf',
      params: { ...place, encf },
      replace: true,
      state: (state) => state,
    });
}
