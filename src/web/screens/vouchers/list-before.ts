/**
 * The list from which a person opened a voucher. The entry in the browser's history keeps it as the person saw it, so the page of the voucher
 * steps through the same rows, also after it is loaded anew. A link that somebody sends has no list.
 */
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Place } from '../../api/vouchers.js';
import type { StepButtonsProps } from '../../parts/step-buttons.js';
import { useListKeys } from '../../parts/use-list-keys.js';
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
export function useSteps(place: Place, encf: string, list: ListBefore | undefined): StepButtonsProps {
  const navigate = useNavigate();
  const encfs = list?.encfs ?? [];
  const at = encfs.indexOf(encf);
  const show = (other: string) =>
    void navigate({
      to: '/empresas/$companyId/$environment/comprobantes/$encf',
      params: { ...place, encf: other },
      replace: true,
      state: (state) => state,
    });
  useListKeys({ keys: encfs, shown: encf, onShow: show, onClose: () => false });
  return {
    at,
    of: encfs.length,
    onMove: (step) => {
      const other = encfs[at + step];
      if (other !== undefined) show(other);
    },
  };
}
